import { useSignupWay } from '../members/use-join.ts'
import { Link, useLink } from '../router/link.tsx'
import { useSite, useT } from '../site/site.tsx'
import { LinkButton } from '../ui/button.tsx'
import styles from './join-call.module.css'

/** The call of a lander: to the sign-up, or where no one can sign up to the log-in. The visit's cookie has the campaign. */
export function JoinCall() {
  const t = useT()
  const { tenant } = useSite()
  const way = useSignupWay()
  const signup = useLink('signup')
  const login = useLink('login')
  if (way !== 'open') {
    return (
      <>
        <LinkButton className={styles.call} {...login}>
          {t('nav.login')}
        </LinkButton>
        <p className={styles.small}>{t('signup.invite_text', { site: tenant.name, way })}</p>
      </>
    )
  }
  return (
    <>
      <LinkButton className={styles.call} {...signup}>
        {t('lander.signup')}
      </LinkButton>
      <p className={styles.small}>
        {t('lander.member')} <Link to="login">{t('nav.login')}</Link>
      </p>
    </>
  )
}

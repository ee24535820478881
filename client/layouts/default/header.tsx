import { useSite, useT } from '../../site/site.tsx'
import { useSignupsOpen } from '../../site/signup-way.ts'
import { useLink } from '../../router/link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/props.ts'
import { Brand } from '../brand.tsx'
import { LanguageMenu } from '../language-menu.tsx'
import { BackButton } from './back-button.tsx'
import styles from './header.module.css'
import { MemberNav } from './member-nav.tsx'

/** The header of the default layout: back button, brand, top navigation, languages. */
export function Header() {
  const { member } = useSite()
  return (
    <header className={styles.header}>
      <div className={cx(styles.bar, !member && styles.visitor)}>
        <div className={styles.start}>
          <BackButton />
          <Brand />
        </div>
        {member && <MemberNav />}
        <LanguageMenu />
        {!member && <VisitorLinks />}
      </div>
    </header>
  )
}

function VisitorLinks() {
  const t = useT()
  const login = useLink('login')
  const signup = useLink('signup')
  return (
    <nav aria-label={t('nav.label')} className={styles.links}>
      <LinkButton variant="secondary" small {...login}>
        {t('nav.login')}
      </LinkButton>
      {useSignupsOpen() && (
        <LinkButton small className={styles.signup} {...signup}>
          {t('nav.signup')}
        </LinkButton>
      )}
    </nav>
  )
}

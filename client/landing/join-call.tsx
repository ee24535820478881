import type { ComponentProps } from 'react'
import { href } from '../../shared/routes/match.ts'
import { useSignupWay } from '../site/signup-way.ts'
import { Link, useLink } from '../router/link.tsx'
import { useSite, useT } from '../site/site.tsx'
import { LinkButton } from '../ui/button.tsx'
import styles from './join-call.module.css'

/**
 * A lander's call to action: to the sign-up, or to the log-in where visitors can't sign up. The visit's cookie has the campaign. Members get a
 * link to the search instead.
 */
export function JoinCall() {
  const t = useT()
  const { member } = useSite()
  const [signup, search] = [useLink('signup'), useLink('members')]
  if (!member) return <Call signup={signup} label={t('lander.signup')} />
  return (
    <LinkButton className={styles.button} {...search}>
      {t('nav.search')}
    </LinkButton>
  )
}

/** The same on a page about one member: the sign-up remembers the member, and the log-in leads to their profile. */
export function MemberJoinCall({ id, label }: { id: string; label: string }) {
  const t = useT()
  return (
    <div className={styles.block}>
      <Call signup={useLink('members-id-signup', { id })} label={label} note={t('index.free')} next={href('members-id', { id })} />
    </div>
  )
}

interface CallProps {
  signup: ComponentProps<typeof LinkButton>
  /** The button's label. */
  label: string
  /** A sentence before the link for members. */
  note?: string
  /** Where the log-in leads. */
  next?: string
}

function Call({ signup, label, note, next }: CallProps) {
  const t = useT()
  const { tenant } = useSite()
  const way = useSignupWay()
  const login = useLink('login', {}, { next })
  if (way !== 'open') {
    return (
      <>
        <LinkButton className={styles.button} {...login}>
          {t('nav.login')}
        </LinkButton>
        <p className={styles.small}>{t('signup.invite_text', { site: tenant.name, way })}</p>
      </>
    )
  }
  return (
    <>
      <LinkButton className={styles.button} {...signup}>
        {label}
      </LinkButton>
      <p className={styles.small}>
        {note} {t('lander.member')}{' '}
        <Link to="login" query={{ next }}>
          {t('nav.login')}
        </Link>
      </p>
    </>
  )
}

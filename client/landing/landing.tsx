import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MemberProfile } from '../../shared/api/members.ts'
import { href } from '../../shared/routes/match.ts'
import { ApiError } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { NotFound } from '../feedback/not-found.tsx'
import { useSignupWay } from '../members/use-join.ts'
import { Link, useLink } from '../router/link.tsx'
import { useSite, useT } from '../site/site.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './landing.module.css'
import { LoadingHeading } from '../feedback/loading-heading.tsx'

/** A page about one member that leads to the sign-up. It shows only what that member shows to visitors. */
export function Landing({ id, children }: { id: string; children: (member: MemberProfile) => ReactNode }) {
  const t = useT()
  const { data, error, refetch } = useQuery(queryOf('getMember', { id }))
  const gone = error instanceof ApiError && error.code === 'not_found'
  if (gone || data?.member?.fictional) return <NotFound />
  if (data?.member) return children(data.member)
  if (error) return <LoadFailed title={t('load-failed.profile')} level={1} error={error} retry={() => void refetch()} />
  return (
    <>
      <LoadingHeading />
      <Skeleton shape="block" />
    </>
  )
}

/** The sign-up that remembers the member, and the log-in that leads to their profile. `label`: what the button says. */
export function Call({ id, label }: { id: string; label: string }) {
  const t = useT()
  const { tenant } = useSite()
  const way = useSignupWay()
  const signup = useLink('members-id-signup', { id })
  const next = { next: href('members-id', { id }) }
  const login = useLink('login', {}, next)
  if (way !== 'open') {
    return (
      <div className={styles.call}>
        <LinkButton className={styles.button} {...login}>
          {t('nav.login')}
        </LinkButton>
        <p className={styles.small}>{t('signup.invite_text', { site: tenant.name, way })}</p>
      </div>
    )
  }
  return (
    <div className={styles.call}>
      <LinkButton className={styles.button} {...signup}>
        {label}
      </LinkButton>
      <p className={styles.small}>
        {t('index.free')} {t('lander.member')}{' '}
        <Link to="login" query={next}>
          {t('nav.login')}
        </Link>
      </p>
    </div>
  )
}

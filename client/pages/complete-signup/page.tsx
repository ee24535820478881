import { useEffect } from 'react'
import { href } from '../../../shared/routes/match.ts'
import { SIGNUP_COMPLETE } from '../../../shared/rules/banners.ts'
import { signupLeft } from '../../../shared/rules/signup-left.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useUser } from '../../session/use-user.ts'
import { MemberChanged } from '../../forms/member-changed.tsx'
import { Brand } from '../../layouts/brand.tsx'
import { useRouter } from '../../router/context.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PageProps } from '../registry.ts'
import { AgeCheck } from './age-check.tsx'
import styles from './complete-signup.module.css'
import { Completion } from './completion.tsx'

/** The completion step of signing up, and the proof of age if the site requires one; members who have done both are redirected. */
export default function CompleteSignupPage({ search }: PageProps) {
  const t = useT()
  const { tenant, form } = useSite()
  const user = useUser()
  const { navigate } = useRouter()
  const returned = form?.endpoint === 'completeSignup' ? form : null
  const changed = returned?.error.code === 'member_changed'
  // A form that comes back is shown even when the member can't be loaded.
  const left = user ? signupLeft(user, tenant) : returned && 'profile'

  useEffect(() => {
    if (!user || left || changed) return
    // Members who haven't confirmed their address yet are reminded there.
    const flag = user.status === 'not_confirmed' ? { [SIGNUP_COMPLETE]: 1 } : undefined
    navigate(href('signup-matches', {}, flag), { replace: true })
  }, [user, left, changed, navigate])

  if (changed) return <MemberChanged />
  return (
    <div className={styles.page}>
      <Brand />
      <div className={styles.head}>
        <h1>{left === 'age' ? t('age-check.heading') : t('complete-signup.heading')}</h1>
        <p className={styles.lead}>{left === 'age' ? t('age-check.lead', { site: tenant.name }) : t('complete-signup.lead')}</p>
      </div>
      {left === 'profile' && <Completion />}
      {left === 'age' && <AgeCheck search={search} />}
      {!left && <Skeleton shape="block" />}
    </div>
  )
}

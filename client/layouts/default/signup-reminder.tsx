import { signupLeft } from '../../../shared/rules/signup-left.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useUser } from '../../session/use-user.ts'
import { Link } from '../../router/link.tsx'
import { Banner } from '../../ui/banner.tsx'

/** Says what is left of signing up: until then others don't find the member. */
export function SignupReminder() {
  const t = useT()
  const { tenant } = useSite()
  const user = useUser()
  const left = user && signupLeft(user, tenant)
  if (!left) return null
  return (
    <Banner
      tone="brand"
      icon="user"
      data-testid="signup-reminder"
      action={<Link to="complete-signup">{left === 'age' ? t('reminder.age_action') : t('reminder.profile_action')}</Link>}
    >
      {left === 'age' ? t('reminder.age') : t('reminder.profile')}
    </Banner>
  )
}

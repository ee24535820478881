import type { User } from '../../shared/api/user.ts'
import { isNewMember } from '../../shared/rules/discounts.ts'
import { useClock } from '../chat/use-now.ts'
import { TimeBonus } from './time-bonus.tsx'
import { Welcome } from './welcome.tsx'

/** The time bonus if the member has it, otherwise the welcome code while they are new. */
export default function MemberOffers({ user, since }: { user: User; since: () => number }) {
  const clock = useClock()
  if (user.time_bonus) return <TimeBonus user={user} bonus={user.time_bonus} since={since} />
  return isNewMember(new Date(user.signup_date), clock()) ? <Welcome /> : null
}

import type { User } from '../../shared/api/user.ts'
import { TimeBonus } from './time-bonus.tsx'
import { Welcome } from './welcome.tsx'

/** The time bonus if the member has it, otherwise the welcome code while they are new. */
export default function MemberOffers({ user, since }: { user: User; since: () => number }) {
  if (user.time_bonus) return <TimeBonus user={user} bonus={user.time_bonus} since={since} />
  return user.welcome && <Welcome offer={user.welcome} />
}

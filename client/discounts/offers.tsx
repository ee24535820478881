import { useEffect } from 'react'
import { useRouter } from '../router/context.ts'
import { useMember } from '../session/use-member.ts'
import { later } from '../site/later.tsx'
import { useSite } from '../site/site.tsx'
import styles from './offers.module.css'

const MemberOffers = later(() => import('./member-offers.tsx'), ['discounts'])

/** When the member entered the members area, by `performance.now()`; null outside it. Moving about in it doesn't change it. */
let entered: number | null = null

/** What a new member who hasn't bought anything is offered: on the routes of the members area only (SPEC §4). */
export function Offers() {
  const { user } = useMember()
  const { sells } = useSite().tenant
  const { location } = useRouter()
  const inside = location.match?.route.membersArea ?? false
  useEffect(() => {
    entered = inside ? (entered ?? performance.now()) : null
  }, [inside])
  if (!user || user.paid_user || !inside || !sells) return null
  // The height of the bonus's line is there from the first HTML on: nothing moves when it fills.
  return (
    <div className={user.time_bonus ? styles.place : undefined}>
      <MemberOffers key={user.id} user={user} since={() => entered ?? performance.now()} />
    </div>
  )
}

import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '../../shared/api/user.ts'
import type { Route } from '../../shared/routes/route.ts'
import { useRouter } from '../router/context.ts'
import { locationOf } from '../router/location.ts'
import { useUser } from '../session/use-user.ts'
import { knownUser } from '../session/when-user.ts'
import { later } from '../site/later.tsx'
import { useSite, type Bootstrap } from '../site/site.tsx'
import styles from './offers.module.css'

const MemberOffers = later(() => import('./member-offers.tsx'), ['discounts'])

/** Is there something to offer, on the routes of the members area only (docs/requirements.tsv)? */
function offersOn(route: Route | undefined, { sells }: Bootstrap['tenant'], user: User | undefined | null): boolean {
  return Boolean(sells && route?.membersArea && user && !user.paid_user && (user.time_bonus ?? user.welcome))
}

/** Loads the offer above a page before the page is rendered, which would otherwise jump when it arrives. Loads nothing for a page without one. */
export async function loadOffers(queryClient: QueryClient, { tenant, url, notFound }: Pick<Bootstrap, 'tenant' | 'url' | 'notFound'>) {
  const route = notFound ? undefined : locationOf(url).match?.route
  const user = knownUser(queryClient)
  if (offersOn(route, tenant, user)) await MemberOffers.load(tenant.language)
}

/** When the member entered the members area, by `performance.now()`; null outside it. Navigating within it doesn't change it. */
let entered: number | null = null

/** The offer for a new member who hasn't bought anything. */
export function Offers() {
  const user = useUser()
  const { tenant } = useSite()
  const { location } = useRouter()
  const inside = location.match?.route.membersArea ?? false
  useEffect(() => {
    entered = inside ? (entered ?? performance.now()) : null
  }, [inside])
  if (!user || !offersOn(location.match?.route, tenant, user)) return null
  // On a page that was already open, the height of a line is there before the offer is loaded.
  return (
    <div className={styles.place}>
      <MemberOffers key={user.id} user={user} since={() => entered ?? performance.now()} />
    </div>
  )
}

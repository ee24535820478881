import { sql, type RawBuilder } from 'kysely'
import { poolOf, type Tenant } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { ViewerScope } from './viewer-scope.ts'

type Site = Pick<ViewerScope, 'deps' | 'tenant'>
type Proven = Pick<MemberRow, 'home_tenant' | 'age_proven_over' | 'fictional'>

/** The age in years that must be proven for members who sign up on this site; 0 if it requires no proof. */
function wantedBy({ age_assurance, min_age }: Tenant): number {
  return age_assurance === 'provider' ? Math.max(18, min_age) : 0
}

function wantedAtHome({ deps, tenant }: Site, { home_tenant: home }: Pick<MemberRow, 'home_tenant'>): number {
  return wantedBy((deps.tenants.byId(home) ?? tenant).settings)
}

/**
 * The age in years that must be proven before a member's profile becomes visible; 0 if no proof is required. The site of the sign-up counts as well
 * as the current one, so that a sister site isn't a loophole.
 */
export function ageToProve(site: Site, member: Pick<MemberRow, 'home_tenant'>): number {
  return Math.max(wantedBy(site.tenant.settings), wantedAtHome(site, member))
}

/** Is there a proof for the age that `ageToProve` requires? */
export function isOfProvenAge(site: Site, member: Omit<Proven, 'fictional'>): boolean {
  return (member.age_proven_over ?? 0) >= ageToProve(site, member)
}

/**
 * Is the profile of a member whose site requires a proof held back here, because there is none, or only one for a lower age than either site requires
 * by now? Members of sites that require no proof are shown on their sister sites as they are, and so are profiles made by the company: there is no
 * real person.
 */
export function isHeldBack(site: Site, member: Proven): boolean {
  return !member.fictional && wantedAtHome(site, member) > 0 && !isOfProvenAge(site, member)
}

/** SQL condition on a row of `members`: not held back for viewers of this site. If no site requires a proof, the condition is always true. */
export function notHeldBack({ deps, tenant, pool }: Site & Pick<ViewerScope, 'pool'>): RawBuilder<boolean> {
  // Members of other pools are only shown here if their site lends them.
  const homes = deps.tenants.all().filter(({ settings }) => wantedBy(settings) > 0 && (poolOf(settings) === pool || settings.member_resell))
  if (homes.length === 0) return sql`true`
  const wanted = homes.map(({ settings }) => {
    return sql`when ${settings.id} then ${Math.max(wantedBy(settings), wantedBy(tenant.settings))}::int`
  })
  return sql`(members.fictional or coalesce(members.age_proven_over, 0) >= case members.home_tenant ${sql.join(wanted, sql` `)} else 0 end)`
}

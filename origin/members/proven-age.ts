import { sql, type RawBuilder } from 'kysely'
import { poolOf, type Tenant } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { ViewerScope } from './viewer-scope.ts'

type Site = Pick<ViewerScope, 'deps' | 'tenant'>
type Proven = Pick<MemberRow, 'home_tenant' | 'age_proven_over' | 'fictional'>

/** In years: what a provider has to have proven of those who sign up on this site; 0 where it wants no proof. */
function wantedBy({ age_assurance, min_age }: Tenant): number {
  return age_assurance === 'provider' ? Math.max(18, min_age) : 0
}

function wantedAtHome({ deps, tenant }: Site, { home_tenant: home }: Pick<MemberRow, 'home_tenant'>): number {
  return wantedBy((deps.tenants.byId(home) ?? tenant).settings)
}

/**
 * In years: what a provider has to have proven of a member before their profile begins; 0 where no proof is wanted. Where they
 * signed up counts as well as where they are: no way round by a sister site.
 */
export function ageToProve(site: Site, member: Pick<MemberRow, 'home_tenant'>): number {
  return Math.max(wantedBy(site.tenant.settings), wantedAtHome(site, member))
}

/** Is there a proof for all that `ageToProve` asks for? */
export function isOfProvenAge(site: Site, member: Omit<Proven, 'fictional'>): boolean {
  return (member.age_proven_over ?? 0) >= ageToProve(site, member)
}

/**
 * Is the profile of a member whose site wants a proof held back here: is there none, or one for a lower age than the one site or
 * the other asks for by now? Members of sites that want no proof are seen on their sister sites as they are, and so are profiles made by the company: there is nobody.
 */
export function isHeldBack(site: Site, member: Proven): boolean {
  return !member.fictional && wantedAtHome(site, member) > 0 && !isOfProvenAge(site, member)
}

/** SQL condition on a row of `members`: not held back for viewers from here. Where no site wants a proof it asks for nothing. */
export function notHeldBack({ deps, tenant, pool }: Site & Pick<ViewerScope, 'pool'>): RawBuilder<boolean> {
  // Members of other pools are seen here only where their site lends them.
  const homes = deps.tenants.all().filter(({ settings }) => wantedBy(settings) > 0 && (poolOf(settings) === pool || settings.member_resell))
  if (homes.length === 0) return sql`true`
  const wanted = homes.map(({ settings }) => {
    return sql`when ${settings.id} then ${Math.max(wantedBy(settings), wantedBy(tenant.settings))}::int`
  })
  return sql`(members.fictional or coalesce(members.age_proven_over, 0) >= case members.home_tenant ${sql.join(wanted, sql` `)} else 0 end)`
}

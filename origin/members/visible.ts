import { whoMay } from './account-state.ts'
import { sql, type RawBuilder } from 'kysely'
import type { MemberRow } from '../db/tables/members.ts'
import { showsFictional } from '../../shared/tenants/offering.ts'
import type { ViewerScope } from './viewer-scope.ts'
import { notHeldBack } from './proven-age.ts'
import { lendingSites, sisterSites } from './sister-sites.ts'
import { hasContacted, talksTo } from './ties.ts'

/** Without a request (`facts`), a member is taken to be in their own country. */
type Scope = Pick<ViewerScope, 'viewer' | 'pool' | 'tenant' | 'deps'> & { facts?: Pick<ViewerScope['facts'], 'country'> }

/**
 * SQL condition on a row of `members`: is this member visible to the viewer? This one place decides for every surface: in reach, neither banned nor
 * deleted nor blocked either way, not oneself, fictional only where the tenant shows them, and to a fictional viewer only those who talk to it. A profile
 * that is not active (address not confirmed) or held back (age not proven) is visible to those its member wrote to or likes. Visitors see active
 * profiles of members who chose to be shown to them; whether they see any is decided by `accessOf`.
 */
export function visibleTo(scope: Scope): RawBuilder<boolean> {
  const { viewer } = scope
  if (!viewer) return activeFor(scope)
  return sql`(
    ${inReach({ ...scope, viewer })} and ${labelled(scope)} and ${openTo(viewer, scope.tenant)}
    and ((${isActive(scope)}) or (${whoMay('be_met')} and ${hasContacted(viewer.id)}))
  )`
}

/** The same for active profiles alone, as the search shows them. */
export function activeFor(scope: Scope): RawBuilder<boolean> {
  return sql`(${sql.join(activeParts(scope), sql` or `)})`
}

/**
 * The same as conditions that no member meets twice, each read through indexes of its own. First the members of the pool, then those whom sister sites
 * lend.
 */
export function activeParts(scope: Scope): [RawBuilder<boolean>, ...RawBuilder<boolean>[]] {
  const { viewer, pool, deps } = scope
  const those = sql`${labelled(scope)} and ${isActive(scope)} and ${viewer ? openTo(viewer, scope.tenant) : sql`members.shown_to_visitors`}`
  const own = sql<boolean>`(members.pool = ${pool} and ${those})`
  const lending = viewer ? lendingSites(deps.tenants, pool) : []
  if (lending.length === 0) return [own]
  // The empty list is a literal, so that it matches the index of guests.
  return [own, sql`(members.pool <> ${pool} and ${isGuest(lending, pool)} and members.shown_in <> '{}' and ${those})`]
}

/**
 * SQL condition on a row of `members`: of the same pool, or a member of another one who chose to be shown in this pool, or, for a viewer who made
 * that choice, someone from there who wrote to them or likes them.
 */
export function inReach({ viewer, pool, deps }: Pick<ViewerScope, 'pool' | 'deps'> & { viewer: MemberRow }): RawBuilder<boolean> {
  const lending = lendingSites(deps.tenants, pool)
  const own = sql<boolean>`members.pool = ${pool}`
  const near = lending.length === 0 ? own : sql<boolean>`(${own} or (${isGuest(lending, pool)}))`
  const lent = sisterSites(deps.tenants, viewer).flatMap(({ pool: other }) => (viewer.shown_in.includes(other) ? [other] : []))
  return lent.length === 0 ? near : sql`(${near} or (members.pool = any(${lent}) and ${hasContacted(viewer.id)}))`
}

/** A member of one of these sites of other pools who chose to be shown in this pool. */
function isGuest(lending: readonly string[], pool: string): RawBuilder<boolean> {
  return sql`members.home_tenant = any(${lending}) and ${pool} = any(members.shown_in)`
}

/** SQL condition on a row of `members`: their profile can be found on this site. */
export function isActive(scope: Pick<Scope, 'pool' | 'tenant' | 'deps'>): RawBuilder<boolean> {
  return sql`${whoMay('be_found')} and members.profile_status = 'active' and ${notHeldBack(scope)}`
}

/** A country that the brand leaves out counts for members from there, wherever they are, and for everyone who is there. */
function labelled({ tenant, viewer, facts }: Pick<Scope, 'tenant' | 'viewer' | 'facts'>): RawBuilder<boolean> {
  const countries = [...(viewer ? [viewer.country] : []), ...(facts ? [facts.country] : [])]
  return showsFictional(tenant.settings, countries) ? sql`true` : sql`not members.fictional`
}

/** Not oneself, no block between the two, and for a fictional viewer a conversation: its staff see only members they may answer. */
function openTo({ id, fictional }: MemberRow, { settings }: Scope['tenant']): RawBuilder<boolean> {
  const unblocked = sql<boolean>`members.id <> ${id} and members.id not in (
    select blocked_id from blocks where blocker_id = ${id} union all select blocker_id from blocks where blocked_id = ${id}
  )`
  return fictional ? sql`${unblocked} and ${talksTo(id)} and members.country <> all(${settings.fictional_excluded_countries})` : unblocked
}

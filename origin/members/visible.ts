import { whoMay } from './account-state.ts'
import { sql, type RawBuilder } from 'kysely'
import type { MemberRow } from '../db/tables/members.ts'
import type { ViewerScope } from './viewer-scope.ts'
import { notHeldBack } from './proven-age.ts'
import { lendingSites, sisterSites } from './sister-sites.ts'
import { hasContacted } from './ties.ts'

type Scope = Pick<ViewerScope, 'viewer' | 'pool' | 'tenant' | 'deps'>

/**
 * SQL condition on a row of `members`: is this member visible to the viewer? This one place decides for every surface: in reach, neither banned nor
 * deleted nor blocked either way, not oneself, fictional only if the tenant has them. A profile that is not active (address not confirmed) or held
 * back (age not proven) is visible to those its member wrote to or likes. Visitors see active profiles of members who chose to be shown to them;
 * whether they see any is decided by `accessOf`.
 */
export function visibleTo(scope: Scope): RawBuilder<boolean> {
  const { viewer } = scope
  if (!viewer) return activeFor(scope)
  return sql`(
    ${inReach({ ...scope, viewer })} and ${labelled(scope)} and ${notBetween(viewer)}
    and ((${isActive(scope)}) or (${whoMay('be_met')} and ${hasContacted(viewer.id)}))
  )`
}

/** The same for active profiles alone, as the search shows them: it uses indexes that contain no others. */
export function activeFor(scope: Scope): RawBuilder<boolean> {
  const { viewer, pool } = scope
  const known = viewer ? ofPoolOrGuest(scope) : sql`members.pool = ${pool}`
  return sql`(${known} and ${labelled(scope)} and ${isActive(scope)} and ${viewer ? notBetween(viewer) : sql`members.shown_to_visitors`})`
}

/**
 * SQL condition on a row of `members`: of the same pool, or a member of another one who chose to be shown in this pool, or, for a viewer who made
 * that choice, someone from there who wrote to them or likes them.
 */
export function inReach({ viewer, pool, deps }: Pick<ViewerScope, 'pool' | 'deps'> & { viewer: MemberRow }): RawBuilder<boolean> {
  const near = ofPoolOrGuest({ pool, deps })
  const lent = sisterSites(deps.tenants, viewer).flatMap(({ pool: other }) => (viewer.shown_in.includes(other) ? [other] : []))
  return lent.length === 0 ? near : sql`(${near} or (members.pool = any(${lent}) and ${hasContacted(viewer.id)}))`
}

/** If no site lends its members, the condition is on the pool alone, which is what the search's indexes are made for. */
function ofPoolOrGuest({ pool, deps }: Pick<ViewerScope, 'pool' | 'deps'>): RawBuilder<boolean> {
  const lending = lendingSites(deps.tenants, pool)
  if (lending.length === 0) return sql`members.pool = ${pool}`
  return sql`(members.pool = ${pool} or (members.home_tenant = any(${lending}) and ${pool} = any(members.shown_in)))`
}

function isActive(scope: Scope): RawBuilder<boolean> {
  return sql`${whoMay('be_found')} and members.profile_status = 'active' and ${notHeldBack(scope)}`
}

function labelled({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<boolean> {
  return tenant.settings.fictional_profiles ? sql`true` : sql`not members.fictional`
}

/** Not oneself, and no block between the two. */
function notBetween({ id }: MemberRow): RawBuilder<boolean> {
  return sql`members.id <> ${id} and members.id not in (
    select blocked_id from blocks where blocker_id = ${id} union all select blocker_id from blocks where blocked_id = ${id}
  )`
}

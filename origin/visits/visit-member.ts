import { dayIn } from '../../shared/rules/day.ts'
import { poolOf } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { seeLike } from '../likes/see-like.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { selectVisibleMember } from '../members/store.ts'
import { findVisibleMember, lockVisibleMember } from '../members/visible-member.ts'
import { hasVisited, upsertVisit } from './store.ts'

type Visiting = MemberScope & UnitOfWork

/**
 * The viewer has opened a profile: its like is no longer new, and it counts as a visit, at most once a day for each pair. Only between members who
 * both show their visits, and if the other one can see the viewer. Profiles made by the company neither visit nor are visited.
 */
export async function visitMember(context: Visiting, publicId: string): Promise<void> {
  const { db, viewer, tenant, now } = context
  const found = await findVisibleMember(context, publicId)
  const day = dayIn(tenant.settings.time_zone, now)
  const pair = { visitor: viewer.id, visited: found.id }
  const counts = mayBeVisit(viewer, found) && !(await hasVisited(db, pair, day)) && (await isSeenBy(context, found))
  // Both at once: a visit back at the same moment locks the same two.
  if (counts) await lockVisibleMember(context, publicId)
  await seeLike(context, found.id)
  if (counts && (await upsertVisit(db, pair, day, now))) {
    await announce(context, [{ to: found.id, type: 'visit', data: { profile_id: viewer.public_id } }], viewer)
  }
}

function mayBeVisit(visitor: MemberRow, visited: MemberRow): boolean {
  return [visitor, visited].every(({ fictional, shows_visits: shows }) => shows && !fictional)
}

/** Would the member find the viewer on the site where they signed up? */
async function isSeenBy(context: Visiting, member: MemberRow): Promise<boolean> {
  const tenant = context.deps.tenants.byId(member.home_tenant)
  if (!tenant) return false
  const scope = { ...context, tenant, pool: poolOf(tenant.settings), viewer: member }
  return (await selectVisibleMember(scope, context.viewer.public_id)) !== undefined
}

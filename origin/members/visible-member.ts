import { defer } from '../db/defer.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { notFound } from '../http/http-error.ts'
import { lockOf, lockViewerAnd } from './lock-members.ts'
import { accessOf, type ViewerScope, type MemberScope } from './viewer-scope.ts'
import { numberOf, selectReachableMember, selectVisibleMember } from './store.ts'

/**
 * The member with this public id if the viewer may find them. Unknown, of another pool, blocked either way, banned, deleted, oneself: all give the
 * same `not_found`.
 */
export async function findVisibleMember(scope: ViewerScope, publicId: string): Promise<MemberRow> {
  const member = await lookForMember(scope, publicId)
  if (!member) throw notFound()
  return member
}

/** The same, but undefined if there is none. */
export async function lookForMember(scope: ViewerScope, publicId: string): Promise<MemberRow | undefined> {
  return accessOf(scope) === 'none' ? undefined : await selectVisibleMember(scope, publicId)
}

/**
 * The same for a write that touches both: locks both rows first, then checks, so that a block made meanwhile counts, and a ban of the viewer: a photo
 * may have been on its way for a minute.
 */
export async function lockVisibleMember(scope: MemberScope, publicId: string): Promise<MemberRow> {
  const { db, viewer } = scope
  await defer(db, lockOf(viewer.id, numberOf(scope, publicId)).compile(db))
  const member = await selectReachableMember(scope, publicId)
  if (!member) throw notFound()
  return member
}

/**
 * Locks the viewer and the member with this public id, visible or not: for writes that check that in their own statement. Returns the member's row
 * number; throws `not_found` if there is no such member in reach, or it is the viewer.
 */
export async function lockWithMember(scope: MemberScope, publicId: string): Promise<number> {
  const { db, viewer } = scope
  const member = await lockViewerAnd(db, viewer.id, numberOf(scope, publicId))
  if (member === undefined) throw notFound()
  return member
}

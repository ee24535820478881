import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { deleteEventsBetween } from '../events/store.ts'
import { notFound } from '../http/http-error.ts'
import { lockMembers } from '../members/lock-members.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { memberNumber } from '../members/store.ts'
import { findVisibleMember } from '../members/visible-member.ts'
import { deleteBlock, hasBlocked, insertBlock } from './store.ts'

/**
 * Blocks a member: from now on neither is there for the other, in what their streams may yet repeat either. Doing it again
 * changes nothing. Both only hear that their lists changed, so that an open page of the other drops the viewer; nobody
 * hears why.
 */
export async function blockMember(context: MemberScope & UnitOfWork, publicId: string): Promise<void> {
  const { db, viewer, now } = context
  const id = await lockBoth(context, publicId)
  if (await hasBlocked(db, viewer.id, id)) return
  await findVisibleMember(context, publicId)
  await insertBlock(db, viewer.id, id, now)
  await deleteEventsBetween(db, viewer.id, id)
  await tellBoth(context, id)
}

/** Lifts the viewer's own block, which is all that is left to find the member by. Without one: as for any member. */
export async function unblockMember(context: MemberScope & UnitOfWork, publicId: string): Promise<void> {
  const { db, viewer } = context
  const id = await lockBoth(context, publicId)
  if (await deleteBlock(db, viewer.id, id)) return await tellBoth(context, id)
  await findVisibleMember(context, publicId)
}

async function lockBoth(scope: MemberScope, publicId: string): Promise<number> {
  const { db, viewer } = scope
  const id = await memberNumber(scope, publicId)
  if (id === undefined) throw notFound()
  await lockMembers(db, [viewer.id, id])
  return id
}

async function tellBoth(context: MemberScope & UnitOfWork, other: number): Promise<void> {
  await announce(context, [
    { to: context.viewer.id, type: 'blocks_changed', data: {} },
    { to: other, type: 'contacts_changed', data: {} }
  ])
}

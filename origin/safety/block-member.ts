import type { UnitOfWork } from '../db/unit-of-work.ts'
import { returnUnreadOf } from '../chats/return-charges.ts'
import { announce } from '../events/announce.ts'
import { deleteEventsBetween } from '../events/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { findVisibleMember, lockWithMember } from '../members/visible-member.ts'
import { deleteBlock, hasBlocked, insertBlock } from './store.ts'

/**
 * Blocks a member: from now on neither is visible to the other, not even in stored events. Doing it again changes nothing. Both are only told that
 * their lists changed, so that an open page of the other member drops the viewer; neither is told why.
 */
export async function blockMember(context: MemberScope & UnitOfWork, publicId: string): Promise<void> {
  const { db, viewer } = context
  const id = await lockWithMember(context, publicId)
  if (await hasBlocked(db, viewer.id, id)) return
  await findVisibleMember(context, publicId)
  await blockFound(context, id)
}

/** The same for someone who is known by row number, seen or not. Both members' rows must be locked. */
export async function blockFound(context: MemberScope & UnitOfWork, id: number): Promise<void> {
  const { db, viewer, now } = context
  if (!(await insertBlock(db, viewer.id, id, now))) return
  await deleteEventsBetween(db, viewer.id, id)
  await returnUnreadOf(context, viewer.id, id)
  await tellBoth(context, id)
}

/** Removes the viewer's own block, the only way left to find the member. Without a block the same rules apply as for any member. */
export async function unblockMember(context: MemberScope & UnitOfWork, publicId: string): Promise<void> {
  const { db, viewer } = context
  const id = await lockWithMember(context, publicId)
  if (await deleteBlock(db, viewer.id, id)) return await tellBoth(context, id)
  await findVisibleMember(context, publicId)
}

async function tellBoth(context: MemberScope & UnitOfWork, other: number): Promise<void> {
  await announce(context, [
    { to: context.viewer.id, type: 'blocks_changed', data: {} },
    { to: other, type: 'contacts_changed', data: {} }
  ])
}

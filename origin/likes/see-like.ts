import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { lockMembers } from '../members/lock-members.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { selectLike, updateLikeSeen } from './store.ts'

/** Marks a member's like as seen by the viewer, if there is a new one, and notifies the viewer's other tabs. */
export async function seeLike(context: MemberScope & UnitOfWork, liker: number): Promise<void> {
  const { db, viewer } = context
  const like = await selectLike(db, liker, viewer.id)
  if (!like?.is_new) return
  await lockMembers(db, [viewer.id])
  if (await updateLikeSeen(db, liker, viewer.id)) {
    await announce(context, [{ to: viewer.id, type: 'likes_seen', data: {} }])
  }
}

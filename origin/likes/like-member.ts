import type { Announcement } from '../../shared/api/events.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { lockVisibleMember } from '../members/visible-member.ts'
import { deleteLike, insertLike, selectLike } from './store.ts'

/** Likes a member; doing it again changes nothing. Returns whether both like each other now. */
export async function likeMember(context: MemberScope & UnitOfWork, publicId: string): Promise<boolean> {
  const { db, viewer, now } = context
  const member = await lockVisibleMember(context, publicId)
  const match = (await selectLike(db, member.id, viewer.id)) !== null
  if (await insertLike(db, viewer.id, member.id, now)) {
    const events: Announcement[] = [
      { to: member.id, type: match ? 'match' : 'like', data: { profile_id: viewer.public_id } },
      { to: viewer.id, type: 'likes_changed', data: { profile_id: member.public_id } }
    ]
    await announce(context, events, viewer)
  }
  return match
}

/** Removes a like; if there is none, nothing changes. */
export async function unlikeMember(context: MemberScope & UnitOfWork, publicId: string): Promise<void> {
  const { db, viewer } = context
  const member = await lockVisibleMember(context, publicId)
  if (!(await deleteLike(db, viewer.id, member.id))) return
  await announce(context, [
    { to: member.id, type: 'likes_changed', data: { profile_id: viewer.public_id } },
    { to: viewer.id, type: 'likes_changed', data: { profile_id: member.public_id } }
  ])
}

import type { Announcement } from '../../shared/api/events.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { notFound } from '../http/http-error.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { lockWithMember } from '../members/visible-member.ts'
import { deleteLike, insertLike } from './store.ts'

/** Likes a member; doing it again changes nothing. Returns whether both like each other now. */
export async function likeMember(context: MemberScope & UnitOfWork, publicId: string): Promise<boolean> {
  const { viewer } = context
  const member = await lockWithMember(context, publicId)
  const liking = await insertLike(context, member)
  if (!liking) throw notFound()
  if (liking.stored) {
    const events: Announcement[] = [
      { to: member, type: liking.match ? 'match' : 'like', data: { profile_id: viewer.public_id } },
      { to: viewer.id, type: 'likes_changed', data: { profile_id: publicId } }
    ]
    await announce(context, events, viewer)
  }
  return liking.match
}

/** Removes a like; if there is none, nothing changes. */
export async function unlikeMember(context: MemberScope & UnitOfWork, publicId: string): Promise<void> {
  const { viewer } = context
  const member = await lockWithMember(context, publicId)
  const gone = await deleteLike(context, member)
  if (gone === undefined) throw notFound()
  if (!gone) return
  await announce(context, [
    { to: member, type: 'likes_changed', data: { profile_id: viewer.public_id } },
    { to: viewer.id, type: 'likes_changed', data: { profile_id: publicId } }
  ])
}

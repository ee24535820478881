import type { UnitOfWork } from '../db/unit-of-work.ts'
import { recordEvents } from '../events/record-event.ts'
import type { MemberLooking } from '../members/looking.ts'
import { lockVisibleMember } from '../members/visible-member.ts'
import { href } from '../../shared/routes/match.ts'
import { noteNews } from '../mails/mail-news.ts'
import { queuePush } from '../push/queue-push.ts'
import { deleteLike, insertLike, selectLike } from './store.ts'

/** Likes a member; doing it again changes nothing. Returns whether both like each other now. */
export async function likeMember(context: MemberLooking & UnitOfWork, publicId: string): Promise<boolean> {
  const { db, viewer, now } = context
  const member = await lockVisibleMember(context, publicId)
  const match = (await selectLike(db, member.id, viewer.id)) !== null
  if (await insertLike(db, viewer.id, member.id, now)) {
    await recordEvents(context, [
      { member: member.id, type: 'like', data: { profile_id: viewer.public_id, match } },
      { member: viewer.id, type: 'changed', data: { what: ['likes'] } }
    ])
    await noteNews(context, member, 'likes')
    await queuePush(context, { member: member.id, kind: match ? 'match' : 'like', path: href('likes') })
  }
  return match
}

/** Takes a like back; where there is none, nothing changes. */
export async function unlikeMember(context: MemberLooking & UnitOfWork, publicId: string): Promise<void> {
  const { db, viewer } = context
  const member = await lockVisibleMember(context, publicId)
  if (!(await deleteLike(db, viewer.id, member.id))) return
  await recordEvents(context, [
    { member: member.id, type: 'changed', data: { what: ['likes'] } },
    { member: viewer.id, type: 'changed', data: { what: ['likes'] } }
  ])
}

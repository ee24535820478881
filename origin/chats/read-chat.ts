import type { Announcement } from '../../shared/api/events.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { selectCards } from '../members/store.ts'
import { lockOwnConversation } from './find-conversation.ts'
import { updateRead } from './conversation-store.ts'

/**
 * Notes that the viewer has seen everything up to `position`; returns how many messages are still unread. What was read stays read. The other side is
 * notified unless one of the two is gone, has blocked the other or doesn't show it.
 */
export async function readChat(context: MemberScope & UnitOfWork, publicId: string, position: number): Promise<number> {
  const { db, viewer } = context
  const conversation = await lockOwnConversation(context, publicId)
  const upTo = Math.min(conversation.last_position, Math.max(position, conversation.read_position))
  const unread = await updateRead(db, conversation.id, viewer.id, upTo)
  if (upTo === conversation.read_position) return unread
  const data = { conversation_id: conversation.public_id, position: upTo }
  const events: Announcement[] = [{ to: viewer.id, type: 'chat_seen', data }]
  if (conversation.shows_read && (await selectCards(context, [conversation.other_id])).has(conversation.other_id))
    events.push({ to: conversation.other_id, type: 'read', data })
  await announce(context, events)
  return unread
}

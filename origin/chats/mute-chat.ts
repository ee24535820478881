import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { notFound } from '../http/http-error.ts'
import { selectCards } from '../members/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { lockOwnConversation } from './find-conversation.ts'
import { updateMuted } from './conversation-store.ts'

/**
 * Turns mails and pushes about a conversation off or on again for the viewer; the other side doesn't notice. Someone who is gone can't write anyway.
 */
export async function muteChat(context: MemberScope & UnitOfWork, publicId: string, muted: boolean): Promise<void> {
  const conversation = await lockOwnConversation(context, publicId)
  if (!(await selectCards(context, [conversation.other_id])).has(conversation.other_id)) throw notFound()
  if (conversation.muted === muted) return
  await updateMuted(context.db, conversation.id, context.viewer.id, muted)
  await announce(context, [{ to: context.viewer.id, type: 'chats_changed', data: {} }])
}

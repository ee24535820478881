import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { deleteMessageEvents } from '../events/store.ts'
import { deleteSentTexts } from './delete-sent-texts.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { lockOwnConversation } from './find-conversation.ts'
import { updateDeleted } from './removal-store.ts'

/**
 * Deletes a conversation for the viewer at once; the other side notices nothing. What both sides have deleted is removed for good, including the
 * copies in stored events and answers. Deleting it again changes nothing.
 */
export async function deleteChat(context: MemberScope & UnitOfWork, publicId: string): Promise<void> {
  const { db, viewer } = context
  const conversation = await lockOwnConversation(context, publicId)
  if (conversation.hidden) return
  const removed = await updateDeleted(db, conversation, viewer.id)
  await deleteMessageEvents(db, [viewer.id], conversation.public_id, conversation.last_position)
  if (removed > 0) {
    const both = [viewer.id, conversation.other_id]
    await deleteMessageEvents(db, both, conversation.public_id, removed)
    await deleteSentTexts(db, both, conversation.public_id, removed)
  }
  await announce(context, [{ to: viewer.id, type: 'chats_changed', data: {} }])
}

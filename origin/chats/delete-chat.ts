import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { deleteMessageEvents } from '../events/store.ts'
import { deleteSentTexts } from './delete-sent-texts.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { lockOwnConversation } from './find-conversation.ts'
import { updateDeleted } from './store.ts'

/**
 * Deletes a conversation for the viewer at once; the other side notices nothing. What both deleted is removed for good, also
 * where it was kept to be repeated: in events and in answers. Deleting it again changes nothing.
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

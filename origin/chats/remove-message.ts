import { deleteChatPhoto } from '../chat-photos/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { deleteMessageEvents } from '../events/store.ts'
import type { OwnConversation } from './conversation-store.ts'
import { deleteSentTexts } from './delete-sent-texts.ts'
import { updateRemoved, type MessageRow } from './message-store.ts'

/** Was the message removed, or its sender erased? */
export const isGone = ({ text, content }: MessageRow) => text === '' && content === null

/**
 * Removes the text, gift or photo of a message for both sides, from open pages too, and from what is stored of it elsewhere; its place in the
 * conversation stays. Both members' rows must be locked.
 */
export async function removeMessage(
  unit: UnitOfWork,
  { id, public_id: conversation }: Pick<OwnConversation, 'id' | 'public_id'>,
  both: readonly [number, number],
  message: MessageRow
): Promise<void> {
  const { db } = unit
  const { position, photo } = message
  if (photo) await deleteChatPhoto(db, photo.public_id)
  await updateRemoved(db, id, message)
  await deleteMessageEvents(db, both, conversation, position, position)
  await deleteSentTexts(db, both, conversation, position, position)
  await announce(
    unit,
    both.map((to) => ({ to, type: 'message_taken_back', data: { conversation_id: conversation, position } }))
  )
}

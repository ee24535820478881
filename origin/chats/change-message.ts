import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { selectCards } from '../members/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { returnCharge } from './return-charges.ts'
import { lockOwnConversation } from './find-conversation.ts'
import { selectMessageAt, updateHeart } from './message-store.ts'
import { isGone, removeMessage } from './remove-message.ts'

type Changing = MemberScope & UnitOfWork

/** A message in one of the member's conversations, by its position. */
interface Place {
  conversation: string
  position: number
}

/** Gives a message of the other side a heart, or takes it away. Both sides' streams are notified. */
export async function giveHeart(context: Changing, place: Place, heart: boolean): Promise<void> {
  const { conversation, message } = await findMessage(context, place)
  if (message.sender_id === context.viewer.id || isGone(message)) throw notFound()
  if (message.heart === heart) return
  await updateHeart(context.db, conversation.id, place.position, heart)
  const data = { conversation_id: conversation.public_id, position: place.position, heart }
  await announce(
    context,
    [context.viewer.id, conversation.other_id].map((to) => ({ to, type: 'heart', data }))
  )
}

/**
 * Takes back the member's message that the other side hasn't read (`already_read`): its text or photo is gone for both, and from what is stored of it
 * elsewhere; its price is given back.
 */
export async function takeBack(context: Changing, place: Place): Promise<void> {
  const { viewer } = context
  const { conversation, message } = await findMessage(context, place)
  // A gift was paid for. Where one of them hides what they have read, the answer must not depend on it.
  if (message.sender_id !== viewer.id || message.content?.type === 'gift' || !conversation.shows_read) throw notFound()
  if (isGone(message)) return
  if (message.position <= conversation.other_read_position) throw new HttpError('already_read')
  await returnCharge(context, conversation.id, message.position)
  await removeMessage(context, conversation, [viewer.id, conversation.other_id], message)
}

/** Not in a conversation with someone who is gone or has blocked the viewer: nothing reaches them. */
async function findMessage(context: Changing, { conversation: id, position }: Place) {
  const conversation = await lockOwnConversation(context, id)
  const message = await selectMessageAt(context.db, conversation, position)
  if (!message || !(await selectCards(context, [conversation.other_id])).has(conversation.other_id)) throw notFound()
  return { conversation, message }
}

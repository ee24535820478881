import type { EventPayload } from '../../shared/api/events.ts'
import { deleteChatPhoto } from '../chat-photos/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { deleteMessageEvents } from '../events/store.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { selectCards } from '../members/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { returnCharge } from './return-charges.ts'
import { deleteSentTexts } from './delete-sent-texts.ts'
import { lockOwnConversation } from './find-conversation.ts'
import type { OwnConversation } from './conversation-store.ts'
import { selectMessageAt, updateHeart, updateTakenBack, type MessageRow } from './message-store.ts'

type Changing = MemberScope & UnitOfWork

type Change = { [T in 'heart' | 'message_taken_back']: { type: T; data: EventPayload<T> } }['heart' | 'message_taken_back']

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
  await tellBoth(context, conversation, {
    type: 'heart',
    data: { conversation_id: conversation.public_id, position: place.position, heart }
  })
}

/**
 * Takes back the member's message that the other side hasn't read (`already_read`): its text or photo is gone for both, and from what is stored of it
 * elsewhere; its price is given back.
 */
export async function takeBack(context: Changing, place: Place): Promise<void> {
  const { db, viewer } = context
  const { conversation, message } = await findMessage(context, place)
  // A gift was paid for. Where one of them hides what they have read, the answer must not depend on it.
  if (message.sender_id !== viewer.id || message.content?.type === 'gift' || !conversation.shows_read) throw notFound()
  if (isGone(message)) return
  if (message.position <= conversation.other_read_position) throw new HttpError('already_read')
  const both = [viewer.id, conversation.other_id]
  if (message.photo) await deleteChatPhoto(db, message.photo.public_id)
  await updateTakenBack(db, conversation, message.position)
  await returnCharge(context, conversation.id, message.position)
  await deleteMessageEvents(db, both, conversation.public_id, message.position, message.position)
  await deleteSentTexts(db, both, conversation.public_id, message.position, message.position)
  await tellBoth(context, conversation, {
    type: 'message_taken_back',
    data: { conversation_id: conversation.public_id, position: message.position }
  })
}

/** Not in a conversation with someone who is gone or has blocked the viewer: nothing reaches them. */
async function findMessage(context: Changing, { conversation: id, position }: Place) {
  const conversation = await lockOwnConversation(context, id)
  const message = await selectMessageAt(context.db, conversation, position)
  if (!message || !(await selectCards(context, [conversation.other_id])).has(conversation.other_id)) throw notFound()
  return { conversation, message }
}

const isGone = ({ text, content }: MessageRow) => text === '' && content === null

async function tellBoth(context: Changing, { other_id: other }: OwnConversation, event: Change): Promise<void> {
  await announce(context, [
    { to: context.viewer.id, ...event },
    { to: other, ...event }
  ])
}

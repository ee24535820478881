import { findOwnConversation, lockOwnConversation } from '../chats/find-conversation.ts'
import type { OwnConversation } from '../chats/conversation-store.ts'
import { selectMessageAt, type MessageRow } from '../chats/message-store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { notFound } from '../http/http-error.ts'
import { selectCards } from '../members/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { presentImage } from '../photos/present-image.ts'
import { updateAccepted } from './store.ts'

/** The addresses of the photo of a message in one of the viewer's conversations. Throws `not_found`, also when the photo or its sender is gone. */
export async function findPhoto(scope: MemberScope, place: { conversation: string; position: number }) {
  const { message, photo } = await photoAt(scope, await findOwnConversation(scope, place.conversation), place.position)
  const shown = message.sender_id === scope.viewer.id || photo.accepted
  const { filename, match } = presentImage(
    scope.deps,
    { public_id: photo.public_id, status: 'active' },
    scope.viewer.public_id,
    shown ? 'full' : 'locked'
  )
  return { image: { filename, match } }
}

/** Shows the viewer a photo of the other side, from now on. Their other devices are notified; the sender isn't. */
export async function showPhoto(context: MemberScope & UnitOfWork, place: { conversation: string; position: number }): Promise<void> {
  const { db, viewer, now } = context
  const conversation = await lockOwnConversation(context, place.conversation)
  const { message, photo } = await photoAt(context, conversation, place.position)
  if (message.sender_id === viewer.id) throw notFound()
  if (photo.accepted) return
  await updateAccepted(db, photo.public_id, now)
  await announce(context, [
    { to: viewer.id, type: 'photo_shown', data: { conversation_id: conversation.public_id, position: place.position } }
  ])
}

async function photoAt(
  scope: MemberScope,
  conversation: OwnConversation,
  position: number
): Promise<{ message: MessageRow; photo: NonNullable<MessageRow['photo']> }> {
  const message = await selectMessageAt(scope.db, conversation, position)
  if (!message?.photo || conversation.hidden) throw notFound()
  const isThere = message.sender_id === scope.viewer.id || (await selectCards(scope, [message.sender_id])).has(message.sender_id)
  if (!isThere) throw notFound()
  return { message, photo: message.photo }
}

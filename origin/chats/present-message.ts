import type { Message } from '../../shared/api/chats.ts'
import type { MessageRow } from './store.ts'

/**
 * A message as one of the two members sees it.
 * @param readPosition up to where the recipient has read
 */
export function presentMessage(message: MessageRow, viewer: number, readPosition: number): Message {
  const mine = message.sender_id === viewer
  return {
    id: message.public_id,
    position: message.position,
    mine,
    text: message.text,
    at: message.created_at.toISOString(),
    client_id: mine ? message.client_id : null,
    read: message.position <= readPosition
  }
}

import type { Content, LastContent } from '../../shared/api/message.ts'
import type { Message } from '../../shared/api/chats.ts'
import type { StoredContent } from '../db/tables/chats.ts'
import type { MessageRow } from './message-store.ts'

/** For whom a message is presented. */
interface Reader {
  viewer: { id: number }
}

/**
 * A message as one of the two members sees it.
 * @param readPosition up to where the recipient has read
 */
export function presentMessage(reader: Reader, message: MessageRow, readPosition: number): Message {
  const mine = message.sender_id === reader.viewer.id
  return {
    id: message.public_id,
    position: message.position,
    mine,
    content: presentContent(message, mine),
    ...(message.author && { author: message.author }),
    reply_to: message.reply_to,
    heart: message.heart,
    at: message.created_at.toISOString(),
    client_id: mine ? message.client_id : null,
    read: message.position <= readPosition
  }
}

function presentContent({ text, content, photo }: MessageRow, mine: boolean): Content {
  if (content?.type !== 'photo') return wordsOrGift(text, content)
  const state = photo ? (mine || photo.accepted ? 'shown' : 'blurred') : 'gone'
  return { ...content, state }
}

function wordsOrGift(text: string, content: Exclude<StoredContent, { type: 'photo' }> | null): Extract<Content, { type: 'text' | 'gift' }> {
  return content ? { type: 'gift', gift: content.gift, note: text || null } : { type: 'text', text }
}

/** A message as the last line of a conversation in the list. */
export function presentLast(text: string, content: StoredContent | null): LastContent {
  return content?.type === 'photo' ? { type: 'photo' } : wordsOrGift(text, content)
}

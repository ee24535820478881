import type { Author } from '../../../shared/api/message.ts'
import type { Instant } from './columns.ts'
import type { ColumnType, Generated } from 'kysely'

interface ConversationsTable {
  id: Generated<number>
  public_id: string
  first_id: number
  second_id: number
  opened_by: number
  created_at: Instant
  last_position: Generated<number>
  last_message_at: Instant
  /** The member who didn't begin the conversation has written too; a gift isn't enough. */
  answered: Generated<boolean>
}

interface ParticipantsTable {
  conversation_id: number
  member_id: number
  other_id: number
  read_position: Generated<number>
  unread: Generated<number>
  deleted_position: Generated<number>
  last_message_at: Instant
  hidden: Generated<boolean>
  muted: Generated<boolean>
  /** Has agreed to pay for writing to a fictional profile. */
  knows_fictional: Generated<boolean>
}

/** A gift comes with the text as its note; a photo is a row of `chat_photos`. */
export type StoredContent = { type: 'gift'; gift: string } | { type: 'photo'; ratio?: number }

interface MessagesTable {
  id: Generated<number>
  public_id: string
  conversation_id: number
  position: number
  sender_id: number
  client_id: string
  text: string
  /** What it is besides its text; null: nothing. */
  content: ColumnType<StoredContent | null, string | null | undefined, string | null>
  author: ColumnType<Author | null, string | null | undefined, string | null>
  reply_to: Generated<number | null>
  heart: Generated<boolean>
  created_at: Instant
}

export interface ChatsTables {
  conversations: ConversationsTable
  participants: ParticipantsTable
  messages: MessagesTable
}

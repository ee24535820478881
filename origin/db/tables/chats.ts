import type { Instant } from './columns.ts'
import type { Generated } from 'kysely'

interface ConversationsTable {
  id: Generated<number>
  public_id: string
  first_id: number
  second_id: number
  opened_by: number
  created_at: Instant
  last_position: Generated<number>
  last_message_at: Instant
  /** The member who didn't begin the conversation has written too. */
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
}

interface MessagesTable {
  id: Generated<number>
  public_id: string
  conversation_id: number
  position: number
  sender_id: number
  client_id: string
  text: string
  created_at: Instant
}

export interface ChatsTables {
  conversations: ConversationsTable
  participants: ParticipantsTable
  messages: MessagesTable
}

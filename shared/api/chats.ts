import * as v from 'valibot'
import { MemberCard } from './members.ts'
import { FreeText, Instant, NoBody, Nothing, PublicId, QueryInteger } from './values.ts'
import { Message } from './message.ts'
import { contract } from './endpoint.ts'

/** Longest message that any tenant may allow; a tenant's `message_length` is at most this. */
export const MESSAGE_LENGTH_MAX = 4000

export { Message }

/** Why a member cannot write here; null when they can. */
export const WriteBlock = v.nullable(v.picklist(['not_confirmed', 'deleted']))

export const ChatListEntry = v.strictObject({
  conversation_id: PublicId,
  profile_id: v.nullable(PublicId),
  /** Null when the other member has left. */
  profile: v.nullable(MemberCard),
  num_unread_messages: v.number(),
  last_message: v.nullable(v.strictObject({ text: v.string(), at: Instant, mine: v.boolean() }))
})
export type ChatListEntry = v.InferOutput<typeof ChatListEntry>

export const Conversation = v.strictObject({
  /** Null until the first message is sent. */
  conversation_id: v.nullable(PublicId),
  profile: v.nullable(MemberCard),
  messages: v.array(Message),
  /** There are older messages than these: fetch them with `before`. */
  has_more: v.boolean(),
  write_block: WriteBlock,
  /** The viewer's own email is not confirmed: they may write, but the other side can't reply yet. */
  own_mail_unconfirmed: v.boolean(),
  message_length: v.number(),
  history_months: v.number(),
  /** The viewer's message from the sign-up that hasn't been sent to anyone yet: it waits in the composer of a new conversation. */
  draft: v.nullable(v.string())
})
export type Conversation = v.InferOutput<typeof Conversation>

export const chats = contract({
  listChats: {
    method: 'GET',
    path: '/api/chats.php',
    summary: 'Conversations, newest message first, 100 per page.',
    audience: 'member',
    polled: true,
    query: v.strictObject({ page: v.optional(QueryInteger(1, 500)) }),
    body: NoBody,
    output: v.strictObject({ chats: v.array(ChatListEntry), total: v.number(), total_unread: v.number(), page: v.number() })
  },
  getChat: {
    method: 'GET',
    path: '/api/chat.php',
    summary: 'One conversation by its id, or with a member by theirs; the newest 50 messages before `before`.',
    audience: 'member',
    query: v.pipe(
      v.strictObject({
        conversation: v.optional(PublicId),
        member: v.optional(PublicId),
        before: v.optional(QueryInteger(1, 999_999))
      }),
      v.check((query) => (query.conversation === undefined) !== (query.member === undefined), 'invalid')
    ),
    body: NoBody,
    output: Conversation,
    errors: ['not_found']
  },
  deleteChat: {
    method: 'DELETE',
    path: '/api/chat.php',
    summary: 'Delete a conversation for oneself.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ conversation: PublicId }),
    output: Nothing,
    errors: ['not_found']
  },
  sendMessage: {
    method: 'POST',
    path: '/api/message.php',
    summary: 'Send a message to a member; opens the conversation with the first one.',
    audience: 'member',
    idempotency: 'key',
    query: v.strictObject({}),
    body: v.strictObject({ member: PublicId, text: FreeText(MESSAGE_LENGTH_MAX) }),
    output: v.strictObject({ conversation_id: PublicId, message: Message }),
    errors: ['not_found', 'not_confirmed', 'contact_limit', 'idempotency_key_reused']
  },
  readChat: {
    method: 'POST',
    path: '/api/read.php',
    summary: 'Everything up to `position` in this conversation has been seen; its unread count becomes 0.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({
      conversation: PublicId,
      position: v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'invalid'), v.maxValue(2_000_000_000, 'invalid'))
    }),
    output: v.strictObject({ num_unread_messages: v.number() }),
    errors: ['not_found']
  }
})

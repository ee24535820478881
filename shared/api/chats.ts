import * as v from 'valibot'
import { MemberCard } from './members.ts'
import { FreeText, Instant, NoBody, Nothing, PublicId, QueryInteger } from './values.ts'
import { Author, LastContent, Message } from './message.ts'
import { contract } from './endpoint.ts'

/** Longest message that any tenant may allow; a tenant's `message_length` is at most this. */
export const MESSAGE_LENGTH_MAX = 4000

export { Message }

/** Position of a message in its conversation. */
export const Position = v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'invalid'), v.maxValue(2_000_000_000, 'invalid'))

/** Why a member cannot write here; null when they can. */
export const WriteBlock = v.nullable(v.picklist(['not_confirmed', 'deleted']))

export const ChatListEntry = v.strictObject({
  conversation_id: PublicId,
  profile_id: v.nullable(PublicId),
  /** Null when the other member has left. */
  profile: v.nullable(MemberCard),
  num_unread_messages: v.number(),
  /** The viewer gets no mails or pushes about it. */
  muted: v.boolean(),
  last_message: v.nullable(
    v.strictObject({ position: v.number(), content: LastContent, author: v.optional(Author), at: Instant, mine: v.boolean() })
  )
})
export type ChatListEntry = v.InferOutput<typeof ChatListEntry>

export const Conversation = v.strictObject({
  /** Null until the first message is sent. */
  conversation_id: v.nullable(PublicId),
  profile: v.nullable(MemberCard),
  messages: v.array(Message),
  /** There are older messages than these: fetch them with `before`. */
  has_more: v.boolean(),
  /** The viewer gets no mails or pushes about it. */
  muted: v.boolean(),
  write_block: WriteBlock,
  /** The viewer's own email is not confirmed: they may write, but the other side can't reply yet. */
  own_mail_unconfirmed: v.boolean(),
  /** The other member can be sent gifts. */
  accepts_gifts: v.boolean(),
  /** The viewer can send them photos: they have written here, and aren't fictional. */
  accepts_photos: v.boolean(),
  /** An own message can be taken back until it is read: both members show what they have read. */
  can_take_back: v.boolean(),
  /** What the viewer's next message costs. */
  cost: v.strictObject({
    credits: v.number(),
    reason: v.picklist(['free', 'opening', 'reply', 'paid', 'premium_only']),
    free_left: v.number()
  }),
  /** Before the first paid message the viewer confirms that they know it goes to a fictional profile. */
  confirms_fictional: v.boolean(),
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
    quota: 'profiles',
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
    body: v.strictObject({
      member: PublicId,
      text: FreeText(MESSAGE_LENGTH_MAX),
      reply_to: v.optional(Position),
      /** The price that the sender has seen; no more than that is charged. */
      credits: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid'), v.maxValue(1_000, 'invalid')), 0),
      /** The sender knows that the profile is fictional; needed before the first paid message to one. */
      to_fictional: v.optional(v.boolean('invalid'), false)
    }),
    output: v.strictObject({ conversation_id: PublicId, message: Message }),
    errors: [
      'not_found',
      'not_confirmed',
      'premium_only',
      'contact_limit',
      'not_enough_credits',
      'message_price_changed',
      'idempotency_key_reused'
    ]
  },
  giveHeart: {
    method: 'PUT',
    path: '/api/message.php',
    summary: 'Give a message of the other side a heart, or take it away.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ conversation: PublicId, position: Position, heart: v.boolean('invalid') }),
    output: Nothing,
    errors: ['not_found']
  },
  takeBackMessage: {
    method: 'DELETE',
    path: '/api/message.php',
    summary: 'Take back a message of your own that the other side has not read: its text is gone for both.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ conversation: PublicId, position: Position }),
    output: Nothing,
    errors: ['not_found', 'already_read']
  },
  muteChat: {
    method: 'PUT',
    path: '/api/chat.php',
    summary: 'Turn mails and pushes about a conversation off, or on again.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ conversation: PublicId, muted: v.boolean('invalid') }),
    output: Nothing,
    errors: ['not_found']
  },
  tellTyping: {
    method: 'POST',
    path: '/api/typing.php',
    summary: 'The viewer is writing in this conversation. Nothing is stored; the other side sees it if both show it.',
    audience: 'member',
    limit: 'typing',
    changes: false,
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ conversation: PublicId }),
    output: Nothing,
    errors: ['not_found']
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
      position: Position
    }),
    output: v.strictObject({ num_unread_messages: v.number() }),
    errors: ['not_found']
  }
})

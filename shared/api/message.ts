import * as v from 'valibot'
import { AUTHOR_KINDS } from '../rules/authors.ts'
import { Instant, PublicId } from './values.ts'

/** The text is empty once the message is taken back or deleted, or its writer is erased. */
const Text = v.strictObject({ type: v.literal('text'), text: v.string() })
/** `gift`: a name of `GIFTS`, perhaps of a newer version. */
const Gift = v.strictObject({ type: v.literal('gift'), gift: v.string(), note: v.nullable(v.string()) })

/** `ratio`: its width by its height; a photo without one, from an older version, is shown as a portrait. */
const Photo = v.strictObject({
  type: v.literal('photo'),
  state: v.picklist(['shown', 'blurred', 'gone']),
  ratio: v.optional(v.number())
})

/**
 * What a message is. A photo is blurred for its receiver until they choose to see it, and gone when its sender is. Its addresses expire, so they
 * aren't part of a message, which is also kept in events and answers: `getChatPhoto` has them.
 */
export const Content = v.union([Text, Gift, Photo])
export type Content = v.InferOutput<typeof Content>

/** Who wrote in the name of a fictional profile, as it was then. */
export const Author = v.strictObject({ kind: v.picklist(AUTHOR_KINDS), company: v.string() })
export type Author = v.InferOutput<typeof Author>

/** The kind of the last message of a conversation in the list. */
export const LastContent = v.union([Text, Gift, v.strictObject({ type: v.literal('photo') })])
export type LastContent = v.InferOutput<typeof LastContent>

/** A message of a conversation, as one of its two members sees it. In its own file: pages load it with live events, without the rest of chats. */
export const Message = v.strictObject({
  id: PublicId,
  /** Position in the conversation, from 1, without gaps. */
  position: v.number(),
  mine: v.boolean(),
  content: Content,
  /** Only of messages that aren't the member's own. */
  author: v.optional(Author),
  /** Position of the message that it answers. */
  reply_to: v.nullable(v.number()),
  /** Its receiver has given it a heart. */
  heart: v.boolean(),
  at: Instant,
  /** The `Idempotency-Key` it was sent with; only on own messages, so that a pending bubble finds its echo. */
  client_id: v.nullable(v.string()),
  read: v.boolean()
})
export type Message = v.InferOutput<typeof Message>

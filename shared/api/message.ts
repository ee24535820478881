import * as v from 'valibot'
import { Instant, PublicId } from './values.ts'

/** A message of a conversation, as one of its two members sees it. In its own file: pages load it with live events, without the rest of chats. */
export const Message = v.strictObject({
  id: PublicId,
  /** Position in the conversation, from 1, without gaps. */
  position: v.number(),
  mine: v.boolean(),
  /** Empty if the writer was erased. */
  text: v.string(),
  at: Instant,
  /** The `Idempotency-Key` it was sent with; only on own messages, so that a pending bubble finds its echo. */
  client_id: v.nullable(v.string()),
  read: v.boolean()
})
export type Message = v.InferOutput<typeof Message>

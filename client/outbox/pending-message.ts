import type { ErrorCode, ErrorParams } from '../../shared/api/errors.ts'
import type { Content, Message } from '../../shared/api/message.ts'

/** A pending message: a text, a gift or a photo. It is stored on the device until the server has it or the member discards it. */
export interface PendingMessage {
  /** Idempotency key of every attempt; the server's message comes back with it. */
  clientId: string
  /** Public id of the recipient. */
  member: string
  /** Their name, shown where no answer of the server has it; older versions stored none. */
  name?: string | undefined
  content: Content
  /** The picture of a photo. */
  file?: Blob | undefined
  /** The price that the member has seen. */
  credits?: number | undefined
  /** They know that it goes to a fictional profile. */
  toFictional?: boolean | undefined
  /** Position of the message that it answers. */
  replyTo?: number | undefined
  /** When it was written, ISO. */
  at: string
  /** Its place in the queue: ms since 1970 by the device's clock. */
  queued: number
  /** Why it was not sent, in other words than its code's where there are some; with `passing` reasons it is retried when the connection is back. */
  failure: { code: ErrorCode; message_key?: string; params?: ErrorParams; passing: boolean } | null
}

/** A pending message that the server has taken. */
export interface Sent {
  conversation_id: string
  message: Message
}

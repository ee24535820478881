import * as v from 'valibot'
import { Message } from './chats.ts'
import { PublicId } from './values.ts'

/** Header of the origin's answers to a member: the number of their newest event before the answer was made. */
export const EVENT_NUMBER = 'x-event-number'

/**
 * What `GET /api/events.php` sends: `id` is the member's event number, `event` the type, `data` one of these.
 * `message` goes to both sides (other tabs and devices of the sender too); the rest says what to refetch.
 */
export const EventData = {
  message: v.strictObject({ conversation_id: PublicId, profile_id: PublicId, message: Message }),
  like: v.strictObject({ profile_id: PublicId, match: v.boolean() }),
  /** The other side has read up to `position`. */
  read: v.strictObject({ conversation_id: PublicId, position: v.number() }),
  /**
   * Own lists changed elsewhere: another tab read, deleted, blocked, unliked, changed language, profile, photos or mails. `members`: someone
   * came or went for this member, so a profile or conversation that is open may be another one now.
   */
  changed: v.strictObject({ what: v.array(v.picklist(['user', 'chats', 'likes', 'photos', 'members', 'profile', 'notifications'])) })
}

export type EventType = keyof typeof EventData
export type EventPayload<T extends EventType> = v.InferOutput<(typeof EventData)[T]>

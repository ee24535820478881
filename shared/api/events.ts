import * as v from 'valibot'
import { href } from '../routes/match.ts'
import type { MailedKind, PushKind } from '../rules/news.ts'
import { PAYMENT_STATES } from '../rules/payments.ts'
import type { EndpointName } from './contract.ts'
import { Message } from './message.ts'
import { PublicId } from './values.ts'

/** Header of the origin's answers to a member: the number of their newest event before the answer was made. */
export const EVENT_NUMBER = 'x-event-number'

/** What one type of event means. */
interface EventRow<S extends v.GenericSchema> {
  data: S
  /**
   * Endpoints whose answers have changed: the client refetches those that it has cached, in addition to what it applies from `data`
   * (client/live/apply-event.ts). Old answers plus the event must then equal fresh answers (tests/origin/live-law.test.ts). `getMember` and
   * `getLike` are refetched only for the profile in `profile_id`, if there is one.
   */
  refetch: readonly EndpointName[]
  /** What the member is notified of by mail and push while they are away: a kind of news, a kind of push, and the page that shows it. */
  news?: { kind: MailedKind; push: PushKind; path: (data: v.InferOutput<S>) => string }
}

// @__NO_SIDE_EFFECTS__
function row<S extends v.GenericSchema>(meaning: EventRow<S>): EventRow<S> {
  return meaning
}

/** Something momentary: it is sent to open streams, without a number, and not stored. */
// @__NO_SIDE_EFFECTS__
function passing<S extends v.GenericSchema>(data: S): EventRow<S> & { passing: true } {
  return { data, refetch: [], passing: true }
}

const AboutProfile = v.strictObject({ profile_id: PublicId })
const ReadUpTo = v.strictObject({ conversation_id: PublicId, position: v.number() })
const Nothing = v.strictObject({})

/** Everything that an open page may show of other members. */
const SHOW_MEMBERS = [
  'getUser',
  'listChats',
  'getChat',
  'getChatPhoto',
  'listLikes',
  'getLike',
  'listVisits',
  'listBlocked',
  'getMember',
  'searchMembers',
  'countMembers',
  'getSignupMatches',
  'findMatches',
  'getSwipeDeck',
  'getHome'
] as const satisfies readonly EndpointName[]

const TYPES = {
  /** To both sides: other tabs and devices of the sender too. */
  message: row({
    data: v.strictObject({ conversation_id: PublicId, profile_id: PublicId, message: Message }),
    refetch: ['getHome'],
    news: { kind: 'messages', push: 'message', path: ({ conversation_id }) => href('chats-id', { id: conversation_id }) }
  }),
  /** A message was given a heart, or lost it. */
  heart: row({ data: v.strictObject({ conversation_id: PublicId, position: v.number(), heart: v.boolean() }), refetch: [] }),
  /** A message was taken back by its writer while it was unread, or removed by a moderator. */
  message_taken_back: row({
    data: v.strictObject({ conversation_id: PublicId, position: v.number() }),
    refetch: ['getUser', 'listChats', 'getChat', 'getChatPhoto', 'getHome']
  }),
  /** The member has chosen to see a photo of the other side. */
  photo_shown: row({ data: v.strictObject({ conversation_id: PublicId, position: v.number() }), refetch: ['getChatPhoto'] }),
  /** The other side has read up to `position`. */
  read: row({ data: ReadUpTo, refetch: [] }),
  /** The member has read up to `position`, here or elsewhere. */
  chat_seen: row({ data: ReadUpTo, refetch: ['getUser', 'listChats', 'getHome'] }),
  /** The other side is writing. */
  typing: passing(v.strictObject({ conversation_id: PublicId })),
  /** The member has deleted or muted a conversation. */
  chats_changed: row({ data: Nothing, refetch: ['getUser', 'listChats', 'getChat', 'getChatPhoto', 'getHome'] }),
  like: row({
    data: AboutProfile,
    refetch: ['getUser', 'listLikes', 'getLike', 'getMember', 'getHome'],
    news: { kind: 'likes', push: 'like', path: () => href('likes') }
  }),
  /** A like by someone whom the member likes. */
  match: row({
    data: AboutProfile,
    refetch: ['getUser', 'listLikes', 'getLike', 'getMember', 'getHome'],
    news: { kind: 'likes', push: 'match', path: ({ profile_id }) => href('likes-m-id', { id: profile_id }) }
  }),
  /**
   * The member likes this profile or no longer does; or is no longer liked by it, or again by a like they were told of before. `liked` and `match`
   * are the new values, where they have changed: results of a search aren't refetched.
   */
  likes_changed: row({
    data: v.strictObject({ ...AboutProfile.entries, liked: v.optional(v.boolean()), match: v.optional(v.boolean()) }),
    refetch: ['getUser', 'listLikes', 'getLike', 'getMember', 'listChats', 'getChat', 'getSwipeDeck', 'getHome', 'listVisits']
  }),
  /** The member has seen a new like. */
  likes_seen: row({ data: Nothing, refetch: ['getUser', 'listLikes', 'getLike', 'getHome'] }),
  /** Someone opened the member's profile. */
  visit: row({
    data: AboutProfile,
    refetch: ['getUser', 'listVisits'],
    news: { kind: 'visits', push: 'visit', path: () => href('visitors') }
  }),
  /** The member has seen who opened their profile. */
  visits_seen: row({ data: Nothing, refetch: ['getUser', 'listVisits'] }),
  /**
   * Someone in the member's lists came or left, or open pages now show someone else, or others differently. It doesn't say why: a block looks the
   * same.
   */
  contacts_changed: row({ data: Nothing, refetch: SHOW_MEMBERS }),
  /** The member has blocked or unblocked someone. */
  blocks_changed: row({ data: Nothing, refetch: SHOW_MEMBERS }),
  account_changed: row({ data: Nothing, refetch: ['getUser', 'listSessions'] }),
  /** The address was confirmed or changed: the profile may be visible and mails are sent again. */
  address_changed: row({
    data: Nothing,
    refetch: ['getUser', 'getNotifications', 'getProfile', 'getMember', 'getChat', 'listSessions', 'getHome']
  }),
  profile_changed: row({
    data: Nothing,
    refetch: ['getUser', 'getProfile', 'getMember', 'getChat', 'getLike', 'getSwipeDeck', 'findMatches', 'getHome', 'listVisits']
  }),
  photos_changed: row({ data: Nothing, refetch: ['getUser', 'listPhotos', 'getMember', 'getHome'] }),
  /** The member sees one more photo of this profile, for credits. */
  photo_unlocked: row({ data: AboutProfile, refetch: ['getMember'] }),
  /** What this profile has received has changed: the member's own, or one that they gave a gift. */
  gifts_changed: row({ data: AboutProfile, refetch: ['getMember'] }),
  /** Premium shows more of others, and more of the member's own photos. */
  premium_changed: row({ data: Nothing, refetch: ['getUser', 'listPhotos', 'getMember', 'getChat', 'getWelcomeCode', 'getDiscountCode'] }),
  /** A payment has changed state, and perhaps what the member may do now. */
  payment: row({
    data: v.strictObject({ payment_id: PublicId, status: v.picklist(PAYMENT_STATES) }),
    refetch: [
      'getUser',
      'getPayment',
      'getDirectDebit',
      'getSavedMethods',
      'listTransactions',
      'listPhotos',
      'getCredits',
      'getLimits',
      'listWithdrawable',
      'getLeaving',
      'getWelcomeCode',
      'getDiscountCode'
    ]
  }),
  notifications_changed: row({ data: Nothing, refetch: ['getUser', 'getNotifications'] }),
  /** The member has changed their spending limits, or paused buying. */
  limits_changed: row({ data: Nothing, refetch: ['getLimits', 'getUser', 'getWelcomeCode', 'getLeaving'] }),
  /** The member has signed or revoked a mandate of direct debit. */
  mandate_changed: row({ data: Nothing, refetch: ['getDirectDebit', 'getSavedMethods', 'getCredits'] }),
  /** The member has removed their saved card. */
  card_changed: row({ data: Nothing, refetch: ['getSavedMethods', 'getCredits'] }),
  /** Credits were spent, given or taken back: what the member has now. */
  credits_changed: row({ data: v.strictObject({ credits: v.number() }), refetch: ['listWithdrawable', 'getLeaving'] })
}

/**
 * What `GET /api/events.php` sends: `id` is the member's event number, `event` the type, `data` what its row says. A new type only needs a row:
 * `announce` (origin/events/announce.ts) writes and sends it, mails and pushes its news, and the client knows what to refetch.
 */
export const EVENTS = {
  ...TYPES,
  /** The stream can't say what happened: the reader was away too long, or a newer version of the program wrote the event. */
  everything_changed: row({ data: Nothing, refetch: [...new Set(Object.values(TYPES).flatMap(({ refetch }) => refetch))] })
}

export type EventType = keyof typeof EVENTS
export type EventPayload<T extends EventType> = v.InferOutput<(typeof EVENTS)[T]['data']>

/** Types of events that are only sent to open streams. */
export type PassingType = { [T in EventType]: (typeof EVENTS)[T] extends { passing: true } ? T : never }[EventType]

/** An event for one member, by row number. */
export type Announcement = { [T in Exclude<EventType, PassingType>]: { to: number; type: T; data: EventPayload<T> } }[Exclude<
  EventType,
  PassingType
>]

// @__NO_SIDE_EFFECTS__
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENTS, type)
}

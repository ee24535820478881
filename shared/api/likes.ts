import * as v from 'valibot'
import { MemberCard } from './members.ts'
import { Instant, NoBody, NoQuery, PublicId } from './values.ts'
import { contract } from './endpoint.ts'

const Like = v.strictObject({
  ...MemberCard.entries,
  /** In the list of matches: since when it has been one. */
  liked_at: Instant,
  /** Both like each other. */
  match: v.boolean(),
  /** An automatic greeting, which the one who likes agreed to; labelled as such everywhere. */
  automatic: v.boolean()
})
const LikeReceived = v.strictObject({ ...Like.entries, like_new: v.boolean() })

/** A position where a list goes on; opaque to callers. */
const Cursor = v.pipe(v.string('invalid'), v.regex(/^[on]?\d{1,17}\.[A-Za-z0-9_-]{22}$/, 'invalid'))

export const LIKES_TYPES = ['received', 'given', 'matches'] as const
export type LikesType = (typeof LIKES_TYPES)[number]

/** A member in the likes context: who likes whom, and what the two have in common. */
export const LikedMember = v.strictObject({
  ...MemberCard.entries,
  /** The member likes the viewer. */
  likes_you: v.boolean(),
  like_new: v.boolean(),
  match: v.boolean(),
  automatic: v.boolean(),
  shared_interests: v.array(v.string())
})
export type LikedMember = v.InferOutput<typeof LikedMember>

/** `like`: someone greeted the newcomer automatically, as they agreed to. `suggestion`: no one likes the member; nothing was stored. */
export const AutoLikeKind = v.picklist(['like', 'suggestion'])

export const likes = contract({
  listLikes: {
    method: 'GET',
    path: '/api/likes.php',
    summary:
      'Likes given (`profiles`) and received (`liked_by`, new ones first), 100 of each; with `type` only that list, with `after` from there on.',
    audience: 'member',
    polled: true,
    query: v.strictObject({ type: v.optional(v.picklist(LIKES_TYPES, 'invalid')), after: v.optional(Cursor) }),
    body: NoBody,
    output: v.strictObject({
      profiles: v.array(Like),
      liked_by: v.array(LikeReceived),
      /** Only if `type` asks for them. */
      matches: v.array(Like),
      /** Exact up to 1,000. */
      total_new: v.number(),
      /** For each list where its next page begins; null if it is complete. */
      more: v.strictObject({ received: v.nullable(v.string()), given: v.nullable(v.string()), matches: v.nullable(v.string()) })
    })
  },
  getLike: {
    method: 'GET',
    path: '/api/like.php',
    summary: 'A member in the likes context: who likes whom, and the interests both have.',
    audience: 'member',
    quota: 'profiles',
    query: v.strictObject({ id: PublicId }),
    body: NoBody,
    output: v.strictObject({ member: LikedMember }),
    errors: ['not_found']
  },
  likeMember: {
    method: 'POST',
    path: '/api/like.php',
    summary: 'Like a member. Repeating it changes nothing. `member` is filled in for a match.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ id: PublicId }),
    output: v.strictObject({ liked: v.literal(true), match: v.boolean(), member: v.nullable(LikedMember) }),
    errors: ['not_found']
  },
  unlikeMember: {
    method: 'DELETE',
    path: '/api/like.php',
    summary: 'Remove a like.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ id: PublicId }),
    output: v.strictObject({ liked: v.literal(false) }),
    errors: ['not_found']
  },
  autoLike: {
    method: 'GET',
    path: '/api/auto-like.php',
    summary:
      'Whom the new-like modal shows, as the site’s `auto_like` says: a member who agreed to greet newcomers, a suggestion, or no one.',
    audience: 'member',
    limit: 'write',
    quota: 'cards',
    changes: true,
    header: true,
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({ kind: v.nullable(AutoLikeKind), profile: v.nullable(MemberCard) })
  }
})

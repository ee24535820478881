import * as v from 'valibot'
import { MemberCard } from './members.ts'
import { Instant, NoBody, PublicId, QueryInteger } from './values.ts'
import { contract } from './endpoint.ts'

const Like = v.strictObject({ ...MemberCard.entries, liked_at: Instant, match: v.boolean() })
const LikeReceived = v.strictObject({ ...Like.entries, like_new: v.boolean() })

export const likes = contract({
  listLikes: {
    method: 'GET',
    path: '/api/likes.php',
    summary: 'Likes given (`profiles`) and received (`liked_by`, new ones first), 100 per page.',
    audience: 'member',
    polled: true,
    query: v.strictObject({ page: v.optional(QueryInteger(1, 500)) }),
    body: NoBody,
    output: v.strictObject({
      profiles: v.array(Like),
      liked_by: v.array(LikeReceived),
      total_profiles: v.number(),
      total_liked_by: v.number(),
      total_new: v.number(),
      page: v.number()
    })
  },
  likeMember: {
    method: 'POST',
    path: '/api/like.php',
    summary: 'Like a member. Repeating it changes nothing.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ id: PublicId }),
    output: v.strictObject({ liked: v.literal(true), match: v.boolean() }),
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
  }
})

import * as v from 'valibot'
import { entry } from './entry.ts'
import { MemberCard } from './members.ts'
import { Instant, NoBody, Nothing, PublicId, QueryInteger } from './values.ts'

const Like = v.strictObject({ ...MemberCard.entries, liked_at: Instant, match: v.boolean() })
const LikeReceived = v.strictObject({ ...Like.entries, like_new: v.boolean() })

export const listLikes = entry({
  name: 'listLikes',
  method: 'GET',
  path: '/api/likes.php',
  summary: 'Likes given (`profiles`) and received (`liked_by`, new ones first), 100 a page.',
  audience: 'member',
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
})

export const likeMember = entry({
  name: 'likeMember',
  method: 'POST',
  path: '/api/like.php',
  summary: 'Like a member. Liking twice is one like.',
  audience: 'member',
  idempotency: 'natural',
  query: v.strictObject({}),
  body: v.strictObject({ id: PublicId }),
  output: v.strictObject({ liked: v.literal(true), match: v.boolean() }),
  errors: ['not_found']
})

export const unlikeMember = entry({
  name: 'unlikeMember',
  method: 'DELETE',
  path: '/api/like.php',
  summary: 'Take a like back.',
  audience: 'member',
  idempotency: 'natural',
  query: v.strictObject({}),
  body: v.strictObject({ id: PublicId }),
  output: v.strictObject({ liked: v.literal(false) }),
  errors: ['not_found']
})

export const blockMember = entry({
  name: 'blockMember',
  method: 'POST',
  path: '/api/block.php',
  summary: 'Block a member: neither sees, finds, likes or writes to the other.',
  audience: 'member',
  idempotency: 'natural',
  query: v.strictObject({}),
  body: v.strictObject({ id: PublicId }),
  output: Nothing,
  errors: ['not_found']
})

export const unblockMember = entry({
  name: 'unblockMember',
  method: 'DELETE',
  path: '/api/block.php',
  summary: 'Lift a block.',
  audience: 'member',
  idempotency: 'natural',
  query: v.strictObject({}),
  body: v.strictObject({ id: PublicId }),
  output: Nothing,
  errors: ['not_found']
})

export const listBlocked = entry({
  name: 'listBlocked',
  method: 'GET',
  path: '/api/block.php',
  summary: 'Whom the member has blocked, newest first, 100 a page.',
  audience: 'member',
  query: v.strictObject({ page: v.optional(QueryInteger(1, 500)) }),
  body: NoBody,
  output: v.strictObject({
    blocked: v.array(v.strictObject({ id: PublicId, name: v.string(), blocked_at: Instant })),
    total: v.number(),
    page: v.number()
  })
})

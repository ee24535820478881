import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { Instant, NoBody, Nothing, PublicId, QueryInteger } from './values.ts'

export const safety = contract({
  blockMember: {
    method: 'POST',
    path: '/api/block.php',
    summary: 'Block a member: neither sees, finds, likes or writes to the other.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ id: PublicId }),
    output: Nothing,
    errors: ['not_found']
  },
  unblockMember: {
    method: 'DELETE',
    path: '/api/block.php',
    summary: 'Unblock a member.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ id: PublicId }),
    output: Nothing,
    errors: ['not_found']
  },
  listBlocked: {
    method: 'GET',
    path: '/api/block.php',
    summary: 'Members whom this member has blocked, newest first, 100 per page.',
    audience: 'member',
    query: v.strictObject({ page: v.optional(QueryInteger(1, 500)) }),
    body: NoBody,
    output: v.strictObject({
      blocked: v.array(v.strictObject({ id: PublicId, name: v.string(), blocked_at: Instant })),
      total: v.number(),
      page: v.number()
    })
  }
})

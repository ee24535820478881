import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { LikedMember } from './likes.ts'
import { MemberCard } from './members.ts'
import { Instant, NoBody, NoQuery, PublicId } from './values.ts'

/** A member on a card of the swipe game. */
export const SwipeCard = v.strictObject({
  ...MemberCard.entries,
  /** Interests that both have, as far as the viewer may see them. */
  shared_interests: v.array(v.string())
})
export type SwipeCard = v.InferOutput<typeof SwipeCard>

/** How many likes a member may still give in the game today. */
const Allowance = v.strictObject({
  likes_left: v.number(),
  /** When the site's next day begins, with new likes. */
  next_likes_at: Instant,
  now: Instant
})
export type Allowance = v.InferOutput<typeof Allowance>

export const swipe = contract({
  getSwipeDeck: {
    method: 'GET',
    path: '/api/swipe.php',
    summary: 'The next cards of the swipe game, and the likes that are left today. Never anyone whom the member likes or has passed.',
    audience: 'member',
    limit: 'search',
    quota: 'cards',
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({
      cards: v.array(SwipeCard),
      /** The last passes, newest first: they can be taken back, after which the next ones are the last. */
      passed: v.array(SwipeCard),
      ...Allowance.entries
    })
  },
  swipeMember: {
    method: 'POST',
    path: '/api/swipe.php',
    summary: 'Like or pass a card of the swipe game, or take a pass back. A few likes a day; passes are not counted.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ id: PublicId, choice: v.picklist(['like', 'pass', 'undo'], 'invalid') }),
    output: v.strictObject({
      /** The state from now on: a like can't be passed or taken back here. */
      choice: v.nullable(v.picklist(['like', 'pass'])),
      /** Set if the other one likes the member too: a match. */
      match: v.nullable(LikedMember),
      ...Allowance.entries
    }),
    errors: ['not_found', 'limit_reached']
  }
})

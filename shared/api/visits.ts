import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { MemberCard } from './members.ts'
import { CalendarDay, NoBody, NoQuery, Nothing, PublicId } from './values.ts'

export const visits = contract({
  visitMember: {
    method: 'POST',
    path: '/api/visit.php',
    summary:
      'The member has seen this profile: its like is no longer new. At most once a day it is a visit, which the other member sees, if both show their visits.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ id: PublicId }),
    output: Nothing,
    errors: ['not_found']
  },
  listVisits: {
    method: 'GET',
    path: '/api/visits.php',
    summary: 'Who opened the profile of the member, newest first, at most 100.',
    audience: 'member',
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({
      /** False if the member doesn't show their own visits: then they see none. */
      shown: v.boolean(),
      /** `visited_on`: the day of the last visit. */
      visits: v.array(v.strictObject({ ...MemberCard.entries, visited_on: CalendarDay, visit_new: v.boolean() })),
      total_new: v.number()
    })
  },
  seeVisits: {
    method: 'PUT',
    path: '/api/visits.php',
    summary: 'The member has seen the list: no visit is new any more.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: Nothing,
    output: Nothing
  },
  stayPresent: {
    method: 'POST',
    path: '/api/presence.php',
    summary: 'A page of the member is open and in front: they are online. Called every 60 seconds.',
    audience: 'member',
    idempotency: 'natural',
    limit: 'beacon',
    query: NoQuery,
    body: Nothing,
    output: Nothing
  },
  pageHidden: {
    method: 'POST',
    path: '/api/page-hidden.php',
    summary: 'The page was hidden: stores when the member was last seen.',
    audience: 'anyone',
    caller: 'beacon',
    limit: 'beacon',
    query: NoQuery,
    body: Nothing,
    output: Nothing
  },
  pageBounce: {
    method: 'POST',
    path: '/api/page-bounce.php',
    summary: 'A visit with `lb` in its link left at once: counted by day and campaign, without a person.',
    audience: 'anyone',
    caller: 'beacon',
    limit: 'beacon',
    query: v.strictObject({ network: v.optional(v.string(), ''), lb: v.optional(v.string(), '') }),
    body: Nothing,
    output: Nothing
  }
})

import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { NoQuery, Nothing, PublicId } from './values.ts'

export const visits = contract({
  visitMember: {
    method: 'POST',
    path: '/api/visit.php',
    summary: 'The member has seen this profile: its like is no longer new.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ id: PublicId }),
    output: Nothing,
    errors: ['not_found']
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
    summary: 'A visit with `lb` left at once: counted by day and campaign, without a person.',
    audience: 'anyone',
    caller: 'beacon',
    limit: 'beacon',
    query: NoQuery,
    body: Nothing,
    output: Nothing
  }
})

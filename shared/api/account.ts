import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { Instant, NoBody, NoQuery, TypedPassword } from './values.ts'
import { MoneyBack } from './withdrawals.ts'

export const DeletionForm = v.strictObject({
  password: TypedPassword,
  /** Refund unused credits before the account is deleted. */
  refund: v.optional(v.boolean('invalid'), false)
})

export const account = contract({
  getLeaving: {
    method: 'GET',
    path: '/api/account.php',
    summary:
      'What a member who wants to delete the account should know: what unused credits are worth, and the offer for staying, if there is one.',
    audience: 'member',
    whileClosed: true,
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({
      unused: v.array(MoneyBack),
      /** Null: none, or the member has already had it. */
      offer: v.nullable(v.strictObject({ percentage: v.number(), days: v.number() }))
    })
  },
  takeLeavingOffer: {
    method: 'POST',
    path: '/api/account.php',
    when: 'stay',
    summary: 'Stay, and have the discount that `getLeaving` offers: it applies to one order by itself until it expires.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({ stay: v.literal('1', 'invalid') }),
    body: v.strictObject({}),
    output: v.strictObject({ code: v.string(), percentage: v.number(), expires: Instant }),
    errors: ['not_found']
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/account.php',
    summary:
      'Delete your own account: every session ends and no one can find the member any more. A mailed link restores it for 14 days (token.php); then it is erased. `refund` gives back what unused credits are worth.',
    audience: 'member',
    whileClosed: true,
    restricted: true,
    limit: 'attempt',
    query: NoQuery,
    body: DeletionForm,
    output: v.strictObject({ status: v.literal('deleted') }),
    errors: ['login_blocked']
  }
})

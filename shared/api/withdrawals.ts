import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { Instant, NoBody, NoQuery, PublicId } from './values.ts'

const Withdrawable = v.strictObject({
  payment_id: PublicId,
  reference: v.string(),
  paid_at: Instant,
  /** The last moment to withdraw. */
  until: Instant,
  /** Time zone in which that is the end of a day: that of the brand that sold it. */
  time_zone: v.string(),
  /** Unused credits, and their share of what was paid in minor units of the currency. */
  credits: v.number(),
  amount: v.number(),
  currency: v.string()
})

/** Unused credits of any number of orders in one currency, and what is refunded for them in its minor units. */
export const MoneyBack = v.strictObject({ credits: v.number(), amount: v.number(), currency: v.string() })
export type MoneyBack = v.InferOutput<typeof MoneyBack>

export const WithdrawalForm = v.strictObject({ payment_id: PublicId })

export const withdrawals = contract({
  listWithdrawable: {
    method: 'GET',
    path: '/api/withdrawal.php',
    summary: 'Purchases that the member can withdraw from now, newest first, and what goes back.',
    audience: 'member',
    whileClosed: true,
    restricted: true,
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({ orders: v.array(Withdrawable) })
  },
  withdraw: {
    method: 'POST',
    path: '/api/withdrawal.php',
    summary:
      'Withdraw from a purchase: its unused credits are taken and their share of the price goes back; confirmed by mail with the time.',
    audience: 'member',
    whileClosed: true,
    restricted: true,
    idempotency: 'key',
    query: NoQuery,
    body: WithdrawalForm,
    output: v.strictObject({ credits: v.number(), amount: v.number(), currency: v.string(), at: Instant }),
    errors: ['not_found', 'already_used']
  }
})

import { withdrawalEnd } from '../../shared/rules/withdrawal-end.ts'
import { worthOf } from '../credits/book-order.ts'
import { unusedCredits } from '../credits/unused-credits.ts'
import type { Db } from '../http/handler.ts'
import type { Order } from '../payments/order-store.ts'

/** Unused credits of an order, and their share of what was paid. */
export interface Unused {
  order: Order
  credits: number
  /** Minor units of the order's currency. */
  amount: number
}

/** What is given back if the member withdraws from an order now. */
export interface Withdrawable extends Unused {
  until: Date
  /** The time zone in which `until` is the end of a day. */
  timeZone: string
}

/** The paid orders of a member, by row number, that have unused credits; newest first. */
export async function selectUnused(db: Db, member: number): Promise<Unused[]> {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('member_id', '=', member)
    .where('status', '=', 'completed')
    .where('remaining', '>', 0)
    .orderBy('id', 'desc')
    .execute()
  if (orders.length === 0) return []
  const unused = await unusedCredits(db, member)
  return orders.flatMap((order) => {
    // A bank that took a part of the money took its credits with it, whether or not they were used by then.
    const credits = Math.min(unused.get(order.id) ?? 0, order.remaining_credits)
    const amount = worthOf(order, credits)
    return credits > 0 && amount > 0 ? [{ order, credits, amount }] : []
  })
}

/**
 * The orders of a member, by row number, that they can withdraw from: paid within the brand's `refund_days`, with credits that are not used.
 * @param termsOf what holds on the brand where an order was placed: its time zone, and the days, for one that doesn't keep those that it was sold with
 */
export async function selectWithdrawable(
  db: Db,
  member: number,
  { now, termsOf }: { now: Date; termsOf: (tenant: string) => { days: number; timeZone: string } }
): Promise<Withdrawable[]> {
  const unused = await selectUnused(db, member)
  return unused.flatMap((one) => {
    const { order } = one
    const { days, timeZone } = termsOf(order.tenant)
    const until = withdrawalEnd(order.paid_at!, { days: order.terms?.refund_days ?? days, timeZone })
    return until >= now ? [{ ...one, until, timeZone }] : []
  })
}

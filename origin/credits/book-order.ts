import type { Db } from '../http/handler.ts'
import { book, type Booked } from './book.ts'
import { unusedCreditsOf } from './unused-credits.ts'

/** What the books need to know about an order. Money in minor units of its currency. */
export interface BookedOrder {
  /** Row number. */
  id: number
  tenant: string
  member_id: number
  credits: number
  currency: string
  /** Before and after the discount: `price - discount = total`. */
  price: number
  discount: number
  total: number
  /** Given back so far. */
  refunded: number
  refunded_credits: number
}

/** Money and credits that are given back. */
export interface Refund {
  credits: number
  amount: number
  author?: string
  note?: string
}

/** A completed payment: the provider holds the money, the member has the credits. Once for each order. */
export async function bookPayment(db: Db, order: BookedOrder, now: Date): Promise<Booked> {
  const { id, tenant, member_id: member, credits, currency: unit, price, discount, total } = order
  return await book(db, {
    key: `purchase:${id}`,
    tenant,
    reason: 'purchase',
    order: id,
    now,
    legs: [
      { account: 'provider', unit, amount: total },
      { account: 'discounts', unit, amount: discount },
      { account: 'revenue', unit, amount: -price },
      { account: 'member', member, unit: 'credits', amount: credits },
      { account: 'house', unit: 'credits', amount: -credits }
    ]
  })
}

/**
 * Gives money back by our own decision, with the credits it was paid for. `order` is as before the refund: what was given back until then names this
 * refund, so that repeating it changes nothing. Throws `not_enough_credits` if the member has spent them.
 */
export async function bookRefund(db: Db, order: BookedOrder, { credits, amount, author, note }: Refund, now: Date): Promise<Booked> {
  if (amount > order.total - order.refunded || credits > order.credits - order.refunded_credits)
    throw new Error(`Order ${order.id} has less to give back`)
  const { id, tenant, member_id: member, currency: unit } = order
  return await book(db, {
    key: `refund:${id}:${order.refunded}:${order.refunded_credits}`,
    tenant,
    reason: 'refund',
    order: id,
    author: author ?? null,
    note: note ?? null,
    now,
    legs: [
      { account: 'provider', unit, amount: -amount },
      { account: 'refunds', unit, amount },
      { account: 'member', member, unit: 'credits', amount: -credits },
      { account: 'house', unit: 'credits', amount: credits }
    ]
  })
}

/** What a chargeback took. */
export interface Chargeback {
  /** Money that the provider took back. */
  amount: number
  /** Credits of the order that were unused, and are gone now. */
  credits: number
  /** What the member owes: for those that were used, and what had been given back before. */
  debt: number
}

/**
 * The member's bank took the money of an order back: its unused credits are gone, and for the used ones the member owes their share. Once for each
 * order. Lock the member first.
 * @param twice what the bank took although it had been given back: that is owed, too
 */
export async function bookChargeback(db: Db, order: BookedOrder, now: Date, twice = 0): Promise<Chargeback> {
  const { id, tenant, member_id: member, currency: unit } = order
  const amount = order.total - order.refunded
  const left = order.credits - order.refunded_credits
  const unused = Math.min(left, await unusedCreditsOf(db, order))
  // Rounded in the member's favour.
  const returned = left === 0 ? amount : Math.ceil((amount * unused) / left)
  await book(db, {
    key: `chargeback:${id}`,
    tenant,
    reason: 'chargeback',
    order: id,
    now,
    legs: [
      { account: 'provider', unit, amount: -amount - twice },
      { account: 'refunds', unit, amount: returned },
      { account: 'debts', member, unit, amount: amount - returned + twice },
      { account: 'member', member, unit: 'credits', amount: -unused },
      { account: 'house', unit: 'credits', amount: unused }
    ]
  })
  return { amount: amount + twice, credits: unused, debt: amount - returned + twice }
}

/** What unused credits of an order are worth: their share of what was paid, rounded in the member's favour. */
export function worthOf({ credits, total, refunded }: Pick<BookedOrder, 'credits' | 'total' | 'refunded'>, unused: number): number {
  return Math.min(total - refunded, Math.ceil((total * unused) / credits))
}

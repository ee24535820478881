import type { LedgerAccount } from '../db/tables/credits.ts'
import type { Db } from '../http/handler.ts'
import { book, findMovement, type Booked } from './book.ts'
import { selectOwed } from './debts.ts'
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
  /** What banks have taken besides. */
  charged_back: number
  charged_back_credits: number
  /** What is left of the total and of the credits after both. */
  remaining: number
  remaining_credits: number
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
  if (amount > order.remaining || credits > order.remaining_credits) throw new Error(`Order ${order.id} has less to give back`)
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

/** What a bank has taken back of an order. */
export interface Chargeback {
  /** The provider's name for it. */
  event: string
  /** Of the money that remained. */
  amount: number
  /** What it took although it had been given back: that is owed, too. */
  twice: number
}

/** What a chargeback took from the member. */
export interface Taken {
  /** Credits of the order that this money was for. */
  credits: number
  /** Those of them that were unused, and are gone now. */
  unused: number
  /** What the member owes: for those that were used, and what had been given back before. */
  debt: number
}

const reversalOf = ({ id }: { id: number }) => `reversed:${id}`
const keyOf = ({ id }: Pick<BookedOrder, 'id'>, event: string) => `chargeback:${id}:${event}`

/**
 * The member's bank took money of an order back: the credits it was for are gone as far as they are unused, and for the used ones the member owes
 * their share. Once for each event. Lock the member first.
 */
export async function bookChargeback(db: Db, order: BookedOrder, { event, amount, twice }: Chargeback, now: Date): Promise<Taken> {
  const { id, tenant, member_id: member, currency: unit, remaining, remaining_credits: left } = order
  if (amount > remaining) throw new Error(`Order ${id} has less left for a bank to take`)
  // Both are rounded in the member's favour.
  const credits = amount === remaining ? left : Math.floor((left * amount) / remaining)
  const unused = Math.min(credits, await unusedCreditsOf(db, order))
  const returned = credits === 0 ? amount : Math.ceil((amount * unused) / credits)
  await book(db, {
    key: keyOf(order, event),
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
  return { credits, unused, debt: amount - returned + twice }
}

/**
 * A bank has returned what it took by a chargeback: its movement is taken back, once. A debt that has been settled meanwhile can't be taken back:
 * that part lowers what our refunds cost. Lock the member first.
 * @param erased the member is gone: no account without a member gets credits
 * @returns what came back, and the settled part of the debt; null if this chargeback was never booked, or is reversed already
 */
export async function bookChargebackReversal(
  db: Db,
  order: BookedOrder,
  { event, erased = false }: { event: string; erased?: boolean },
  now: Date
): Promise<{ amount: number; settled: number } | null> {
  const taken = await findMovement(db, keyOf(order, event))
  if (!taken || (await findMovement(db, reversalOf(taken)))) return null
  const { tenant, member_id: member, currency: unit } = order
  const back = (account: LedgerAccount) => -(taken.legs.find((leg) => leg.account === account)?.amount ?? 0)
  const owed = (await selectOwed(db, member, unit)).find((one) => one.tenant === tenant)?.amount ?? 0
  const debt = Math.min(-back('debts'), owed)
  const settled = -back('debts') - debt
  const credits = erased ? 0 : back('member')
  await book(db, {
    key: reversalOf(taken),
    tenant,
    reason: 'chargeback',
    order: order.id,
    corrects: taken.id,
    now,
    legs: [
      { account: 'provider', unit, amount: back('provider') },
      { account: 'refunds', unit, amount: back('refunds') - settled },
      { account: 'debts', member, unit, amount: -debt },
      { account: 'member', member, unit: 'credits', amount: credits },
      { account: 'house', unit: 'credits', amount: -credits }
    ]
  })
  return { amount: back('provider'), settled }
}

/** What unused credits of an order are worth: their share of what was paid, rounded in the member's favour. */
export function worthOf({ credits, total, remaining }: Pick<BookedOrder, 'credits' | 'total' | 'remaining'>, unused: number): number {
  return Math.min(remaining, Math.ceil((total * unused) / credits))
}

import { findMember } from '../accounts/store.ts'
import { bookRefund } from '../credits/book-order.ts'
import { unusedCreditsOf } from '../credits/unused-credits.ts'
import { newPublicId } from '../db/public-id.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { createWaker } from '../jobs/waker.ts'
import { ProviderRefused, ProviderUnavailable, type Fact } from '../providers/payment/port.ts'
import { announceOrder } from './settle-order.ts'
import { updateOrder, type Order } from './order-store.ts'
import {
  endRefund,
  findRefund,
  insertRefund,
  refuseRefund,
  selectRefused,
  takeRefund,
  updateRefund,
  type RefundRow
} from './refund-store.ts'

/** What part of an order is given back, by whose decision, and why. */
export interface Refund {
  /** Minor units of the order's currency, and the credits that it was paid for. */
  amount: number
  credits: number
  author: string
  reason: string
}

/**
 * Refunds money of a completed order and takes its credits: booked now, and requested from the provider after the commit until it accepts. The member
 * and the order must be locked, and `order` must be current. Throws `not_enough_credits` if the member has spent them.
 */
export async function refundOrder(unit: UnitOfWork, order: Order, refund: Refund): Promise<RefundRow> {
  await book(unit, order, refund)
  const inserted = await insertRow(unit, order, refund)
  unit.afterCommit(() => wakeRefunds(unit.deps))
  return inserted
}

async function insertRow(
  { db, now }: UnitOfWork,
  { id }: Order,
  { amount, credits, author, reason }: Refund,
  done: Parameters<typeof updateRefund>[2] = {}
): Promise<RefundRow> {
  const row = { amount, credits, author, reason, kind: 'order', order_id: id, created_at: now, due_at: now, ...done } as const
  return await insertRefund(db, { ...row, public_id: newPublicId() })
}

async function book(unit: UnitOfWork, order: Order, { amount, credits, author, reason: note }: Refund): Promise<void> {
  const { db, now } = unit
  await bookRefund(db, order, { amount, credits, author, note }, now)
  const { refunded, refunded_credits: back } = order
  const changed = await updateOrder(db, order.id, { refunded: refunded + amount, refunded_credits: back + credits })
  const member = await findMember(db, order.member_id)
  if (member) await announceOrder(unit, changed, member)
}

/**
 * Did we ask for this refund of the order, or does it replace one that the provider has refused? Then it is booked already, and done now. Someone who
 * reads of a refused one may well make it at the provider instead of sending it again: its amount tells.
 */
export async function endOwnRefund({ db, now }: UnitOfWork, order: Order, { refund, event, amount }: Fact): Promise<boolean> {
  const ours = refund
    ? await findRefund(db, order.id, refund)
    : (await selectRefused(db, { order: order.id })).find((refused) => refused.amount === amount)
  if (ours) await endRefund(db, { id: ours.id, order: order.id }, event, now)
  return ours !== undefined
}

/**
 * The provider could not make a refund that it had accepted: its money is still owed, so it waits for an operator, as one that was refused at once
 * does. Returns why it changes nothing, or null.
 */
export async function failRefund({ db, deps }: UnitOfWork, order: Order, { failed = '', reason }: Fact): Promise<string | null> {
  const answer = `the refund ${failed} was ${reason === 'canceled' ? 'cancelled' : 'accepted and failed later'}`
  const refund = await refuseRefund(db, order.id, failed, answer)
  if (!refund) return 'it is none of the refunds that are done'
  logRefused(deps, { order: order.reference, refund: refund.public_id, answer })
  return null
}

function logRefused({ log }: Pick<Deps, 'log'>, about: { order: string; refund: string; answer: string }): void {
  log.error(about, `the provider refused a refund for good: npm run payments -- resend ${about.order}`)
}

/**
 * Money of a completed order was refunded at the provider itself: credits are taken in proportion, as far as they are unused. Returns why it changes
 * nothing, or null.
 */
export async function takeRefundFact(unit: UnitOfWork, order: Order, { event, amount }: Fact): Promise<string | null> {
  if (amount > order.remaining) return 'more than is left of it'
  const credits = await creditsFor(unit.db, order, amount)
  const refund = { amount, credits, author: order.provider, reason: `made at the provider: ${event}` }
  await book(unit, order, refund)
  // Should it fail, it is sent again like one of ours.
  await insertRow(unit, order, refund, { status: 'done', done_at: unit.now, provider_refund_id: event })
  return null
}

/** The credits that go with an amount of an order: in proportion, as far as they are unused. */
export async function creditsFor(db: Db, order: Order, amount: number): Promise<number> {
  const { total, credits, remaining, remaining_credits: left } = order
  const share = left - Math.ceil((credits * (remaining - amount)) / total)
  return Math.max(0, Math.min(share, await unusedCreditsOf(db, order)))
}

/** Sends waiting refunds until none is due; returns how many the providers accepted. Several processes may run this at once. */
export async function sendRefunds(deps: Deps): Promise<number> {
  let count = 0
  for (;;) {
    const refund = await takeRefund(deps.db, deps.now())
    if (!refund) return count
    if (await send(deps, refund)) count += 1
  }
}

async function send(deps: Deps, { id, public_id: reference, order_id: orderId, amount }: RefundRow): Promise<boolean> {
  const { db, log } = deps
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const { provider: name, tenant, provider_payment_id: payment, currency, reference: description } = order
  try {
    const provider = await deps.payments.open(name, tenant)
    if (!provider || payment === null) throw new ProviderUnavailable(`the provider "${name}" is not set up`)
    const taken = await provider.refund({ payment, reference, amount, currency, description })
    await endRefund(db, { id, order: orderId }, taken, deps.now())
    return true
  } catch (error) {
    const answer = (error as Error).message
    const about = { order: description, refund: reference, answer }
    const refused = error instanceof ProviderRefused
    if (refused) logRefused(deps, about)
    else log.warn(about, 'the provider did not accept a refund')
    // Anything else may work next time; the provider refunds a reference only once.
    await updateRefund(db, id, { answer, ...(refused && { status: 'refused' }) })
    return false
  }
}

/** Sends refunds soon and in the background. */
export const { wake: wakeRefunds, idle: refundsIdle } = createWaker<Deps>(sendRefunds, 'refunds wait')

import { isSettled, mayMove, type PaymentState } from '../../shared/rules/payments.ts'
import { setPremium } from '../accounts/life-cycle/set-premium.ts'
import { findMember } from '../accounts/store.ts'
import { bookPayment } from '../credits/book-order.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { completeDiscount, releaseDiscount } from '../discounts/uses.ts'
import { mailDebitNotice } from '../directdebit/order-by-debit.ts'
import { announce } from '../events/announce.ts'
import { mailUnusualSpending } from '../statements/mail-unusual-spending.ts'
import { termsOf } from './order-terms.ts'
import { mailReceipt } from './receipt-mail.ts'
import { hasPaidOrder, updateOrder, type Order } from './order-store.ts'

/** Columns that change with the state. */
type With = Partial<Pick<Order, 'failure' | 'provider_payment_id'>>

/**
 * Moves an order to another state with everything that follows from it, and returns it: a completed one is booked, makes its member premium, uses up
 * its discount and is confirmed by mail; any other end gives the discount back. The only place that does so. The member and the order must be locked,
 * and the state allow the move.
 */
export async function settleOrder(unit: UnitOfWork, before: Order, to: PaymentState, changes: With = {}): Promise<Order> {
  const { db, now, deps } = unit
  if (!mayMove(before.status, to)) throw new Error(`Order ${before.id} is ${before.status} and cannot become ${to}`)
  const settled = isSettled(to)
  const tenant = to === 'completed' && deps.tenants.byId(before.tenant)
  const order = await updateOrder(db, before.id, {
    ...changes,
    status: to,
    checkout_url: null,
    checkout_until: null,
    ...(settled && { settled_at: now, ask_at: null }),
    ...(to === 'completed' && { paid_at: now }),
    ...(tenant && { terms: JSON.stringify(termsOf(tenant)) })
  })
  const member = await findMember(db, order.member_id)
  if (to === 'completed') {
    await bookPayment(db, order, now)
    await completeDiscount(db, order, now)
    if (member) {
      await mailReceipt(unit, order, member)
      await mailUnusualSpending(unit, order, member)
    }
  } else if (settled) await releaseDiscount(db, order)
  else if (member) await mailDebitNotice(unit, order, member)
  if (member) await announceOrder(unit, order, member)
  return order
}

/** Sends the order's state to the member's pages, after their premium has been settled by what they have paid. */
export async function announceOrder(unit: UnitOfWork, order: Order, member: MemberRow): Promise<void> {
  const paid = await hasPaidOrder(unit.db, member.id)
  // A profile that was made premium by hand stays premium until it has an order.
  if (order.status === 'completed' && paid !== member.paid_user) await setPremium(unit, member.id, paid)
  await announce(unit, [{ to: member.id, type: 'payment', data: { payment_id: order.public_id, status: order.status } }])
}

import type { Booked } from '../credits/book.ts'
import { selectDebts, selectSettleable, settleDebt, type Debt, type Settlement } from '../credits/debts.ts'
import { grantCredits } from '../credits/grant-credits.ts'
import { newPublicId } from '../db/public-id.ts'
import type { OrdersTables } from '../db/tables/orders.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import type { Db } from '../http/handler.ts'
import { lockMembers } from '../members/lock-members.ts'
import { findByPublicId } from '../moderation/store.ts'
import type { Insertable } from 'kysely'
import { creditsFor, refundOrder, wakeRefunds } from './refund-order.ts'
import { findOrder, type Order } from './order-store.ts'
import { selectRefused, updateRefund, type Refused } from './refund-store.ts'
import { lockWithMember } from './take-facts.ts'

/** Who acts, and why: both are kept in the books. */
export interface Act {
  author: string
  reason: string
}

/** Why an operator's act did nothing. */
export type OperatorError = 'unknown' | 'not_paid' | 'too_much'

/**
 * Gives money of an order back: all that is left, or an amount in minor units. The corresponding credits are taken, as far as the member still has
 * them. The provider is asked by the running origin. If nothing is left because it has refused to give it back, that is the answer.
 */
export async function refundByOperator(
  unit: UnitOfWork,
  { order: name, amount: wanted, author, reason }: Act & { order: string; amount: number | null }
): Promise<OperatorError | { refused: Refused } | { order: Order; amount: number; credits: number }> {
  const { db } = unit
  const found = await findOrder(db, name)
  if (!found) return 'unknown'
  const order = await lockWithMember(unit, found)
  const left = order.remaining
  if (order.status !== 'completed' || left === 0) {
    const [refused] = await selectRefused(db, { order: order.id })
    return refused ? { refused } : 'not_paid'
  }
  const amount = wanted ?? left
  if (amount > left) return 'too_much'
  const credits = await creditsFor(db, order, amount)
  await refundOrder(unit, order, { amount, credits, author, reason })
  await log(unit, { author, reason, verb: 'refund', tenant: order.tenant, order_id: order.id, member_id: order.member_id, amount, credits })
  return { order, amount, credits }
}

/**
 * What becomes of an order's refunds that its provider has refused for good: they are sent once more, or their member got the money `elsewhere`. Either
 * way the books stay as they are: the refunds were booked when they were asked for.
 */
export async function resendByOperator(
  unit: UnitOfWork,
  { order: name, elsewhere, author, reason }: Act & { order: string; elsewhere: boolean }
): Promise<'unknown' | 'nothing_refused' | { order: Order; amount: number }> {
  const { db, deps, now, afterCommit } = unit
  const found = await findOrder(db, name)
  if (!found) return 'unknown'
  const order = await lockWithMember(unit, found)
  const refused = await selectRefused(db, { order: order.id })
  if (refused.length === 0) return 'nothing_refused'
  const { id: order_id, tenant, member_id } = order
  for (const { id, amount } of refused) {
    await updateRefund(db, id, elsewhere ? { status: 'done', done_at: now } : { status: 'waiting', due_at: now, attempts: 0 })
    const verb = elsewhere ? 'refund_elsewhere' : 'refund_again'
    await log(unit, { author, reason, verb, tenant, order_id, member_id, amount, credits: null })
  }
  afterCommit(() => wakeRefunds(deps))
  return { order, amount: refused.reduce((sum, { amount }) => sum + amount, 0) }
}

/** Grants a member credits; returns how many they have then and the number of the movement, or null if there is no such member. */
export async function grantByOperator(
  unit: UnitOfWork,
  { member: publicId, credits, author, reason }: Act & { member: string; credits: number }
): Promise<Booked | null> {
  const { db, now } = unit
  const member = await findByPublicId(db, publicId)
  if (!member) return null
  await lockMembers(db, [member.id])
  const { id, home_tenant: tenant } = member
  const grant = { member: id, tenant, credits, movement: `grant:${newPublicId()}`, reason: 'goodwill', author, note: reason, now } as const
  const granted = (await grantCredits(db, grant))!
  await log(unit, { author, reason, verb: 'grant', tenant, order_id: null, member_id: id, amount: null, credits })
  await announce(unit, [{ to: id, type: 'credits_changed', data: { credits: granted.balance } }])
  return granted
}

const SETTLED = { paid: 'debt_paid', waived: 'debt_waived', returned: 'debt_returned' } as const

/**
 * Takes an amount off what a member owes after chargebacks, because they paid it or because it is waived, or notes that they have got back what they
 * paid, because their bank has returned its chargeback since. `debtor`: the member's id, or an order of theirs, which still leads to the debt when the
 * account has been erased. Returns what is owed then, in every currency, and the number of the first movement.
 */
export async function settleDebtByOperator(
  unit: UnitOfWork,
  { debtor: name, amount, currency, how, author, reason }: Act & { debtor: string; how: Settlement } & Debt
): Promise<'unknown' | 'nothing' | 'too_much' | { owed: Debt[]; movement: number }> {
  const { db, now } = unit
  const debtor = await findDebtor(db, name)
  if (!debtor) return 'unknown'
  const { id, tenant } = debtor
  await lockMembers(db, [id])
  const most = (await selectSettleable(db, id, currency, how)).reduce((sum, one) => sum + one.amount, 0)
  if (most === 0) return 'nothing'
  if (most < amount) return 'too_much'
  const movement = await settleDebt(db, { member: id, amount, currency, how, key: `debt:${newPublicId()}`, author, note: reason, now })
  await log(unit, { author, reason, verb: SETTLED[how], tenant, order_id: null, member_id: id, amount, credits: null })
  return { owed: await selectDebts(db, id), movement }
}

async function findDebtor(db: Db, name: string): Promise<{ id: number; tenant: string } | null> {
  const member = await findByPublicId(db, name)
  if (member) return { id: member.id, tenant: member.home_tenant }
  const order = await findOrder(db, name)
  return order ? { id: order.member_id, tenant: order.tenant } : null
}

/** Records what an operator did, beside the books. */
export async function log({ db, now }: UnitOfWork, entry: Omit<Insertable<OrdersTables['payment_log']>, 'at'>): Promise<void> {
  await db
    .insertInto('payment_log')
    .values({ ...entry, at: now })
    .execute()
}

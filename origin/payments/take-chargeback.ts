import { accountMay } from '../../shared/rules/account-state.ts'
import { findMember } from '../accounts/store.ts'
import { bookChargeback, bookChargebackReversal } from '../credits/book-order.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Fact } from '../providers/payment/port.ts'
import { selectUnused } from '../withdrawals/withdrawable.ts'
import { APPLIED, ignored, PARKED, type Effect } from './fact-effects.ts'
import { isKnownFact, isUndone } from './fact-store.ts'
import { sumChargedBack, updateOrder, type Order } from './order-store.ts'
import { refundOrder } from './refund-order.ts'
import { selectRefunds, updateRefund } from './refund-store.ts'
import { announceOrder } from './settle-order.ts'

/** A bank took money of a paid order back. */
export async function chargeBack(unit: UnitOfWork, order: Order, fact: Fact): Promise<Effect> {
  const { db, now } = unit
  if (await isUndone(db, order.id, fact)) return ignored('it was reversed before we heard of it')
  const before = (await sumChargedBack(db, [order.id])).get(order.id) ?? 0
  // Whatever a bank says, it takes no more than was paid.
  const taken = Math.min(fact.amount, order.total - before)
  if (taken <= 0) return ignored('all of it was charged back before')
  // A bank takes money whatever has been given back of it; a refund that hasn't reached its provider yet gives nothing back.
  const untaken = (await selectRefunds(db, order.id)).filter(({ status }) => status !== 'done').reduce((sum, { amount }) => sum + amount, 0)
  const amount = Math.min(taken, order.remaining)
  const twice = Math.max(0, taken - amount - untaken)
  if (amount === 0 && twice === 0) return ignored('all of it was given back before')
  const { credits } = await bookChargeback(db, order, { event: fact.event, amount, twice }, now)
  await announceChange(unit, order, {
    charged_back: order.charged_back + amount,
    charged_back_credits: order.charged_back_credits + credits,
    charged_back_at: now
  })
  return APPLIED
}

/**
 * Money that came for an order that had ended goes back by itself, outside the books. A bank took it first, or as well: a refund that still waits is
 * stopped, or lowered by the part that was taken.
 */
export async function chargeBackStray(unit: UnitOfWork, order: Order, fact: Fact): Promise<Effect> {
  const { db, now } = unit
  const strays = await selectRefunds(db, order.id)
  if (strays.length === 0) return PARKED
  if (await isUndone(db, order.id, fact)) return ignored('it was reversed before we heard of it')
  let left = fact.amount
  for (const { id, amount } of strays.filter(({ status }) => status !== 'done')) {
    const taken = Math.min(left, amount)
    left -= taken
    const answer = `the bank took ${taken} back: ${fact.event}`
    await updateRefund(db, id, taken === amount ? { status: 'done', done_at: now, answer } : { amount: amount - taken, answer })
  }
  const what =
    left > 0 ? 'it was given back too, so dispute it at the provider' : 'its refund was stopped, so check that it was not made there'
  sayStray(unit, order, fact, `a bank took back money that had come too late, and ${what}`)
  return APPLIED
}

/** Says the same when the bank returns what it took: the books know nothing of it. */
async function returnStray(unit: UnitOfWork, order: Order, fact: Fact): Promise<void> {
  if (order.status === 'completed' || !fact.chargeback || !(await isKnownFact(unit.db, order.id, { event: fact.chargeback }))) return
  sayStray(unit, order, fact, 'a bank returned money that had come too late: if its refund was stopped, give it back at the provider')
}

function sayStray({ deps }: UnitOfWork, { reference }: Order, { event, amount, currency }: Fact, what: string): void {
  deps.log.error({ order: reference, event, amount, currency }, `${what}: npm run payments -- show ${reference}`)
}

/** A bank returned what it had taken. */
export async function reverseChargeback(unit: UnitOfWork, order: Order, fact: Fact): Promise<Effect> {
  const { db, now, deps } = unit
  const { event, chargeback } = fact
  // What was owed twice comes back first: it is no part of `charged_back`.
  const before = (await sumChargedBack(db, [order.id])).get(order.id) ?? 0
  const member = await findMember(db, order.member_id)
  const back = chargeback === undefined ? null : await bookChargebackReversal(db, order, { event: chargeback, erased: !member }, now)
  if (!back) {
    await returnStray(unit, order, fact)
    return ignored('its chargeback was never booked')
  }
  const amount = Math.max(0, back.amount - (before - order.charged_back))
  const left = order.charged_back - amount
  await announceChange(unit, order, {
    charged_back: left,
    charged_back_credits: left === 0 ? 0 : Math.ceil((order.charged_back_credits * left) / order.charged_back),
    ...(back.amount === before && { charged_back_at: null })
  })
  if (member && !accountMay(member.status, 'be_credited')) await refundToClosed(unit, order)
  if (back.settled > 0) {
    const about = { order: order.reference, event, amount: back.settled, currency: order.currency }
    deps.log.error(about, 'a chargeback was reversed whose debt had been settled: if the member paid it, give that back')
  }
  return APPLIED
}

/** Refunds the unused credits of an order whose member can't use them: the account was closed after a bank had taken their money. */
async function refundToClosed(unit: UnitOfWork, { id, member_id: member }: Order): Promise<void> {
  const unused = (await selectUnused(unit.db, member)).find(({ order }) => order.id === id)
  if (!unused) return
  const { order, credits, amount } = unused
  await refundOrder(unit, order, { credits, amount, author: 'tether', reason: 'a bank returned it after the account was closed' })
}

async function announceChange(unit: UnitOfWork, { id, member_id }: Order, columns: Parameters<typeof updateOrder>[2]): Promise<void> {
  const changed = await updateOrder(unit.db, id, columns)
  const member = await findMember(unit.db, member_id)
  if (member) await announceOrder(unit, changed, member)
}

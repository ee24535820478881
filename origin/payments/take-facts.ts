import { accountMay } from '../../shared/rules/account-state.ts'
import { mayMove } from '../../shared/rules/payments.ts'
import { hasClosed } from '../../shared/tenants/offering.ts'
import { findMember } from '../accounts/store.ts'
import { bookChargeback, bookChargebackReversal } from '../credits/book-order.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { inUnitOfWork, type UnitOfWork } from '../db/unit-of-work.ts'
import { newPublicId } from '../db/public-id.ts'
import type { Deps } from '../deps.ts'
import { selectUnused } from '../withdrawals/withdrawable.ts'
import { lockMembers } from '../members/lock-members.ts'
import { sitesOfPool } from '../members/sister-sites.ts'
import type { Fact } from '../providers/payment/port.ts'
import { endOwnRefund, failRefund, refundOrder, takeRefundFact, wakeRefunds } from './refund-order.ts'
import { announceOrder, settleOrder } from './settle-order.ts'
import { keepCard } from './stored-cards.ts'
import { endFact, insertFact, isKnownFact, isUndone, selectParked } from './fact-store.ts'
import { findOrderFor, lockOrder, sumChargedBack, updateOrder, type Order } from './order-store.ts'
import { insertRefund, selectRefunds } from './refund-store.ts'

/** What became of a fact: it took effect, never will (for this reason), or waits for the payment. */
type Effect = { is: 'applied' } | { is: 'ignored'; why: string } | { is: 'parked' }

const APPLIED: Effect = { is: 'applied' }
const PARKED: Effect = { is: 'parked' }
const ignored = (why: string): Effect => ({ is: 'ignored', why })

/**
 * Applies what a provider says about payments of a brand, each fact once and in any order: the row that remembers it is written with its effect.
 * Facts about payments that aren't this brand's have none.
 */
export async function takeFacts(unit: UnitOfWork, from: { provider: string; tenant: string }, facts: readonly Fact[]): Promise<void> {
  for (const fact of facts) {
    const found = await findOrderFor(unit.db, from, fact)
    // Most copies come long after the first one: they need no lock.
    if (found && (await isKnownFact(unit.db, found.id, fact))) continue
    if (found) await takeFact(unit, await lockWithMember(unit, found), fact)
    else unit.deps.log.warn({ ...from, payment: fact.payment, kind: fact.kind }, 'a payment that no order knows')
  }
}

/** The same in units of work of their own. */
export async function takeFactsAlone(deps: Deps, from: { provider: string; tenant: string }, facts: readonly Fact[]): Promise<void> {
  for (const fact of facts) await inUnitOfWork(deps, (unit) => takeFacts(unit, from, [fact]))
}

/** The order's current row; its member's event counter is locked before it, as everywhere (docs/decisions/022). */
export async function lockWithMember({ db }: Pick<UnitOfWork, 'db'>, { id, member_id: member }: Pick<Order, 'id' | 'member_id'>) {
  await lockMembers(db, [member])
  return await lockOrder(db, id)
}

async function takeFact(unit: UnitOfWork, locked: Order, fact: Fact): Promise<void> {
  const { db, now, deps } = unit
  if (!(await insertFact(db, locked.id, fact, now))) return
  const known = locked.provider_payment_id === null ? await updateOrder(db, locked.id, { provider_payment_id: fact.payment }) : locked
  const effect = await apply(unit, known, fact)
  if (effect.is === 'parked') return
  const why = effect.is === 'ignored' ? effect.why : null
  if (why !== null) {
    const about = { order: locked.reference, event: fact.event, kind: fact.kind, why }
    // "Pending" often arrives after what it was pending for.
    if (fact.kind === 'pending') deps.log.info(about, 'a late report about a payment')
    else deps.log.warn(about, 'a report about a payment changes nothing')
  }
  await endFact(db, locked.id, fact.event, now, why)
  if (fact.kind === 'completed' && why === null) await takeParked(unit, locked.id)
}

/** Facts that arrived before the payment they are about. */
async function takeParked(unit: UnitOfWork, id: number): Promise<void> {
  for (const fact of await selectParked(unit.db, id)) {
    const order = await lockOrder(unit.db, id)
    const effect = await apply(unit, order, fact)
    if (effect.is !== 'parked') await endFact(unit.db, id, fact.event, unit.now, effect.is === 'ignored' ? effect.why : null)
  }
}

async function apply(unit: UnitOfWork, order: Order, fact: Fact): Promise<Effect> {
  switch (fact.kind) {
    case 'completed':
      return await complete(unit, order, fact)
    case 'refunded':
      if (await isUndone(unit.db, order.id, fact)) return ignored('it failed before we heard of it')
      if (await endOwnRefund(unit, order, fact)) return APPLIED
      return order.status === 'completed' ? await takeRefundFact(unit, order, fact).then(effectOf) : PARKED
    case 'refund_failed':
      return effectOf(await failRefund(unit, order, fact))
    case 'charged_back':
      return order.status === 'completed' ? await chargeBack(unit, order, fact) : PARKED
    case 'chargeback_reversed':
      return await reverseChargeback(unit, order, fact)
    default:
      if (!mayMove(order.status, fact.kind)) return ignored(`the order is ${order.status}`)
      await settleOrder(unit, order, fact.kind, { failure: fact.reason ?? null })
      return APPLIED
  }
}

const effectOf = (why: string | null): Effect => (why === null ? APPLIED : ignored(why))

async function complete(unit: UnitOfWork, order: Order, fact: Fact): Promise<Effect> {
  const { db, now } = unit
  if (fact.amount !== order.total || fact.currency !== order.currency)
    return ignored(`${fact.amount} ${fact.currency} is not what was ordered: ${order.total} ${order.currency}`)
  if (order.status === 'completed') return ignored('the order is completed')
  const reason = whyUseless(order, await findMember(db, order.member_id), unit.deps)
  if (reason !== null) {
    // The money goes back at once, and nothing is booked.
    if (mayMove(order.status, 'cancelled')) await settleOrder(unit, order, 'cancelled')
    const stray = { kind: 'stray', credits: 0, amount: fact.amount, author: 'tether', reason } as const
    await insertRefund(db, { ...stray, public_id: newPublicId(), order_id: order.id, created_at: now, due_at: now })
    unit.afterCommit(() => wakeRefunds(unit.deps))
    return APPLIED
  }
  await settleOrder(unit, order, 'completed')
  if (fact.card) await keepCard(unit, order, fact.card)
  return APPLIED
}

/** Why the member can't use what was paid for; null if they can. A bank may take days, and account or brand may be closed by then. */
function whyUseless({ status, tenant }: Order, member: MemberRow | undefined, { tenants }: Pick<Deps, 'tenants'>): string | null {
  if (!member) return 'paid after the account was erased'
  if (!accountMay(member.status, 'be_credited')) return 'paid after the account was closed'
  const brand = tenants.byId(tenant)?.settings
  // Open sites of the pool take the same credits.
  if (brand && hasClosed(brand) && sitesOfPool(tenants, brand).length === 0) return 'paid after the brand had closed'
  return mayMove(status, 'completed') ? null : `paid after it was ${status}`
}

async function chargeBack(unit: UnitOfWork, order: Order, fact: Fact): Promise<Effect> {
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

async function reverseChargeback(unit: UnitOfWork, order: Order, { event, chargeback }: Fact): Promise<Effect> {
  const { db, now, deps } = unit
  // What was owed twice comes back first: it is no part of `charged_back`.
  const before = (await sumChargedBack(db, [order.id])).get(order.id) ?? 0
  const member = await findMember(db, order.member_id)
  const back = chargeback === undefined ? null : await bookChargebackReversal(db, order, { event: chargeback, erased: !member }, now)
  if (!back) return ignored('its chargeback was never booked')
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

import { accountMay } from '../../shared/rules/account-state.ts'
import { mayMove } from '../../shared/rules/payments.ts'
import { isGone } from '../../shared/tenants/offering.ts'
import { findMember } from '../accounts/store.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { inUnitOfWork, type UnitOfWork } from '../db/unit-of-work.ts'
import { newPublicId } from '../db/public-id.ts'
import type { Deps } from '../deps.ts'
import { lockMembers } from '../members/lock-members.ts'
import { sitesOfPool } from '../members/sister-sites.ts'
import type { Fact } from '../providers/payment/port.ts'
import { endOwnRefund, failRefund, takeRefundFact, wakeRefunds } from './refund-order.ts'
import { settleOrder } from './settle-order.ts'
import { forgetCard, keepCard } from './stored-cards.ts'
import { APPLIED, effectOf, ignored, PARKED, type Effect } from './fact-effects.ts'
import { endFact, insertFact, isKnownFact, isUndone, selectParked } from './fact-store.ts'
import { findOrderFor, lockOrder, updateOrder, type Order } from './order-store.ts'
import { insertRefund } from './refund-store.ts'
import { chargeBack, chargeBackStray, reverseChargeback } from './take-chargeback.ts'

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
      return order.status === 'completed' ? await chargeBack(unit, order, fact) : await chargeBackStray(unit, order, fact)
    case 'chargeback_reversed':
      return await reverseChargeback(unit, order, fact)
    default:
      if (!mayMove(order.status, fact.kind)) return ignored(`the order is ${order.status}`)
      await settleOrder(unit, order, fact.kind, { failure: fact.reason ?? null })
      return APPLIED
  }
}

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
    if (fact.card) await forgetCard(unit, order, fact.card)
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
  if (brand && isGone(brand) && sitesOfPool(tenants, brand).length === 0) return 'paid after the brand had closed'
  return mayMove(status, 'completed') ? null : `paid after it was ${status}`
}

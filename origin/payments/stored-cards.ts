import { newPublicId } from '../db/public-id.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { createWaker } from '../jobs/waker.ts'
import { announce } from '../events/announce.ts'
import type { Fact } from '../providers/payment/port.ts'
import { deleteCard, insertCard, markRemoved, selectRemovedCards } from './card-store.ts'
import type { Order } from './order-store.ts'

/** Keeps the card of an order whose member asked for that, unless the account has changed hands since; it replaces an earlier one. */
export async function keepCard(unit: UnitOfWork, order: Order, kept: NonNullable<Fact['card']>): Promise<void> {
  if (!order.save_card) return await forgetCard(unit, order, kept)
  const { customer, card, label } = kept
  const { db, now } = unit
  const { member_id: member, tenant, provider } = order
  if (await markRemoved(db, { member, tenant }, now)) unit.afterCommit(() => wakeCards(unit.deps))
  await insertCard(db, { public_id: newPublicId(), member_id: member, tenant, provider, customer, card, label, created_at: now })
}

/** Has the provider forget a card that isn't kept here, such as that of a payment that goes back: no member could remove it. */
export async function forgetCard(unit: UnitOfWork, order: Order, { customer, card, label }: NonNullable<Fact['card']>): Promise<void> {
  const { db, deps, now } = unit
  const { tenant, provider } = order
  const names = { public_id: newPublicId(), tenant, provider, customer, card, label }
  await insertCard(db, { ...names, member_id: null, created_at: now, removed_at: now })
  unit.afterCommit(() => wakeCards(deps))
}

/** Removes the member's card: it's gone for them at once, and the provider is asked to forget it. */
export async function removeCard(unit: UnitOfWork, of: { member: number; tenant: string }, publicId: string): Promise<void> {
  if (!(await markRemoved(unit.db, of, unit.now, publicId))) return
  await announce(unit, [{ to: of.member, type: 'card_changed', data: {} }])
  unit.afterCommit(() => wakeCards(unit.deps))
}

/** Has providers forget the cards that were removed or whose member is gone; returns how many cards were forgotten. */
export async function forgetCards(deps: Deps): Promise<number> {
  return await eachAlone(deps, await selectRemovedCards(deps.db), async ({ id, tenant, provider: name, customer, card }) => {
    const provider = await deps.payments.open(name, tenant)
    if (!provider) return false
    await provider.removeCard({ customer, card })
    await deleteCard(deps.db, id)
    return true
  })
}

const { wake: wakeCards, idle: cardsIdle } = createWaker<Deps>(forgetCards, 'removed cards wait')
export { cardsIdle }

import type { UnitOfWork } from '../db/unit-of-work.ts'
import { lockOrder } from './order-store.ts'
import { settleOrder } from './settle-order.ts'

/** By then a provider has begun an order, or isn't going to answer, in ms. */
const BEGUN_WITHIN = 60_000

/**
 * Cancels the member's own orders, on any brand of the pool, that have reserved a discount code, by row number, and whose pages are open: their
 * provider couldn't close them. The same for one that its provider hasn't answered. Money that still comes for them goes back by itself. Lock the
 * member first.
 */
export async function freeDiscount(unit: UnitOfWork, { member, code }: { member: number; code: number }): Promise<void> {
  const held = await unit.db
    .selectFrom('discount_uses')
    .innerJoin('orders', 'orders.id', 'discount_uses.order_id')
    .select('orders.id')
    .where('code_id', '=', code)
    .where('once_for', '=', member)
    .where('orders.status', '=', 'loading')
    .where((eb) =>
      eb.or([eb('orders.provider_payment_id', 'is not', null), eb('orders.created_at', '<=', new Date(unit.now.getTime() - BEGUN_WITHIN))])
    )
    // One by a kept card or a mandate has no page that could be left: it is being paid.
    .where('orders.recurring', '=', false)
    .orderBy('orders.id')
    .execute()
  for (const { id } of held) await settleOrder(unit, await lockOrder(unit.db, id), 'cancelled')
}

import type { UnitOfWork } from '../db/unit-of-work.ts'
import { unavailable } from './open-provider.ts'
import { lockOrder } from './order-store.ts'
import { settleOrder } from './settle-order.ts'

/** By then a provider has begun an order, or isn't going to answer, in ms. */
const BEGUN_WITHIN = 60_000

/**
 * Cancels the member's own orders, on any brand of the pool, that have reserved a discount code, by row number, and whose pages are open: their
 * provider couldn't close them. The same for one that its provider hasn't answered, after a minute; until then `payment_unavailable` is thrown, since
 * it may still be begun. Money that still comes for them goes back by itself. Lock the member first.
 */
export async function freeDiscount(unit: UnitOfWork, { member, code }: { member: number; code: number }): Promise<void> {
  const held = await unit.db
    .selectFrom('discount_uses')
    .innerJoin('orders', 'orders.id', 'discount_uses.order_id')
    .select(['orders.id', 'orders.created_at', 'orders.provider_payment_id', 'orders.recurring'])
    .where('code_id', '=', code)
    .where('once_for', '=', member)
    .where('orders.status', '=', 'loading')
    .orderBy('orders.id')
    .execute()
  for (const { id, recurring, provider_payment_id: payment, created_at: created } of held) {
    const left = created.getTime() + BEGUN_WITHIN - unit.now.getTime()
    if (payment === null && left > 0) throw unavailable(Math.ceil(left / 1000))
    // One by a kept card or a mandate has no page that could be left: it is being paid, unless no one knows.
    if (!recurring) await settleOrder(unit, await lockOrder(unit.db, id), 'cancelled')
    else if (payment === null) throw unavailable()
  }
}

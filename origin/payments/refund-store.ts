import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { OrdersTables } from '../db/tables/orders.ts'
import type { Db } from '../http/handler.ts'
import { takeNextDue } from '../jobs/take-next-due.ts'

export type RefundRow = Selectable<OrdersTables['refunds']>

export async function insertRefund(db: Db, refund: Insertable<OrdersTables['refunds']>): Promise<RefundRow> {
  return await db.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow()
}

/** Takes the next refund that is due. */
export async function takeRefund(db: Db, now: Date): Promise<RefundRow | undefined> {
  return await takeNextDue(db, 'refunds', sql`status = 'waiting'`, now)
}

/** Stores what became of a waiting refund; one that is done stays so. */
export async function updateRefund(db: Db, id: number, columns: Updateable<OrdersTables['refunds']>): Promise<void> {
  await db.updateTable('refunds').set(columns).where('id', '=', id).where('status', '<>', 'done').execute()
}

/** Refunds of an order, oldest first. */
export async function selectRefunds(db: Db, order: number): Promise<RefundRow[]> {
  return await db.selectFrom('refunds').selectAll().where('order_id', '=', order).orderBy('id').execute()
}

/** Refunds of these orders that are booked since then and wait for the provider: minor units by the order's row number. */
export async function sumWaiting(db: Db, orders: readonly number[], since: Date): Promise<Map<number, number>> {
  if (orders.length === 0) return new Map()
  const rows = await db
    .selectFrom('refunds')
    .select((eb) => ['order_id', eb.fn.sum<number>('amount').as('amount')])
    .where('order_id', 'in', orders)
    .where('status', '=', 'waiting')
    .where('created_at', '>=', since)
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ order_id: order, amount }) => [order, amount]))
}

/** A refund of an order by our name for it. */
export async function findRefund(db: Db, order: number, publicId: string): Promise<RefundRow | undefined> {
  return await db.selectFrom('refunds').selectAll().where('order_id', '=', order).where('public_id', '=', publicId).executeTakeFirst()
}

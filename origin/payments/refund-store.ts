import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { OrdersTables } from '../db/tables/orders.ts'
import type { Db } from '../http/handler.ts'
import { takeNextDue } from '../jobs/take-next-due.ts'
import { updateOrder } from './order-store.ts'

/** How long a provider takes at most to make a refund that it has accepted, in ms. */
const MADE_WITHIN = 7 * 24 * 3600 * 1000

export type RefundRow = Selectable<OrdersTables['refunds']>

/** A refund that its provider has refused for good, or could not make after all, and why. */
export type Refused = Pick<RefundRow, 'id' | 'amount' | 'answer'> & { reference: string; currency: string }

export async function insertRefund(db: Db, refund: Insertable<OrdersTables['refunds']>): Promise<RefundRow> {
  return await db.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow()
}

/** Takes the next refund that is due. */
export async function takeRefund(db: Db, now: Date): Promise<RefundRow | undefined> {
  return await takeNextDue(db, 'refunds', sql`status = 'waiting'`, now)
}

/** Stores what became of a waiting refund; one that is done stays so, unless it fails (`refuseRefund`). Returns whether it was waiting. */
export async function updateRefund(db: Db, id: number, columns: Updateable<OrdersTables['refunds']>): Promise<boolean> {
  const row = await db
    .updateTable('refunds')
    .set(columns)
    .where('id', '=', id)
    .where('status', '<>', 'done')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The provider has accepted a refund, under its name for it. It may still fail, which not every provider reports, so the provider is asked once more
 * when it should have been made.
 */
export async function endRefund(db: Db, { id, order }: { id: number; order: number }, name: string, now: Date): Promise<void> {
  const isNew = await updateRefund(db, id, { status: 'done', done_at: now, provider_refund_id: name, answer: null })
  if (isNew) await updateOrder(db, order, { asked: 0, ask_at: new Date(now.getTime() + MADE_WITHIN) })
}

/** A refund that was done, under the provider's name for it, isn't: nothing of it has arrived. Undefined if none is done under this name. */
export async function refuseRefund(db: Db, order: number, name: string, answer: string): Promise<RefundRow | undefined> {
  return await db
    .updateTable('refunds')
    .set({ status: 'refused', done_at: null, provider_refund_id: null, answer })
    .where('order_id', '=', order)
    .where('provider_refund_id', '=', name)
    .where('status', '=', 'done')
    .returningAll()
    .executeTakeFirst()
}

/** Refunds of an order, oldest first. */
export async function selectRefunds(db: Db, order: number): Promise<RefundRow[]> {
  return await db.selectFrom('refunds').selectAll().where('order_id', '=', order).orderBy('id').execute()
}

/** Refunds of these orders that are booked since then and wait for the provider: minor units by the order's row number. */
export async function sumWaiting(db: Db, orders: readonly number[], since: Date): Promise<Map<number, number>> {
  return await sumOf(db, orders, sql`status = 'waiting' and created_at >= ${since}`)
}

async function sumOf(db: Db, orders: readonly number[], which: RawBuilder<unknown>): Promise<Map<number, number>> {
  const { rows } = await sql<{ order_id: number; amount: number }>`
    select order_id, sum(amount)::bigint as amount from refunds where order_id = any(${orders}::bigint[]) and ${which} group by order_id`.execute(
    db
  )
  return new Map(rows.map(({ order_id: order, amount }) => [order, amount]))
}

/** Refunds that providers have refused for good, of a brand or of one order by its row number, oldest first. */
export async function selectRefused(db: Db, of: { tenant: string } | { order: number }): Promise<Refused[]> {
  return await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['refunds.id', 'orders.reference', 'amount', 'currency', 'answer'])
    .where('refunds.status', '=', 'refused')
    .$call((refunds) => ('order' in of ? refunds.where('order_id', '=', of.order) : refunds.where('tenant', '=', of.tenant)))
    .orderBy('refunds.id')
    .execute()
}

/** What of these orders was given back in another way than by the provider that they were paid by: minor units by the order's row number. */
export async function sumElsewhere(db: Db, orders: readonly number[]): Promise<Map<number, number>> {
  return await sumOf(db, orders, sql`status = 'done' and provider_refund_id is null`)
}

/** A refund of an order by our name for it. */
export async function findRefund(db: Db, order: number, publicId: string): Promise<RefundRow | undefined> {
  return await db.selectFrom('refunds').selectAll().where('order_id', '=', order).where('public_id', '=', publicId).executeTakeFirst()
}

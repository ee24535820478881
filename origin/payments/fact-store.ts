import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'
import type { Fact } from '../providers/payment/port.ts'

/** A fact as it was stored, and what became of it. */
export type Report = Awaited<ReturnType<typeof selectReports>>[number]

/** What a provider has said about an order, in the order in which it came. */
export async function selectReports(db: Db, order: number) {
  return await db
    .selectFrom('payment_events')
    .select(['event_id', 'fact', 'created_at', 'applied_at', 'ignored'])
    .where('order_id', '=', order)
    .orderBy('created_at')
    .orderBy('event_id')
    .execute()
}

/** Has a fact about an order been stored? */
export async function isKnownFact(db: Db, order: number, { event }: Pick<Fact, 'event'>): Promise<boolean> {
  const known = db.selectFrom('payment_events').select('event_id').where('order_id', '=', order).where('event_id', '=', event)
  return (await known.executeTakeFirst()) !== undefined
}

/** Has the provider said that this chargeback was reversed, or that this refund failed? */
export async function isUndone(db: Db, order: number, { event }: Fact): Promise<boolean> {
  const row = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('order_id', '=', order)
    .where(sql<boolean>`${event} in (fact ->> 'chargeback', fact ->> 'failed')`)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a fact, without the card that it may name: those are kept in one place only. False if it is known already. */
export async function insertFact(db: Db, order: number, fact: Fact, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('payment_events')
    .values({ event_id: fact.event, order_id: order, fact: JSON.stringify({ ...fact, card: undefined }), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a fact has taken effect, or why it never will. */
export async function endFact(db: Db, order: number, event: string, now: Date, ignored: string | null): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ applied_at: now, ignored })
    .where('order_id', '=', order)
    .where('event_id', '=', event)
    .execute()
}

/** Facts about an order that wait for its payment, in the order in which they came. */
export async function selectParked(db: Db, order: number): Promise<Fact[]> {
  const rows = await db
    .selectFrom('payment_events')
    .select('fact')
    .where('order_id', '=', order)
    .where('applied_at', 'is', null)
    .orderBy('created_at')
    .orderBy('event_id')
    .execute()
  return rows.map(({ fact }) => fact)
}

import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { OrdersTables } from '../db/tables/orders.ts'
import type { Db } from '../http/handler.ts'
import { takeNextDue } from '../jobs/take-next-due.ts'
import type { Fact } from '../providers/payment/port.ts'

/** An order as it is stored. */
export type Order = Selectable<OrdersTables['orders']>
export type RefundRow = Selectable<OrdersTables['refunds']>
export type StoredCard = Selectable<OrdersTables['stored_cards']>

/** One of a member's orders on a site, by its public id. */
export async function findOrderOf(db: Db, { member, tenant }: { member: number; tenant: string }, publicId: string) {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('public_id', '=', publicId)
    .where('member_id', '=', member)
    .where('tenant', '=', tenant)
    .executeTakeFirst()
}

/** An order by its reference or public id, for operators. */
export async function findOrder(db: Db, name: string): Promise<Order | undefined> {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('reference', '=', name), eb('public_id', '=', name)]))
    .executeTakeFirst()
}

/** The order that a provider speaks of, by the provider's name for the payment or by ours. Only of this brand. */
export async function findOrderFor(
  db: Db,
  { provider, tenant }: { provider: string; tenant: string },
  { payment, reference }: Pick<Fact, 'payment' | 'reference'>
): Promise<Order | undefined> {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('provider', '=', provider)
    .where('tenant', '=', tenant)
    .where((eb) =>
      eb.or([
        eb('provider_payment_id', '=', payment),
        eb.and([eb('public_id', '=', reference ?? ''), eb.or([eb('provider_payment_id', 'is', null)])])
      ])
    )
    .limit(1)
    .executeTakeFirst()
}

/** An order's current row, locked. Lock its member first. */
export async function lockOrder(db: Db, id: number): Promise<Order> {
  return await db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function insertOrder(db: Db, order: Insertable<OrdersTables['orders']>): Promise<Order> {
  return await db.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow()
}

/** Stores what has changed of an order, and returns it. Its status is changed by settle-order.ts alone. */
export async function updateOrder(db: Db, id: number, columns: Updateable<OrdersTables['orders']>): Promise<Order> {
  return await db.updateTable('orders').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** What makes two orders the same: a second tab gets the first one's page. */
type Wish = Pick<Order, 'tenant' | 'member_id' | 'bundle' | 'method' | 'country' | 'currency' | 'provider' | 'recurring' | 'save_card'>

/**
 * The same order that has just begun: one whose page is still open, or one by the kept card within the last `seconds`, which may even be paid: pressing
 * twice must not pay twice.
 */
export async function findSame(db: Db, wish: Wish, now: Date, seconds: number): Promise<Order | undefined> {
  const since = new Date(now.getTime() - seconds * 1000)
  return await db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.and({ ...wish }))
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'loading'), eb('checkout_until', '>', now)]),
        eb.and([eb('recurring', '=', true), eb('status', 'in', ['pending', 'completed']), eb('created_at', '>', since)])
      ])
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A member's orders on a site whose page may still be open. */
export async function selectOpen(db: Db, { member, tenant }: { member: number; tenant: string }) {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('member_id', '=', member)
    .where('tenant', '=', tenant)
    .where('status', '=', 'loading')
    .where('provider_payment_id', 'is not', null)
    .orderBy('id')
    .execute()
}

/** A page of a member's orders on a site, newest first, and how many there are. */
export async function selectOrders(
  db: Db,
  { member, tenant }: { member: number; tenant: string },
  { offset, limit }: { offset: number; limit: number }
): Promise<{ orders: Order[]; total: number }> {
  const mine = db.selectFrom('orders').where('member_id', '=', member).where('tenant', '=', tenant)
  const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { orders: await mine.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(), total }
}

/** The member's newest order on the site that was completed. */
export async function selectLastCompleted(db: Db, { member, tenant }: { member: number; tenant: string }): Promise<Order | undefined> {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('member_id', '=', member)
    .where('tenant', '=', tenant)
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Numbers of orders about which the provider has to be asked, most urgent first. */
export async function selectToAsk(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('settled_at', 'is', null)
    .where('ask_at', '<=', now)
    .orderBy('ask_at')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes an order to ask about by postponing the next time: 1, 2, 4 … minutes, at most 6 hours. Undefined if another process was faster. */
export async function takeToAsk(db: Db, id: number, now: Date): Promise<Order | undefined> {
  return await db
    .updateTable('orders')
    .set({ asked: sql`asked + 1`, ask_at: sql`${now}::timestamptz + least(power(2, asked), 360) * interval '1 minute'` })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .where('ask_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

/** Has a fact been stored? */
export async function isKnownFact(db: Db, provider: string, { event }: Fact): Promise<boolean> {
  const known = db.selectFrom('payment_events').select('event_id').where('provider', '=', provider).where('event_id', '=', event)
  return (await known.executeTakeFirst()) !== undefined
}

/** Stores a fact, without the card that it may name: those are kept in one place alone. False if it is known already. */
export async function insertFact(db: Db, provider: string, order: number, fact: Fact, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('payment_events')
    .values({ provider, event_id: fact.event, order_id: order, fact: JSON.stringify({ ...fact, card: undefined }), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores that a fact has had its effect, or why it will never have one. */
export async function endFact(db: Db, provider: string, event: string, now: Date, ignored: string | null): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ applied_at: now, ignored })
    .where('provider', '=', provider)
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
  return rows.map(({ fact }) => fact as Fact)
}

/** Has the member, by row number, an order whose money is still with us? That makes them premium. */
export async function hasPaidOrder(db: Db, member: number): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('member_id', '=', member)
    .where('status', '=', 'completed')
    .whereRef('refunded', '<', 'total')
    .where('charged_back_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRefund(db: Db, refund: Insertable<OrdersTables['refunds']>): Promise<RefundRow> {
  return await db.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow()
}

/** Takes the next refund that is due. */
export async function takeRefund(db: Db, now: Date): Promise<RefundRow | undefined> {
  return await takeNextDue(db, 'refunds', sql`status = 'waiting'`, now)
}

/** Stores what became of a refund that waits; one that is done stays so. */
export async function updateRefund(db: Db, id: number, columns: Updateable<OrdersTables['refunds']>): Promise<void> {
  await db.updateTable('refunds').set(columns).where('id', '=', id).where('status', '<>', 'done').execute()
}

/** Refunds of an order, oldest first. */
export async function selectRefunds(db: Db, order: number): Promise<RefundRow[]> {
  return await db.selectFrom('refunds').selectAll().where('order_id', '=', order).orderBy('id').execute()
}

/** A refund by our name for it. */
export async function findRefund(db: Db, publicId: string): Promise<RefundRow | undefined> {
  return await db.selectFrom('refunds').selectAll().where('public_id', '=', publicId).executeTakeFirst()
}

/** The card that a member has saved on a site; with `provider` only one that this provider knows, so that an order can be paid with it. */
export async function findCard(
  db: Db,
  { member, tenant, provider }: { member: number; tenant: string; provider?: string }
): Promise<StoredCard | undefined> {
  return await db
    .selectFrom('stored_cards')
    .selectAll()
    .where('member_id', '=', member)
    .where('tenant', '=', tenant)
    .where('removed_at', 'is', null)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider!))
    .executeTakeFirst()
}

/** Marks the card as removed: the provider is asked to forget it. True if there was one. */
export async function markRemoved(db: Db, of: { member: number; tenant: string }, now: Date, publicId?: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_cards')
    .set({ removed_at: now })
    .where('member_id', '=', of.member)
    .where('tenant', '=', of.tenant)
    .where('removed_at', 'is', null)
    .$if(publicId !== undefined, (query) => query.where('public_id', '=', publicId!))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertCard(db: Db, card: Insertable<OrdersTables['stored_cards']>): Promise<void> {
  await db.insertInto('stored_cards').values(card).execute()
}

/** Cards that were removed, or whose member is gone, and that the provider may still have. */
export async function selectRemovedCards(db: Db): Promise<StoredCard[]> {
  return await db
    .selectFrom('stored_cards')
    .selectAll()
    .where((eb) => eb.or([eb('removed_at', 'is not', null), eb('member_id', 'is', null)]))
    .orderBy('id')
    .limit(200)
    .execute()
}

export async function deleteCard(db: Db, id: number): Promise<void> {
  await db.deleteFrom('stored_cards').where('id', '=', id).execute()
}

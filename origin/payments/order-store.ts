import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { OrdersTables } from '../db/tables/orders.ts'
import type { Db } from '../http/handler.ts'
import { nextTry } from '../jobs/next-try.ts'
import type { Fact } from '../providers/payment/port.ts'

/** An order as it is stored. */
export type Order = Selectable<OrdersTables['orders']>

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

/** The order that a provider refers to, by the provider's name for the payment or by ours. Only of this brand. */
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
        eb.and([eb('public_id', '=', reference ?? ''), eb('provider_payment_id', 'is', null)])
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

/** Stores what has changed about an order, and returns it. Its status is changed by settle-order.ts alone. */
export async function updateOrder(db: Db, id: number, columns: Updateable<OrdersTables['orders']>): Promise<Order> {
  return await db.updateTable('orders').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** What makes two orders the same: a second tab gets the first one's page. */
type Wish = Pick<Order, 'tenant' | 'member_id' | 'bundle' | 'method' | 'country' | 'currency' | 'provider' | 'recurring' | 'save_card'>

/**
 * The same order that has just begun: one whose page is still open, or one by the kept card within the last `seconds`, which may even be paid: pressing
 * twice must not pay twice. First the one that this very request has placed, by its key, however long ago: its answer was lost.
 */
export async function findSame(
  db: Db,
  wish: Wish,
  { now, seconds, key }: { now: Date; seconds: number; key: string }
): Promise<Order | undefined> {
  const since = new Date(now.getTime() - seconds * 1000)
  const own = sql<boolean>`request_key is not distinct from ${key}`
  return await db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.and({ ...wish }))
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'loading'), eb('checkout_until', '>', now)]),
        eb.and([eb('recurring', '=', true), eb('status', 'in', ['pending', 'completed']), eb('created_at', '>', since)]),
        eb.and([own, eb('status', 'in', ['loading', 'pending', 'completed'])])
      ])
    )
    .orderBy(own, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A member's newest orders on a site whose page may still be open, first one that has reserved a discount, which holds on every site of the pool. */
export async function selectOpen(db: Db, { member, tenant }: { member: number; tenant: string }, limit: number) {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('member_id', '=', member)
    .where((eb) => eb.or([eb('tenant', '=', tenant), eb('discount_code_id', 'is not', null)]))
    .where('status', '=', 'loading')
    .where('provider_payment_id', 'is not', null)
    .orderBy('discount_code_id', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
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

/** Does the member, by row number, have a paid order that was neither refunded nor charged back in full? That makes them premium. */
export async function hasPaidOrder(db: Db, member: number): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('member_id', '=', member)
    .where('status', '=', 'completed')
    .where('remaining', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** SQL: what banks took back (`taken`, in minor units) of each order, as the books say it. */
export const CHARGED_BACK = sql<{ order_id: number; taken: number }>`
  select order_id, -sum(amount)::bigint as taken from ledger_movements join ledger_legs on movement_id = ledger_movements.id
  where reason = 'chargeback' and account = 'provider' group by order_id`

/** The same of these orders, by row number. */
export async function sumChargedBack(db: Db, orders: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ order_id: number; taken: number }>`
    select * from (${CHARGED_BACK}) banks where order_id = any(${orders}::bigint[])`.execute(db)
  return new Map(rows.map(({ order_id: order, taken }) => [order, taken]))
}

/** Numbers of orders about which the provider has to be asked, most urgent first. */
export async function selectToAsk(db: Db, now: Date): Promise<number[]> {
  const rows = await db.selectFrom('orders').select('id').where('ask_at', '<=', now).orderBy('ask_at').limit(200).execute()
  return rows.map(({ id }) => id)
}

/** The longest wait until an order is checked again, in minutes. */
const LONGEST = 360

/** Takes an order to ask about by postponing the next time, up to 6 hours. Undefined if another process has taken it. */
export async function takeToAsk(db: Db, id: number, now: Date): Promise<Order | undefined> {
  return await db
    .updateTable('orders')
    .set({ asked: sql`asked + 1`, ask_at: nextTry(now, 'asked', LONGEST) })
    .where('id', '=', id)
    .where('ask_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

/** Stops asking about an order, unless there is a new reason since it was taken. */
export async function endAsking(db: Db, { id, asked }: Order): Promise<void> {
  await db.updateTable('orders').set({ ask_at: null }).where('id', '=', id).where('asked', '=', asked).execute()
}

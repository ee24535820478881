import { sql } from 'kysely'
import { dayIn } from '../../shared/rules/day.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'
import { findMember } from '../accounts/store.ts'
import { selectWords } from '../consents/store.ts'
import { selectDebts } from '../credits/debts.ts'
import type { LedgerReason } from '../db/tables/credits.ts'
import type { Db } from '../http/handler.ts'
import { selectReports } from './fact-store.ts'
import { CHARGED_BACK, findOrder, type Order } from './order-store.ts'
import { selectRefunds } from './refund-store.ts'

/** A period: `from` is included, `to` isn't. */
export interface Period {
  from: Date
  to: Date
}

/** A brand whose orders are reported: a day is one of its time zone. */
type Brand = Pick<Tenant, 'id' | 'time_zone'>

/** A brand's orders begun in a period, newest first. */
export async function listOrders(db: Db, { from, to }: Period, { id }: Brand, limit: number): Promise<Order[]> {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('tenant', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A brand's orders of a period for accountants, oldest first: by their payment, or by their beginning while there is none. */
export async function ordersByPayment(db: Db, { from, to }: Period, { id }: Brand): Promise<Order[]> {
  const at = sql<Date>`coalesce(paid_at, created_at)`
  return await db.selectFrom('orders').selectAll().where('tenant', '=', id).where(at, '>=', from).where(at, '<', to).orderBy('id').execute()
}

/** Money that a provider of payments got (negative: gave back or lost to a bank), as the books have it. */
export interface Move {
  /** Row number. */
  id: number
  booked_at: Date
  tenant: string
  /** The order's; null if a debt was paid. */
  reference: string | null
  reason: LedgerReason
  /** Minor units. */
  amount: number
  currency: string
}

/** Movements of a brand's money that were booked in a period, oldest first. */
export async function listMoves(db: Db, { from, to }: Period, { id }: Brand): Promise<Move[]> {
  return await db
    .selectFrom('ledger_movements as movements')
    .innerJoin('ledger_legs as legs', 'movement_id', 'movements.id')
    .leftJoin('orders', 'orders.id', 'order_id')
    .select(['movements.id', 'movements.created_at as booked_at', 'movements.tenant', 'reference', 'reason', 'amount', 'unit as currency'])
    .where('account', '=', 'provider')
    .where('movements.tenant', '=', id)
    .where('movements.created_at', '>=', from)
    .where('movements.created_at', '<', to)
    .orderBy('movements.id')
    .execute()
}

/**
 * An order with who placed it and what they owe, the words that they agreed to, its refunds, what the provider reported, and what operators did; null if
 * there is none of this name.
 */
export async function showOrder(db: Db, name: string) {
  const order = await findOrder(db, name)
  if (!order) return null
  const buyer = await findMember(db, order.member_id)
  const member = { id: buyer?.public_id ?? null, owes: await selectDebts(db, order.member_id) }
  const reports = await selectReports(db, order.id)
  const log = await db.selectFrom('payment_log').selectAll().where('order_id', '=', order.id).orderBy('id').execute()
  const agreed = order.consent && (await selectWords(db, { consent: order.consent.hash }))[order.consent.hash]
  return { order, member, agreed, refunds: await selectRefunds(db, order.id), reports, log }
}

/** What one brand earned on a day by a method, in a currency. */
export interface DailyTotal {
  day: string
  time_zone: string
  tenant: string
  method: string
  currency: string
  orders: number
  /** Minor units: paid, and given back of orders paid on that day. */
  paid: number
  returned: number
}

/** Totals of a brand's paid orders by day, method and currency. */
export async function dailyTotals(db: Db, { from, to }: Period, { id, time_zone: zone }: Brand): Promise<DailyTotal[]> {
  const { rows } = await sql<DailyTotal>`
    select to_char(paid_at at time zone ${zone}, 'YYYY-MM-DD') as day, ${zone} as time_zone, tenant, method, currency, count(*) as orders,
      sum(total)::bigint as paid, sum(refunded + coalesce(taken, 0))::bigint as returned
    from orders left join (${CHARGED_BACK}) banks on banks.order_id = orders.id
    where status = 'completed' and paid_at >= ${from} and paid_at < ${to} and tenant = ${id}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(db)
  return rows
}

const COLUMNS = [
  'reference',
  'tenant',
  'status',
  'created_at',
  'paid_at',
  'country',
  'method',
  'provider',
  'provider_payment_id',
  'currency',
  'price',
  'discount',
  'total',
  'vat_rate',
  'credits',
  'refunded',
  'refunded_credits',
  'charged_back',
  'charged_back_credits',
  'charged_back_at'
] as const satisfies (keyof Order)[]

/**
 * Orders as CSV for accountants (RFC 4180), amounts in minor units, times in UTC; nothing in it leads to a person. The last two columns are the day of
 * payment and the brand's time zone, in which it is that day.
 */
export function csvOf(orders: readonly Order[], zoneOf: (tenant: string) => string): string {
  return csv(COLUMNS, orders, 'paid_on', ({ tenant, paid_at: at }) => [at, zoneOf(tenant)])
}

/** Movements of money in the same way, with the day they were booked. */
export function csvOfMoves(moves: readonly Move[], zoneOf: (tenant: string) => string): string {
  const columns = ['booked_at', 'tenant', 'reference', 'reason', 'amount', 'currency'] as const
  return csv(columns, moves, 'booked_on', ({ tenant, booked_at: at }) => [at, zoneOf(tenant)])
}

type Cell = string | number | boolean | Date | null

/** The column `day` is the day of an instant in a time zone; `whenOf` says which. */
function csv<K extends string, R extends Record<K, Cell>>(
  columns: readonly K[],
  rows: readonly R[],
  day: string,
  whenOf: (row: R) => readonly [Date | null, string]
): string {
  const lines = rows.map((row) => {
    const [at, zone] = whenOf(row)
    return [...columns.map((column) => cell(row[column])), at ? dayIn(zone, at) : '', zone]
  })
  return [[...columns, day, 'time_zone'], ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

function cell(value: Cell): string {
  if (value === null) return ''
  const text = value instanceof Date ? value.toISOString() : String(value)
  // A spreadsheet would take a cell that begins with one of these for a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

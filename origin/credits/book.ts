import { sql } from 'kysely'
import type { LedgerAccount, LedgerReason } from '../db/tables/credits.ts'
import type { Db } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'

/** What one account receives (negative: gives) in a movement. */
export interface Leg {
  account: LedgerAccount
  /** Row number; only for the accounts of members. */
  member?: number
  /** `credits`, or the ISO code of a currency. */
  unit: string
  /** Whole credits, or minor units; a leg of 0 is left out. */
  amount: number
}

/** One entry of the books. It names each account at most once. */
export interface Movement {
  /**
   * Name of the movement: booked only once under this name, however often it is tried. It outlives the member, so it contains row numbers, never a
   * public id.
   */
  key: string
  tenant: string
  reason: LedgerReason
  /** Row number of the order. */
  order?: number | null
  /** Row number of what was paid for. */
  about?: number | null
  /** The movement that this one takes back. */
  corrects?: number | null
  /** Who decided it, where a person did. */
  author?: string | null
  note?: string | null
  now: Date
  legs: readonly Leg[]
}

/** A booked movement, and the member's credits after it. */
export interface Booked {
  movement: number
  balance: number
}

/**
 * Writes a movement, its legs and the balances of the members in it, in one statement. The same key again changes nothing and returns the first
 * movement. Throws `not_enough_credits` if an account of a member would fall below 0, and then nothing is written. A transaction that also locks
 * members (`lockMembers`) does that first.
 */
export async function book(db: Db, movement: Movement): Promise<Booked> {
  const legs = movement.legs.filter(({ amount }) => amount !== 0)
  const booked = await insertMovement(db, movement, legs)
  if (booked.movement !== null) return { movement: booked.movement, balance: booked.balance ?? 0 }
  const kept = await findMovement(db, movement.key)
  if (!kept) throw new HttpError('not_enough_credits')
  if (!isSame(kept.legs, legs)) throw new HttpError('idempotency_key_reused')
  return { movement: kept.id, balance: await balanceOf(db, kept.legs) }
}

async function insertMovement(db: Db, { key, tenant, reason, now, ...more }: Movement, legs: readonly Leg[]) {
  const column = <K extends keyof Leg>(name: K) => legs.map((leg) => leg[name] ?? null)
  const { rows } = await sql<{ movement: number | null; balance: number | null }>`
    with wanted as (
      select * from unnest(
        ${column('account')}::text[], ${column('member')}::bigint[], ${column('unit')}::text[], ${column('amount')}::bigint[]
      ) as wanted (account, member_id, unit, amount)
    ), payers as (
      -- Locked before anything is written, and read again after the wait for another spend.
      select own.balance + wanted.amount as rest from ledger_accounts own
      join wanted on (wanted.member_id, wanted.account, wanted.unit) = (own.member_id, own.account, own.unit)
      where wanted.amount < 0
      for update of own
    ), moved as (
      insert into ledger_movements (key, tenant, reason, order_id, about, corrects, author, note, created_at)
      select ${key}, ${tenant}, ${reason}, ${more.order ?? null}::bigint, ${more.about ?? null}::bigint, ${more.corrects ?? null}::bigint,
        ${more.author ?? null}, ${more.note ?? null}, ${now}::timestamptz
      where (select count(*) from payers where rest >= 0) = (select count(*) from wanted where member_id is not null and amount < 0)
      on conflict (key) do nothing
      returning id
    ), taken as (
      update ledger_accounts own set balance = own.balance + wanted.amount from wanted, moved
      where (own.member_id, own.account, own.unit) = (wanted.member_id, wanted.account, wanted.unit) and wanted.amount < 0
      returning own.unit, own.balance
    ), given as (
      insert into ledger_accounts as own (member_id, account, unit, balance)
      select member_id, account, unit, amount from wanted, moved where member_id is not null and amount > 0
      on conflict (member_id, account, unit) do update set balance = own.balance + excluded.balance
      returning own.unit, own.balance
    ), written as (
      insert into ledger_legs (movement_id, account, member_id, unit, amount)
      select moved.id, account, member_id, unit, amount from wanted, moved
    )
    select (select id from moved) as movement,
      (select balance from (table taken union all table given) held where unit = 'credits') as balance`.execute(db)
  return rows[0]!
}

/** A movement by its key, with its legs. */
export async function findMovement(db: Db, key: string) {
  return await readMovement(db, sql`key = ${key}`)
}

/** A movement by its number, with its legs. */
export async function getMovement(db: Db, id: number) {
  return await readMovement(db, sql`id = ${id}`)
}

async function readMovement(db: Db, which: ReturnType<typeof sql>) {
  const found = await db
    .selectFrom('ledger_movements')
    .selectAll()
    .where(sql<boolean>`${which}`)
    .executeTakeFirst()
  if (!found) return undefined
  const legs = await db.selectFrom('ledger_legs').selectAll().where('movement_id', '=', found.id).orderBy('id').execute()
  return { ...found, legs: legs.map((leg): Leg => ({ ...leg, ...(leg.member_id !== null && { member: leg.member_id }) })) }
}

const textOf = ({ account, member, unit, amount }: Leg) => [account, member ?? '', unit, amount].join(' ')

function isSame(one: readonly Leg[], other: readonly Leg[]): boolean {
  return one.map(textOf).sort().join('\n') === other.map(textOf).sort().join('\n')
}

async function balanceOf(db: Db, legs: readonly Leg[]): Promise<number> {
  const own = legs.find(({ account }) => account === 'member')
  return own ? await creditsOf(db, own.member!) : 0
}

/** The member's credits. */
export async function creditsOf(db: Db, member: number): Promise<number> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('member_id', '=', member)
    .where('account', '=', 'member')
    .where('unit', '=', 'credits')
    .executeTakeFirst()
  return row?.balance ?? 0
}

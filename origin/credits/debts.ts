import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { book, type Booked } from './book.ts'

/** Money that is owed, in minor units of its currency. */
export interface Debt {
  amount: number
  currency: string
}

/** What a member owes after chargebacks, by currency. */
export async function selectDebts(db: Db, member: number): Promise<Debt[]> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['unit', 'balance'])
    .where('member_id', '=', member)
    .where('account', '=', 'debts')
    .where('balance', '>', 0)
    .orderBy('unit')
    .execute()
  return rows.map(({ unit, balance }) => ({ currency: unit, amount: balance }))
}

/** How a debt, or a part of it, is settled: its money has arrived, it is waived, or what was paid before its chargeback was reversed is given back. */
export type Settlement = 'paid' | 'waived' | 'returned'

export interface DebtSettlement extends Debt {
  member: number
  /** Name of the movements: they are booked only once under it. */
  key: string
  how: Settlement
  author: string
  note: string
  now: Date
}

/**
 * Takes an amount off what a member owes, in the books of the brands that they owe it to: sister brands may be of different companies. The oldest debt
 * first. What is given back is owed again, and then waived. Throws `not_enough_credits` if they owe less, or can get back less. Lock the member first.
 * @returns the number of the first movement
 */
export async function settleDebt(db: Db, { member, amount, currency: unit, how, key, ...more }: DebtSettlement): Promise<number> {
  let left = amount
  const booked: Booked[] = []
  for (const { tenant, amount: most } of await selectSettleable(db, member, unit, how)) {
    const part = Math.min(left, most)
    if (part === 0) break
    left -= part
    const move = async (name: string, account: 'provider' | 'refunds', owed: number) => {
      const legs = [
        { account: 'debts' as const, member, unit, amount: owed },
        { account, unit, amount: -owed }
      ]
      booked.push(await book(db, { ...more, key: `${key}:${name}`, tenant, reason: 'debt_settled', legs }))
    }
    if (how === 'returned') await move(`${tenant}:returned`, 'provider', part)
    await move(tenant, how === 'paid' ? 'provider' : 'refunds', -part)
  }
  if (left > 0) throw new HttpError('not_enough_credits')
  return booked[0]!.movement
}

/** One movement of a settlement, and what it did to the debt. */
export interface SettledPart {
  movement: number
  amount: number
}

/** All movements that were booked with this one of a settlement, the newest first. */
export async function selectSettlement(db: Db, { key, tenant }: { key: string; tenant: string }, member: number): Promise<SettledPart[]> {
  const name = key.replace(new RegExp(`:${tenant}(:returned)?$`), '')
  const { rows } = await sql<SettledPart>`
    select movement_id as movement, amount from ledger_legs join ledger_movements on ledger_movements.id = movement_id
    where member_id = ${member} and account = 'debts' and reason = 'debt_settled' and starts_with(key, ${`${name}:`})
    order by movement_id desc`.execute(db)
  return rows
}

/** Whether a settlement can be taken back: without it a member would owe no more than what banks have taken and not returned. */
export async function isStillDue(db: Db, member: number, parts: readonly SettledPart[]): Promise<boolean> {
  const numbers = parts.map(({ movement }) => movement)
  const { rows } = await sql`
    select moved.tenant from ledger_legs
    join ledger_movements moved on moved.id = movement_id
    left join ledger_movements reversal on reversal.corrects = moved.id
    where member_id = ${member} and account = 'debts'
    group by moved.tenant, unit
    having sum(amount) filter (where moved.id <> all(${numbers}::bigint[]))
      > coalesce(sum(amount) filter (where moved.reason = 'chargeback' and moved.corrects is null and reversal.id is null), 0)`.execute(db)
  return rows.length === 0
}

interface BrandAmount {
  tenant: string
  amount: number
}

/** The most that can be settled in this way, by brand. */
export function selectSettleable(db: Db, member: number, unit: string, how: Settlement): Promise<BrandAmount[]> {
  return how === 'returned' ? selectReturnable(db, member, unit) : selectOwed(db, member, unit)
}

/** What a member owes in a currency by brand, the oldest debt first. */
export async function selectOwed(db: Db, member: number, unit: string): Promise<BrandAmount[]> {
  const { rows } = await sql<BrandAmount>`
    select tenant, sum(amount)::bigint as amount from ledger_legs join ledger_movements on ledger_movements.id = movement_id
    where member_id = ${member} and account = 'debts' and unit = ${unit}
    group by tenant having sum(amount) > 0 order by min(movement_id)`.execute(db)
  return rows
}

/** What a member had paid in a currency for debts whose chargebacks were reversed afterwards, and hasn't got back, by brand. */
async function selectReturnable(db: Db, member: number, unit: string): Promise<BrandAmount[]> {
  const { rows } = await sql<BrandAmount>`
    with debts as (
      select movement_id, amount from ledger_legs where member_id = ${member} and account = 'debts' and unit = ${unit}
    ), moved as (
      select movement.id, movement.tenant, greatest(money.amount, 0) as paid, greatest(-money.amount, 0) as returned, 0 as void from debts
      join ledger_movements movement on movement.id = debts.movement_id and movement.reason = 'debt_settled'
        and not exists (select from ledger_movements where corrects = movement.id)
      join ledger_legs money on money.movement_id = movement.id and money.account = 'provider'
      union all
      -- A reversal takes back only what was still owed then.
      select reversal.id, reversal.tenant, 0, 0, debts.amount + coalesce(own.amount, 0) from debts
      join ledger_movements reversal on reversal.corrects = debts.movement_id and reversal.reason = 'chargeback'
      left join ledger_legs own on own.movement_id = reversal.id and own.account = 'debts'
    )
    select tenant, (least(sum(paid), sum(void)) - sum(returned))::bigint as amount from moved
    group by tenant having least(sum(paid), sum(void)) > sum(returned) order by min(id)`.execute(db)
  return rows
}

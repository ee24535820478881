import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { book } from './book.ts'

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

/** A debt, or a part of it, that is paid or waived. */
export interface DebtSettlement extends Debt {
  member: number
  /** Name of the movements: they are booked only once under it. */
  key: string
  /** The money has arrived; otherwise it is waived. */
  paid: boolean
  author: string
  note: string
  now: Date
}

/**
 * Takes an amount off what a member owes, in the books of the brands that they owe it to: sister brands may be of different companies. The oldest debt
 * first. Throws `not_enough_credits` if they owe less. Lock the member first.
 */
export async function settleDebt(db: Db, { member, amount, currency: unit, paid, key, ...more }: DebtSettlement): Promise<void> {
  let left = amount
  for (const { tenant, owed } of await selectOwed(db, member, unit)) {
    const part = Math.min(left, owed)
    if (part === 0) return
    left -= part
    await book(db, {
      ...more,
      key: `${key}:${tenant}`,
      tenant,
      reason: 'debt_settled',
      legs: [
        { account: 'debts', member, unit, amount: -part },
        { account: paid ? 'provider' : 'refunds', unit, amount: part }
      ]
    })
  }
  if (left > 0) throw new HttpError('not_enough_credits')
}

/** What a member owes in a currency by brand, the oldest debt first. */
export async function selectOwed(db: Db, member: number, unit: string): Promise<{ tenant: string; owed: number }[]> {
  const { rows } = await sql<{ tenant: string; owed: number }>`
    select tenant, sum(amount)::bigint as owed from ledger_legs join ledger_movements on ledger_movements.id = movement_id
    where member_id = ${member} and account = 'debts' and unit = ${unit}
    group by tenant having sum(amount) > 0 order by min(movement_id)`.execute(db)
  return rows
}

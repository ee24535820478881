import type { Db } from '../http/handler.ts'
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
  tenant: string
  /** Name of the movement: booked once under it. */
  key: string
  /** The money has arrived; otherwise it is waived. */
  paid: boolean
  author: string
  note: string
  now: Date
}

/** Takes an amount off what a member owes. Throws `not_enough_credits` if they owe less. */
export async function settleDebt(db: Db, { member, amount, currency: unit, paid, ...more }: DebtSettlement): Promise<void> {
  await book(db, {
    ...more,
    reason: 'debt_settled',
    legs: [
      { account: 'debts', member, unit, amount: -amount },
      { account: paid ? 'provider' : 'refunds', unit, amount }
    ]
  })
}

import type { MoneyBack } from '../../shared/api/withdrawals.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Db } from '../http/handler.ts'
import { refundOrder } from '../payments/refund-order.ts'
import { lockOrder } from '../payments/order-store.ts'
import { selectUnused, type Unused } from './withdrawable.ts'

/** The reason stored with a refund that was made because the member was banned. */
const BANNED = 'banned'

/**
 * Gives back what all unused credits of a member are worth, however long ago they were paid for, since the account ends. Lock the member first.
 * Returns what was given back, by order.
 */
export async function refundUnused(unit: UnitOfWork, member: number, why: { author: string; reason: string }): Promise<Unused[]> {
  const unused = await selectUnused(unit.db, member)
  for (const { order, credits, amount } of unused) await refundOrder(unit, await lockOrder(unit.db, order.id), { credits, amount, ...why })
  return unused
}

/** The same for a member who is banned. */
export async function refundBanned(unit: UnitOfWork, member: number): Promise<void> {
  await refundUnused(unit, member, { author: 'tether', reason: BANNED })
}

/** What was given back to a member because of a ban at this time, by currency. */
export async function refundedByBan(db: Db, member: number, decidedAt: Date): Promise<MoneyBack[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(['orders.currency', 'refunds.amount', 'refunds.credits'])
    .where('orders.member_id', '=', member)
    .where('refunds.reason', '=', BANNED)
    .where('refunds.created_at', '>=', decidedAt)
    .execute()
  return byCurrency(rows)
}

/** What a member's unused credits are worth, by currency. */
export async function worthOfUnused(db: Db, member: number): Promise<MoneyBack[]> {
  return byCurrency((await selectUnused(db, member)).map(({ order: { currency }, credits, amount }) => ({ currency, credits, amount })))
}

function byCurrency(rows: readonly MoneyBack[]): MoneyBack[] {
  const sums = new Map<string, MoneyBack>()
  for (const { currency, credits, amount } of rows) {
    const sum = sums.get(currency) ?? { currency, credits: 0, amount: 0 }
    sums.set(currency, { currency, credits: sum.credits + credits, amount: sum.amount + amount })
  }
  return [...sums.values()]
}

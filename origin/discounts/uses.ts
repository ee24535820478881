import { sql } from 'kysely'
import type { Order } from '../payments/order-store.ts'
import type { Db } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'

type Using = Pick<Order, 'id' | 'member_id' | 'discount_code_id'>

/**
 * An order takes its discount code: no other order of the member gets one that each can use once. Throws `already_used` if one has it, or if the code
 * was ended. Nothing for an order without a code.
 */
export async function reserveDiscount(db: Db, order: Using, now: Date): Promise<void> {
  if (order.discount_code_id === null) return
  const { numAffectedRows } = await sql`
    insert into discount_uses (order_id, code_id, once_for, reserved_at)
    select ${order.id}::bigint, id, case validity when 'once-per-user' then ${order.member_id}::bigint end, ${now}::timestamptz
    from discount_codes where id = ${order.discount_code_id} and status = 'active'
    on conflict do nothing`.execute(db)
  if (numAffectedRows !== 1n) throw new HttpError('already_used')
}

/** The order was paid: its code is used for good. */
export async function completeDiscount(db: Db, order: Pick<Using, 'id'>, now: Date): Promise<void> {
  await db.updateTable('discount_uses').set({ completed_at: now }).where('order_id', '=', order.id).execute()
}

/** The order failed or was cancelled: the member can use its code again. */
export async function releaseDiscount(db: Db, order: Pick<Using, 'id'>): Promise<void> {
  await db.deleteFrom('discount_uses').where('order_id', '=', order.id).where('completed_at', 'is', null).execute()
}

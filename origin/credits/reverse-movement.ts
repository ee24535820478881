import type { LedgerReason } from '../db/tables/credits.ts'
import type { Db } from '../http/handler.ts'
import { book, getMovement, type Booked } from './book.ts'

/** Why a movement is taken back, and by whom. */
export interface Reversal {
  /** Number of the movement. */
  movement: number
  reason?: Extract<LedgerReason, 'returned' | 'correction'>
  author?: string
  note?: string
  now: Date
}

/**
 * The only way to correct the books: a movement with the opposite of each leg, once for each movement. Throws `not_enough_credits` if the credits
 * that would be taken back are spent.
 */
export async function reverseMovement(db: Db, { movement, reason = 'correction', author, note, now }: Reversal): Promise<Booked> {
  const wrong = await getMovement(db, movement)
  if (!wrong) throw new Error(`There is no movement ${movement}`)
  return await book(db, {
    key: `reversed:${movement}`,
    tenant: wrong.tenant,
    reason,
    order: wrong.order_id,
    about: wrong.about,
    corrects: movement,
    author: author ?? null,
    note: note ?? null,
    now,
    legs: wrong.legs.map((leg) => ({ ...leg, amount: -leg.amount }))
  })
}

/** Whether a movement has been taken back. */
export async function isReversed(db: Db, movement: number): Promise<boolean> {
  return !!(await db.selectFrom('ledger_movements').select('id').where('corrects', '=', movement).executeTakeFirst())
}

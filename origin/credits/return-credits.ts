import type { Db } from '../http/handler.ts'
import type { Booked } from './book.ts'
import { reverseMovement } from './reverse-movement.ts'

/** Gives the credits of one spend back, once. Announce the new balance (`credits_changed`). */
export async function returnCredits(db: Db, spent: { movement: number; author?: string; note?: string; now: Date }): Promise<Booked> {
  return await reverseMovement(db, { ...spent, reason: 'returned' })
}

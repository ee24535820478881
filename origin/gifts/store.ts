import { sql } from 'kysely'
import { GIFTS, type Gift } from '../../shared/rules/gifts.ts'
import type { Db } from '../http/handler.ts'

/** How many gifts of each kind a member has received, in the order of the catalogue. */
export async function countGifts(db: Db, member: number): Promise<{ gift: Gift; count: number }[]> {
  const rows = await db
    .selectFrom('gifts')
    .select((eb) => ['gift', eb.fn.countAll<number>().as('count')])
    .where('receiver_id', '=', member)
    .groupBy('gift')
    .execute()
  const counts = new Map(rows.map(({ gift, count }) => [gift, count]))
  return GIFTS.flatMap((gift) => {
    const count = counts.get(gift)
    return count === undefined ? [] : [{ gift, count }]
  })
}

export async function insertGift(db: Db, gift: { giver: number; receiver: number; message: number; gift: Gift; now: Date }): Promise<void> {
  const { giver, receiver, message, now } = gift
  await db
    .insertInto('gifts')
    .values({ giver_id: giver, receiver_id: receiver, message_id: message, gift: gift.gift, created_at: now })
    .execute()
}

/** Deletes the gifts that came with these messages, by row number. */
export async function deleteGiftsOf(db: Db, messages: readonly number[]): Promise<void> {
  await sql`delete from gifts where message_id = any(${messages}::bigint[])`.execute(db)
}

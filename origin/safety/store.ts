import { whoMay } from '../members/account-state.ts'
import type { Db } from '../http/handler.ts'

/** Stores a block; false when it was there already. */
export async function insertBlock(db: Db, blocker: number, blocked: number, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('blocks')
    .values({ blocker_id: blocker, blocked_id: blocked, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blocker_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a block; false when there was none. */
export async function deleteBlock(db: Db, blocker: number, blocked: number): Promise<boolean> {
  const result = await db.deleteFrom('blocks').where('blocker_id', '=', blocker).where('blocked_id', '=', blocked).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Did this member block that one? */
export async function hasBlocked(db: Db, blocker: number, blocked: number): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('blocker_id')
    .where('blocker_id', '=', blocker)
    .where('blocked_id', '=', blocked)
    .executeTakeFirst()
  return row !== undefined
}

/** Blocks of a member whose other side still exists. */
function blocksOf(db: Db, blocker: number) {
  return db
    .selectFrom('blocks')
    .innerJoin('members', 'members.id', 'blocks.blocked_id')
    .where('blocks.blocker_id', '=', blocker)
    .where(whoMay('be_named'))
}

/** The blocked member with this public id. */
export async function selectBlockedBy(db: Db, blocker: number, publicId: string) {
  return await blocksOf(db, blocker).select(['members.id', 'members.name']).where('members.public_id', '=', publicId).executeTakeFirst()
}

/** A page of the members that a member has blocked, newest first. */
export async function selectBlocked(db: Db, blocker: number, { offset, limit }: { offset: number; limit: number }) {
  return await blocksOf(db, blocker)
    .select(['members.public_id', 'members.name', 'blocks.created_at'])
    .orderBy('blocks.created_at', 'desc')
    .orderBy('members.id')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countBlocked(db: Db, blocker: number): Promise<number> {
  const row = await blocksOf(db, blocker)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

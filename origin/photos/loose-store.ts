import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'

/** Registers files of a photo that has no row yet; they are deleted at `dueAt` unless `claimLoose` comes first. */
export async function insertLoose(db: Db, publicId: string, dueAt: Date): Promise<void> {
  await db.insertInto('loose_photos').values({ public_id: publicId, due_at: dueAt }).execute()
}

/** The due time of files that must not become a photo any more: they may be partly deleted. */
const GIVEN_UP = sql<Date>`'-infinity'::timestamptz`

/** Takes a photo off the list of files to be deleted, to make it someone's; false if they have been given up or are gone. */
export async function claimLoose(db: Db, publicId: string): Promise<boolean> {
  return (await claimAllLoose(db, [publicId])).size > 0
}

/** The same with several; returns those that were taken. */
export async function claimAllLoose(db: Db, publicIds: readonly string[]): Promise<Set<string>> {
  if (publicIds.length === 0) return new Set()
  const rows = await db
    .deleteFrom('loose_photos')
    .where('public_id', 'in', publicIds)
    .where('due_at', '>', GIVEN_UP)
    .returning('public_id')
    .execute()
  return new Set(rows.map((row) => row.public_id))
}

/** Held by `npm run backup` while it copies the files that its rows name. An arbitrary number. */
export const BACKUP_LOCK = 7_381_903

/** From now on these files can't become a photo; false if they already have, or if a backup is being made of them. */
export async function giveUpLoose(db: Db, publicId: string): Promise<boolean> {
  const result = await db
    .updateTable('loose_photos')
    .set({ due_at: GIVEN_UP })
    .where('public_id', '=', publicId)
    .where(sql<boolean>`pg_try_advisory_xact_lock_shared(${BACKUP_LOCK})`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes the registration: the files are deleted. */
export async function deleteLoose(db: Db, publicId: string): Promise<void> {
  await db.deleteFrom('loose_photos').where('public_id', '=', publicId).execute()
}

/** Photos whose files are due for deletion, in random order: so those that fail aren't always tried first. */
export async function selectLoose(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('loose_photos')
    .select('public_id')
    .where('due_at', '<=', now)
    .orderBy(sql`random()`)
    .limit(1000)
    .execute()
  return rows.map((row) => row.public_id)
}

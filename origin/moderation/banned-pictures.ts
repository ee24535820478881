import { sql } from 'kysely'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { keyedBands, sameBands } from '../photos/keyed-bands.ts'

type Keyed = Pick<Deps, 'secrets'>

/** A member is banned: their pictures are recognised in the pool for a year, however often they are uploaded under other names. */
export async function keepBannedPictures(deps: Keyed, db: Db, { id, pool }: Pick<MemberRow, 'id' | 'pool'>, now: Date): Promise<void> {
  await forgetBannedPictures(db, id)
  const photos = await db
    .selectFrom('photos')
    .select('dhash')
    .distinct()
    .where('member_id', '=', id)
    .where('dhash', 'is not', null)
    .execute()
  if (photos.length === 0) return
  const kept_until = new Date(now.getTime() + KEPT_DAYS.ban * 24 * 3600 * 1000)
  await db
    .insertInto('banned_pictures')
    .values(photos.map(({ dhash }) => ({ pool, bands: keyedBands(deps, 'banned', pool, dhash!), member_id: id, kept_until })))
    .execute()
}

/** The ban is over. */
export async function forgetBannedPictures(db: Db, member: number): Promise<void> {
  await db.deleteFrom('banned_pictures').where('member_id', '=', member).execute()
}

/** Does this picture look like one of a banned member? */
export async function isBannedPicture(deps: Keyed, db: Db, { pool, dhash }: { pool: string; dhash: string }, now: Date): Promise<boolean> {
  const same = sameBands(keyedBands(deps, 'banned', pool, dhash))
  const row = await db
    .selectFrom('banned_pictures')
    .select('id')
    .where('pool', '=', pool)
    .where('kept_until', '>', now)
    .where(same)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes expired entries; returns how many. */
export async function purgeBannedPictures({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(db, 'banned_pictures', sql`kept_until <= ${now()}`)
}

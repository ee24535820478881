import { sql } from 'kysely'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { keyedBands, sameBands, type Looks } from '../photos/keyed-bands.ts'

type Keyed = Pick<Deps, 'secrets'>

/** How many of the photos sent in conversations are marked, the newest: every upload is compared with all marks. */
const SENT_MAX = 50

/**
 * A member is banned: their pictures are recognised in the pool for a year, however often they are uploaded under other names. Erasing the
 * account starts the year again, also for photos whose conversations have been deleted since the ban.
 */
export async function keepBannedPictures(deps: Keyed, db: Db, { id, pool }: Pick<MemberRow, 'id' | 'pool'>, now: Date): Promise<void> {
  const kept_until = new Date(now.getTime() + KEPT_DAYS.ban * 24 * 3600 * 1000)
  const kept = await db.updateTable('banned_pictures').set({ kept_until }).where('member_id', '=', id).returning('bands').execute()
  const known = new Set(kept.map(({ bands }) => bands.join()))
  const all = (await selectHashes(db, id)).map((dhash) => keyedBands(deps, 'banned', { pool, dhash }))
  const unknown = all.filter((bands) => !known.has(bands.join()))
  if (unknown.length === 0) return
  await db
    .insertInto('banned_pictures')
    .values(unknown.map((bands) => ({ pool, bands, member_id: id, kept_until })))
    .execute()
}

/** Perceptual hashes of a member's photos: those on the profile, and the newest ones sent in conversations. */
async function selectHashes(db: Db, member: number): Promise<string[]> {
  const { rows } = await sql<{ dhash: string }>`
    select dhash from photos where member_id = ${member} and dhash is not null
    union (
      select dhash from chat_photos where sender_id = ${member} and dhash is not null
      group by dhash order by max(created_at) desc limit ${SENT_MAX}
    )`.execute(db)
  return rows.map(({ dhash }) => dhash)
}

/** The ban is over. */
export async function forgetBannedPictures(db: Db, member: number): Promise<void> {
  await db.deleteFrom('banned_pictures').where('member_id', '=', member).execute()
}

/** Does this picture look like one of a banned member? */
export async function isBannedPicture(deps: Keyed, db: Db, looks: Looks, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('banned_pictures')
    .select('id')
    .where('pool', '=', looks.pool)
    .where('kept_until', '>', now)
    .where(sameBands(deps, 'banned', looks))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes expired entries; returns how many. */
export async function purgeBannedPictures({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(db, 'banned_pictures', sql`kept_until <= ${now()}`)
}

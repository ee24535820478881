import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Has an origin ever run in production on this database? */
export async function hasRunInProduction(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('production_use').select('since').executeTakeFirst()) !== undefined
}

/** Records permanently that the database serves production. */
export async function noteProductionUse(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .insertInto('production_use')
    .values({ since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Throws if local mode would run on real members: it creates demo members, catches mails and has public secrets. */
export async function refuseProductionDatabase(db: Kysely<Tables>): Promise<void> {
  if (await hasRunInProduction(db))
    throw new Error(
      'This database has run in production, and local mode is not for real members. Set APP_ENV=production, or another DATABASE_URL or DATA_DIR.'
    )
}

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { foldKey } from '../accounts/names/fold-key.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'

type Keyed = Pick<Deps, 'secrets'>
type Banned = Pick<MemberRow, 'pool' | 'email' | 'claimed_key'>

/** What is kept of an address: the database alone doesn't tell whether one is in it. */
const macOf = ({ secrets }: Keyed, address: string) =>
  createHmac('sha256', secrets.app)
    .update(`banned address\n${foldKey(address)}`)
    .digest('base64url')

/** A banned member is erased: no account of their pool can be confirmed with the same address for a year. An address that was never confirmed may be anyone's. */
export async function keepBannedAddress(deps: Keyed, db: Db, { pool, email, claimed_key: claimed }: Banned, now: Date): Promise<void> {
  if (claimed !== null) return
  const kept_until = new Date(now.getTime() + KEPT_DAYS.ban * 24 * 3600 * 1000)
  await db
    .insertInto('banned_addresses')
    .values({ pool, mac: macOf(deps, email), kept_until })
    .onConflict((conflict) => conflict.columns(['pool', 'mac']).doUpdateSet({ kept_until }))
    .execute()
}

/** Does this address belong to a banned member who has been erased? */
export async function isBannedAddress(
  deps: Keyed,
  db: Db,
  { pool, address }: { pool: string; address: string },
  now: Date
): Promise<boolean> {
  const row = await db
    .selectFrom('banned_addresses')
    .select('pool')
    .where('pool', '=', pool)
    .where('mac', '=', macOf(deps, address))
    .where('kept_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets an address sign up again in every pool; false if it isn't kept anywhere. */
export async function readmitAddress(deps: Keyed, db: Db, address: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('banned_addresses').where('mac', '=', macOf(deps, address)).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes what is over; returns how many. */
export async function purgeBannedAddresses({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(db, 'banned_addresses', sql`kept_until <= ${now()}`)
}

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { foldKey, mailboxOf } from '../accounts/names/fold-key.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { whoWouldMay } from '../members/account-state.ts'

type Keyed = Pick<Deps, 'secrets'>
type Banned = Pick<MemberRow, 'pool' | 'email' | 'claimed_key'>

/** What is kept of a mailbox: the database alone doesn't reveal whether one is in it. */
const macOf = ({ secrets }: Keyed, mailbox: string) =>
  createHmac('sha256', secrets.app).update(`banned address\n${mailbox}`).digest('base64url')

/**
 * All names under which an address may have been kept: older versions kept its tag, then the dots that Gmail ignores. What they kept can't be
 * computed again from the hash.
 */
function macsOf(deps: Keyed, address: string): string[] {
  const typed = foldKey(address)
  return [mailboxOf(address), typed.replace(/\+[^@]*@/, '@'), typed].map((one) => macOf(deps, one))
}

/** A banned member is erased: no account of their pool can be confirmed with the same mailbox for a year. An address that was never confirmed may be anyone's. */
export async function keepBannedAddress(deps: Keyed, db: Db, { pool, email, claimed_key: claimed }: Banned, now: Date): Promise<void> {
  if (claimed !== null) return
  const kept_until = new Date(now.getTime() + KEPT_DAYS.ban * 24 * 3600 * 1000)
  await db
    .insertInto('banned_addresses')
    .values({ pool, mac: macOf(deps, mailboxOf(email)), kept_until })
    .onConflict((conflict) => conflict.columns(['pool', 'mac']).doUpdateSet({ kept_until }))
    .execute()
}

/** Is this the mailbox of a banned member: of one who has been erased, or, written in another way, of an account that is still there? */
export async function isBannedAddress(
  deps: Keyed,
  db: Db,
  { pool, address }: { pool: string; address: string },
  now: Date
): Promise<boolean> {
  const { rows } = await sql`
    select where exists (
      select from banned_addresses where pool = ${pool} and mac = any(${macsOf(deps, address)}) and kept_until > ${now}
    ) or exists (
      select from members where pool = ${pool} and ${whoWouldMay('keep_mailbox')}
        and mailbox_of(email_key) = ${mailboxOf(address)}
    )`.execute(db)
  return rows.length > 0
}

/** Lets an address sign up again in every pool; false if it isn't kept anywhere. */
export async function readmitAddress(deps: Keyed, db: Db, address: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('banned_addresses').where('mac', 'in', macsOf(deps, address)).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes expired entries; returns how many. */
export async function purgeBannedAddresses({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(db, 'banned_addresses', sql`kept_until <= ${now()}`)
}

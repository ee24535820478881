import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { keptSince } from '../../shared/rules/retention.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DirectDebitTables } from '../db/tables/directdebit.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'

export type MandateRow = Selectable<DirectDebitTables['debit_mandates']>

/** A member, by row number, on a site. */
export interface Of {
  member: number
  tenant: string
}

const mine = (db: Db, { member, tenant }: Of) =>
  db.selectFrom('debit_mandates').selectAll().where('member_id', '=', member).where('tenant', '=', tenant)

/** SQL: wasn't used for so long, or since it was signed, that no bank asks for it any more: it has ended. */
const outlived = (now: Date) => sql<boolean>`coalesce(used_at, signed_at) <= ${keptSince('mandate', now)}`

/** How long before the end of an unused mandate its provider is asked to forget it, in ms: once it is deleted, no one could ask again. */
const AHEAD = 7 * 24 * 3600_000

/** The mandate that holds. */
export async function findMandate(db: Db, of: Of, now: Date): Promise<MandateRow | undefined> {
  return await mine(db, of)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.and([eb('signed_at', 'is not', null), eb.not(outlived(now))]))
    .executeTakeFirst()
}

/** The mandate that is waiting for its code. */
export async function findWaiting(db: Db, of: Of): Promise<MandateRow | undefined> {
  return await mine(db, of).where('signed_at', 'is', null).executeTakeFirst()
}

/** One of the member's mandates by its public id. */
export async function findMandateOf(db: Db, of: Of, publicId: string): Promise<MandateRow | undefined> {
  return await mine(db, of).where('public_id', '=', publicId).executeTakeFirst()
}

/** The mandate of an order, by row number, whatever has become of it since. */
export async function readMandate(db: Db, id: number): Promise<MandateRow> {
  return await db.selectFrom('debit_mandates').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function insertMandate(db: Db, mandate: Insertable<DirectDebitTables['debit_mandates']>): Promise<void> {
  await db.insertInto('debit_mandates').values(mandate).execute()
}

export async function updateMandate(db: Db, id: number, columns: Updateable<DirectDebitTables['debit_mandates']>): Promise<void> {
  await db.updateTable('debit_mandates').set(columns).where('id', '=', id).execute()
}

/** Revokes what the member has signed on the site, whether or not it has ended by itself. */
export async function revokeSigned(db: Db, { member, tenant }: Of, now: Date): Promise<void> {
  await db
    .updateTable('debit_mandates')
    .set({ revoked_at: now })
    .where('member_id', '=', member)
    .where('tenant', '=', tenant)
    .where('signed_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function deleteMandate(db: Db, id: number): Promise<void> {
  await db.deleteFrom('debit_mandates').where('id', '=', id).execute()
}

/** Has a payment by direct debit been charged back, of this member or from this account (keyed hash of the IBAN), on this site? */
export async function isBlocked(db: Db, { member, tenant }: Of, ibanKey: string | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from orders
    where tenant = ${tenant} and method = 'directdebit' and charged_back_at is not null
      and (member_id = ${member} or mandate_id in (select id from debit_mandates where iban_key = ${ibanKey}))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Serializes orders that are collected from this account (keyed hash of the IBAN), by any member, until the end of the transaction. */
export async function holdAccount(db: Db, ibanKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`debit account ${ibanKey}`}, 0))`.execute(db)
}

/**
 * What was ordered by direct debit on a site from each of two times on, by this member or from this account (keyed hash of the IBAN), less what went
 * back. An order that may still be paid counts.
 */
export async function debitedSince(db: Db, { member, tenant }: Of, ibanKey: string, since: { day: Date; month: Date }) {
  const { rows } = await sql<{ day: number; month: number }>`
    select coalesce(sum(remaining) filter (where created_at >= ${since.day}), 0)::bigint as day,
      coalesce(sum(remaining), 0)::bigint as month
    from orders
    where tenant = ${tenant} and method = 'directdebit' and created_at >= ${since.month}
      and id in (
        select id from orders where member_id = ${member}
        union select orders.id from orders join debit_mandates on debit_mandates.id = mandate_id where iban_key = ${ibanKey}
      )
      and status in ('loading', 'pending', 'completed')`.execute(db)
  return rows[0]!
}

/** Mandates that ended, or end within a week, and that a provider still has and doesn't need any more; in random order: so those that fail aren't always tried first. */
export async function selectToForget(db: Db, now: Date): Promise<MandateRow[]> {
  return await db
    .selectFrom('debit_mandates')
    .selectAll()
    .where('kept_mandate', 'is not', null)
    .where((eb) => eb.or([eb('revoked_at', 'is not', null), eb('member_id', 'is', null), outlived(new Date(now.getTime() + AHEAD))]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('orders').select('orders.id').whereRef('mandate_id', '=', 'debit_mandates.id').where('settled_at', 'is', null)
        )
      )
    )
    .orderBy(sql`random()`)
    .limit(200)
    .execute()
}

/**
 * Deletes mandates that were revoked, or whose member is gone, at once if nothing was ever collected by them; all others when no bank can ask for them
 * any more. One that was never signed ends a day after its code. Returns how many.
 */
export async function purgeExpiredMandates({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const unsigned = keptSince('code', now())
  return await deleteInBatches(
    db,
    'debit_mandates',
    sql`(signed_at is null and (member_id is null or code_until <= ${unsigned}))
      or (signed_at is not null and used_at is null and (member_id is null or revoked_at is not null)) or ${outlived(now())}`
  )
}

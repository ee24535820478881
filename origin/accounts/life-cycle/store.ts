import { sql, type Selectable } from 'kysely'
import type { ProfileNote } from '../../../shared/tenants/profile-fields.ts'
import { newPublicId } from '../../db/public-id.ts'
import type { DeletionMarksTable } from '../../db/tables/accounts.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import type { Db } from '../../http/handler.ts'
import { returnableSince, whoMay } from '../../members/account-state.ts'

/** Marks the completion step as done; undefined if it already was. */
export async function completeMember(
  db: Db,
  id: number,
  profile: Pick<MemberRow, 'interests' | ProfileNote> & Partial<Pick<MemberRow, 'intimate_shown_to'>>
): Promise<MemberRow | undefined> {
  return await db
    .updateTable('members')
    .set({ ...profile, signup_complete: true })
    .where('id', '=', id)
    .where('signup_complete', '=', false)
    .returningAll()
    .executeTakeFirst()
}

/** Stores a provider's proof that the member is at least `over` years old. The first proof stays until there is one for a higher age. */
export async function proveAge(db: Db, id: number, { over, provider, now }: { over: number; provider: string; now: Date }): Promise<void> {
  await db
    .updateTable('members')
    .set({ age_proven_over: over, age_proven_at: now, age_proven_by: provider })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(age_proven_over, 0) < ${over}`)
    .execute()
}

/**
 * Shows the profile to others as soon as nothing is missing: confirmed, completed and proven to be at least `provenOver` years old (0: no proof
 * required).
 */
export async function openProfile(db: Db, id: number, { provenOver }: { provenOver: number }): Promise<void> {
  await db
    .updateTable('members')
    .set({ profile_status: 'active' })
    .where('id', '=', id)
    .where(whoMay('be_found'))
    .where('signup_complete', '=', true)
    .$if(provenOver > 0, (query) => query.where('age_proven_over', '>=', provenOver))
    .execute()
}

/** Members whose campaign one statement clears. */
const CLEARED_AT_ONCE = 1000

/** Clears the campaign of accounts created before `until`, skipping rows locked by others; returns how many. */
export async function clearTracking(db: Db, until: Date): Promise<number> {
  let cleared = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      update members set tracking = '{}' where id = any(array(
        select id from members where signup_date <= ${until} and tracking <> '{}' limit ${CLEARED_AT_ONCE} for update skip locked
      ))`.execute(db)
    cleared += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < CLEARED_AT_ONCE) return cleared
  }
}

/** Stores the new state of an account. */
export async function updateState(
  db: Db,
  id: number,
  state: Pick<MemberRow, 'status' | 'deleted_status' | 'deleted_at'>
): Promise<MemberRow> {
  return await db.updateTable('members').set(state).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/**
 * Members who can no longer come back and are not erased yet, in random order: so those that fail are not always tried first.
 */
export async function selectErasable(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where(whoMay('return'))
    .where('deleted_at', '<=', returnableSince(now))
    .orderBy(sql`random()`)
    .limit(500)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Accounts that were never confirmed and that no one has used since then, in random order, or only this one if it is among them. One with which
 * anything was bought, written or decided is not: someone may need it.
 */
export async function selectUnused(db: Db, since: Date, member?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('presence', 'presence.member_id', 'members.id')
    .select('members.id')
    .where(whoMay('confirm'))
    .where('members.claimed_key', 'is not', null)
    .where('members.fictional', '=', false)
    .where('presence.last_seen_at', '<=', since)
    .where(
      sql<boolean>`not exists (select from participants where participants.member_id = members.id)
        and not exists (select from orders where orders.member_id = members.id)
        and not exists (select from debit_mandates where debit_mandates.member_id = members.id)
        and not exists (select from decisions where decisions.member_id = members.id)
        and not exists (
          select from ledger_legs legs join ledger_movements movements on movements.id = legs.movement_id
          where legs.member_id = members.id and movements.reason <> 'signup'
        )`
    )
    .$if(member !== undefined, (query) => query.where('members.id', '=', member!))
    .orderBy(sql`random()`)
    .limit(500)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * A placeholder row for an erased member whose conversations others still have. It is like a deleted member that never comes back.
 */
export async function insertPlaceholder(
  db: Db,
  { pool, home_tenant }: Pick<MemberRow, 'pool' | 'home_tenant'>,
  now: Date
): Promise<number> {
  const id = newPublicId()
  const { id: row } = await db
    .insertInto('members')
    .values({
      public_id: id,
      pool,
      home_tenant,
      status: 'deleted',
      email: '',
      email_key: id,
      name: '',
      name_key: id,
      name_skeleton: id,
      password_hash: '',
      language: 'en',
      signup_date: now,
      active_day: now.toISOString().slice(0, 10),
      consent: '{}',
      gender: 'other',
      date_of_birth: '1900-01-01',
      country: 'XX'
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row
}

/** Deletes a member's row and, by cascade, everything that belongs to it. */
export async function removeMember(db: Db, id: number): Promise<void> {
  await db.deleteFrom('members').where('id', '=', id).execute()
}

/** Marks of deletions and returns that the media store lacks, in random order. */
export async function selectMarks(db: Db): Promise<Selectable<DeletionMarksTable>[]> {
  return await db
    .selectFrom('deletion_marks')
    .selectAll()
    .orderBy(sql`random()`)
    .limit(1000)
    .execute()
}

/** Deletes a mark that the media store has now, unless the member has come back meanwhile. */
export async function removeMark(db: Db, { public_id: id, deleted_at: at, returned }: Selectable<DeletionMarksTable>): Promise<void> {
  await db.deleteFrom('deletion_marks').where('public_id', '=', id).where('deleted_at', '=', at).where('returned', '=', returned).execute()
}

import { sql } from 'kysely'
import type { MainImage } from '../../shared/api/members.ts'
import type { Counter } from '../../shared/rules/news.ts'
import type { MemberRow, NewMember } from '../db/tables/members.ts'
import { counterColumns } from '../digests/what-is-new.ts'
import type { Db } from '../http/handler.ts'
import { NOBODY, type MemberScope } from '../members/viewer-scope.ts'
import { canReturnSince, whoMay } from '../members/account-state.ts'
import { lockMembers } from '../members/lock-members.ts'

/**
 * The accounts that this name or address may log in to, always the same number of entries so that the time reveals nothing: one for a name; three for
 * an address: the account whose confirmed address it is, the newest account created with it, and the oldest of the others. Undefined entries stand for
 * none.
 * Names never contain `@`, addresses always do.
 */
export async function findByLogin(db: Db, pool: string, key: string, now: Date): Promise<(MemberRow | undefined)[]> {
  if (!key.includes('@')) {
    return [await db.selectFrom('members').selectAll().where('pool', '=', pool).where('name_key', '=', key).executeTakeFirst()]
  }
  const owner = await findByEmail(db, pool, key)
  const newest = await claimsOf(db, pool, key, now).orderBy('id', 'desc').limit(1).executeTakeFirst()
  const oldest = await claimsOf(db, pool, key, now)
    .where('id', '<>', newest?.id ?? NOBODY)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return [owner, newest, oldest]
}

/**
 * Accounts created with this address and not confirmed: open ones first, then those whose member is suspended or banned and may be heard, then deleted
 * ones that can be restored.
 */
function claimsOf(db: Db, pool: string, key: string, now: Date) {
  return db
    .selectFrom('members')
    .selectAll()
    .where('pool', '=', pool)
    .where('claimed_key', '=', key)
    .where(sql<boolean>`(${whoMay('confirm')} or ${whoMay('be_heard')} or ${canReturnSince(now)})`)
    .orderBy(whoMay('confirm'), 'desc')
    .orderBy(whoMay('be_heard'), 'desc')
}

/** The oldest open account created with this address and not confirmed. */
export async function findOldestClaim(db: Db, pool: string, key: string, now: Date): Promise<MemberRow | undefined> {
  return await claimsOf(db, pool, key, now).where(whoMay('confirm')).orderBy('id').limit(1).executeTakeFirst()
}

/** The newest open accounts created with this address and not confirmed. */
export async function findClaims(db: Db, pool: string, key: string, now: Date): Promise<MemberRow[]> {
  return await claimsOf(db, pool, key, now).where(whoMay('confirm')).orderBy('id', 'desc').limit(20).execute()
}

/** Does any other account of the pool have this address, confirmed or not? */
export async function isUsedByOthers(db: Db, { id, pool }: Pick<MemberRow, 'id' | 'pool'>, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('pool', '=', pool)
    .where('id', '<>', id)
    .where((eb) => eb.or([eb('email_key', '=', key), eb('claimed_key', '=', key)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The member whose confirmed address this is. */
export async function findByEmail(db: Db, pool: string, key: string): Promise<MemberRow | undefined> {
  return await db.selectFrom('members').selectAll().where('pool', '=', pool).where('email_key', '=', key).executeTakeFirst()
}

export async function isNameTaken(db: Db, pool: string, key: string): Promise<boolean> {
  const row = await db.selectFrom('members').select('id').where('pool', '=', pool).where('name_key', '=', key).executeTakeFirst()
  return row !== undefined
}

export async function findMember(db: Db, id: number): Promise<MemberRow | undefined> {
  return await db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Does a name of the pool look like this one? */
export async function isNameSimilar(db: Db, pool: string, skeleton: string): Promise<boolean> {
  const row = await db.selectFrom('members').select('id').where('pool', '=', pool).where('name_skeleton', '=', skeleton).executeTakeFirst()
  return row !== undefined
}

/** The member's current row, locked (`lockMembers`). */
export async function lockMember(db: Db, id: number): Promise<MemberRow | undefined> {
  await lockMembers(db, [id])
  return await db.selectFrom('members').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The new row, or undefined if the pool already has this name or one that looks like it. */
export async function insertMember(db: Db, member: NewMember): Promise<MemberRow | undefined> {
  return await db
    .insertInto('members')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateLanguage(db: Db, id: number, language: string): Promise<MemberRow> {
  return await db.updateTable('members').set({ language }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function updatePassword(db: Db, id: number, passwordHash: string): Promise<MemberRow> {
  return await db.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Sets a new address that its owner has confirmed and clears the bounce mark. Rejects (`isDuplicate`) if another member has it. */
export async function updateEmail(db: Db, id: number, email: Pick<MemberRow, 'email' | 'email_key'>): Promise<MemberRow> {
  return await db
    .updateTable('members')
    .set({ ...email, claimed_key: null, notifications_disabled: sql`array_remove(notifications_disabled, 'bounce')` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Marks the address as confirmed, as this member's alone and as not bouncing. False if nothing changed, and for a member who was not waiting for
 * confirmation. Rejects (`isDuplicate`) if another member has confirmed it.
 */
export async function confirmMember(db: Db, id: number): Promise<boolean> {
  const result = await db
    .updateTable('members')
    .set((eb) => ({
      status: 'confirmed',
      email_key: eb.fn.coalesce('claimed_key', 'email_key'),
      claimed_key: null,
      notifications_disabled: sql`array_remove(notifications_disabled, 'bounce')`
    }))
    .where('id', '=', id)
    .where(sql<boolean>`(${whoMay('confirm')} or (${whoMay('use')} and 'bounce' = any(notifications_disabled)))`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

type AccountRow = Record<Counter, number> & {
  credits: number
  photo: string | null
  photo_status: MainImage['status'] | null
}

/** What only the viewer sees of themselves: credits, the main photo whatever its status, and what is new. */
export async function selectOwnAccount(scope: MemberScope): Promise<AccountRow> {
  const { db, viewer } = scope
  const { rows } = await sql<AccountRow>`
    select coalesce(ledger_accounts.balance, 0) as credits, photos.public_id as photo, photos.status as photo_status,
      ${counterColumns(scope)}
    from (values (${viewer.id}::bigint, ${viewer.main_photo_id}::bigint)) own(id, photo_id)
    left join ledger_accounts on (ledger_accounts.member_id, account, unit) = (own.id, 'member', 'credits')
    left join photos on photos.id = own.photo_id`.execute(db)
  return rows[0]!
}

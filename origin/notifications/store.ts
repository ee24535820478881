import { sql } from 'kysely'
import { type DisabledReason, MAIL_KINDS, NEWS, recordOf, type Frequency, type MailKind, type PushKind } from '../../shared/rules/news.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../http/handler.ts'

/** The member's choices; kinds they never changed are missing. */
export async function selectPreferences(db: Db, member: number): Promise<Partial<Record<MailKind, Frequency>>> {
  const rows = await chosenBy(db, { member })
  return Object.fromEntries(rows.map(({ kind, frequency }) => [kind, frequency]))
}

const chosenBy = prepared((db, { member }: { member: number }) =>
  db.selectFrom('mail_preferences').select(['kind', 'frequency']).where('member_id', '=', member)
)

/** How often the member is mailed: as chosen, otherwise by default. */
export async function preferencesOf(db: Db, member: number): Promise<Record<MailKind, Frequency>> {
  return { ...recordOf(MAIL_KINDS, (kind) => NEWS[kind].frequency), ...(await selectPreferences(db, member)) }
}

export async function upsertPreferences(db: Db, member: number, chosen: Partial<Record<MailKind, Frequency>>): Promise<void> {
  const rows = Object.entries(chosen).map(([kind, frequency]) => ({ member_id: member, kind, frequency }))
  if (rows.length === 0) return
  await db
    .insertInto('mail_preferences')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['member_id', 'kind']).doUpdateSet((eb) => ({ frequency: eb.ref('excluded.frequency') })))
    .execute()
}

/** Stores the kinds of push that the member has turned off. */
export async function updatePushOff(db: Db, member: number, off: readonly PushKind[]): Promise<void> {
  await db
    .updateTable('members')
    .set({ push_off: [...off] })
    .where('id', '=', member)
    .execute()
}

/** Back to the contract's defaults. */
export async function deletePreferences(db: Db, member: number, kinds: readonly MailKind[]): Promise<void> {
  await db.deleteFrom('mail_preferences').where('member_id', '=', member).where('kind', 'in', kinds).execute()
}

/** Why the member isn't mailed any more. */
export async function selectReasons(db: Db, member: number): Promise<readonly string[]> {
  const row = await db.selectFrom('members').select('notifications_disabled').where('id', '=', member).executeTakeFirst()
  return row?.notifications_disabled ?? []
}

/** Adds the reason why these members aren't mailed any more, unless it is already there. */
export async function addReason(db: Db, members: readonly number[], reason: DisabledReason): Promise<void> {
  await db
    .updateTable('members')
    .set({ notifications_disabled: sql`array_append(notifications_disabled, ${reason})` })
    .where('id', 'in', members)
    .execute()
}

export async function removeReason(db: Db, member: number, reason: DisabledReason): Promise<void> {
  await db
    .updateTable('members')
    .set({ notifications_disabled: sql`array_remove(notifications_disabled, ${reason})` })
    .where('id', '=', member)
    .execute()
}

/** Members of any pool who entered this address, confirmed or not, and are still mailed. */
export async function selectMailed(db: Db, emailKey: string, reason: DisabledReason): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where((eb) => eb.or([eb('email_key', '=', emailKey), eb('claimed_key', '=', emailKey)]))
    .where(sql<boolean>`not ${reason} = any(notifications_disabled)`)
    .execute()
  return rows.map(({ id }) => id)
}

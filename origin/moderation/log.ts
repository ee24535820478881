import { sql, type Selectable } from 'kysely'
import { keptSince } from '../../shared/rules/retention.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { ModerationTables } from '../db/tables/moderation.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'

/** Everything that is logged. */
export type Verb =
  | 'claim'
  | 'release'
  | 'dismiss'
  | 'resolve'
  | 'warn'
  | 'suspend'
  | 'ban'
  | 'unban'
  | 'log_out'
  | 'approve_photo'
  | 'reject_photo'
  | 'remove_message'
  | 'uphold_appeal'
  | 'refuse_appeal'
  | 'uphold_complaint'
  | 'refuse_complaint'

export type LogEntry = Omit<Selectable<ModerationTables['moderation_log']>, 'id'>

/** Appends what a moderator did to the log. */
export async function appendToLog({ db, now }: { db: Db; now: Date }, entry: Omit<LogEntry, 'at'> & { verb: Verb }): Promise<void> {
  await db
    .insertInto('moderation_log')
    .values({ ...entry, at: now })
    .execute()
}

/** What was done about a member or with a report, complaint, appeal or photo; newest last. */
export async function selectLog(db: Db, of: { subject: string } | { reference: string }): Promise<LogEntry[]> {
  const [column, value] = 'subject' in of ? (['subject', of.subject] as const) : (['reference', of.reference] as const)
  return await db
    .selectFrom('moderation_log')
    .select(['at', 'author', 'verb', 'subject', 'reference', 'reason'])
    .where(column, '=', value)
    .orderBy('id')
    .execute()
}

/** Who decided this, and how: the newest entry that isn't a claim, or the newest until then. */
export async function lastDecision(db: Db, of: { subject: string } | { reference: string }, until?: Date): Promise<LogEntry | undefined> {
  return (await selectLog(db, of)).findLast(({ verb, at }) => verb !== 'claim' && verb !== 'release' && (!until || at <= until))
}

/** Deletes old entries; returns how many. */
export async function purgeExpiredLog({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = keptSince('moderation', now())
  return await deleteInBatches(db, 'moderation_log', sql`at < ${before}`)
}

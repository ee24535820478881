import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import { NOTICES, type Notice } from '../../shared/rules/measures.ts'
import type { Tables } from '../db/tables.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { ReportOutcome } from '../db/tables/reports.ts'
import type { Db } from '../http/handler.ts'
import type { Report } from '../reports/store.ts'

export type Decision = Selectable<Tables['decisions']>

export async function findReport(db: Db, reference: string): Promise<Report | undefined> {
  return await db.selectFrom('reports').selectAll().where('reference', '=', reference).executeTakeFirst()
}

/** The reports about a member that wait for a decision, locked until the end of the transaction. */
export async function lockOpenReports(db: Db, member: number): Promise<Report[]> {
  return await db
    .selectFrom('reports')
    .selectAll()
    .where('reported_id', '=', member)
    .where('decided_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** One report, locked; undefined if it is decided. */
export async function lockOpenReport(db: Db, reference: string): Promise<Report | undefined> {
  return await db
    .selectFrom('reports')
    .selectAll()
    .where('reference', '=', reference)
    .where('decided_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Records how reports ended, and removes their claims. */
export async function updateOutcome(db: Db, reports: readonly Report[], outcome: ReportOutcome, now: Date): Promise<void> {
  if (reports.length === 0) return
  const ids = reports.map(({ id }) => id)
  await db.updateTable('reports').set({ outcome, decided_at: now }).where('id', 'in', ids).execute()
  for (const { reference } of reports) await deleteClaim(db, reference)
}

export async function insertDecision(db: Db, decision: Insertable<Tables['decisions']>): Promise<Decision> {
  return await db.insertInto('decisions').values(decision).returningAll().executeTakeFirstOrThrow()
}

/** SQL condition on a row of `decisions`: its appeal waits for a moderator. An appeal ends with the measure it is against. */
export const appealIsOpen = sql<boolean>`(decisions.appeal is not null and decisions.appeal_decided_at is null and decisions.lifted_at is null)`

type Appealable = Decision & { appeal_open: boolean }

const appealable = (db: Db) => db.selectFrom('decisions').selectAll().select(appealIsOpen.as('appeal_open'))

/** The decision by which a member is suspended or banned. */
export async function findCurrent(db: Db, member: number): Promise<Appealable | undefined> {
  return await appealable(db)
    .where('member_id', '=', member)
    .where('lifted_at', 'is', null)
    .where('measure', 'in', ['suspend', 'ban'])
    .executeTakeFirst()
}

/** Was anything decided about a member that still stood at this time, or later? */
export async function hasMeasure(db: Db, member: number, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('decisions')
    .select('id')
    .where('member_id', '=', member)
    .where((eb) => eb.or([eb('lifted_at', 'is', null), eb('lifted_at', '>', at)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Decisions about a member since then that left their account open and still stand, newest first. */
export async function selectNotices(db: Db, member: number, since: Date) {
  const rows = await db
    .selectFrom('decisions')
    .selectAll()
    .where('member_id', '=', member)
    .where('measure', 'in', NOTICES)
    .where('lifted_at', 'is', null)
    .where('decided_at', '>', since)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows as (Decision & { measure: Notice })[]
}

/** A member's own reports that are decided, oldest first. */
export async function selectAnswered(db: Db, reporter: number): Promise<Report[]> {
  return await db
    .selectFrom('reports')
    .selectAll()
    .where('reporter_id', '=', reporter)
    .where('decided_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Records that a member is no longer suspended or banned by their decision, and removes the claim to its appeal. */
export async function liftCurrent(db: Db, member: number, now: Date): Promise<void> {
  const lifted = await db
    .updateTable('decisions')
    .set({ lifted_at: now })
    .where('member_id', '=', member)
    .where('lifted_at', 'is', null)
    .where('measure', 'in', ['suspend', 'ban'])
    .returning('reference')
    .execute()
  for (const { reference } of lifted) await deleteClaim(db, reference)
}

/** Records that a photo's refusals no longer stand. */
export async function liftRefusals(db: Db, member: number, photo: string, now: Date): Promise<void> {
  await db
    .updateTable('decisions')
    .set({ lifted_at: now })
    .where('member_id', '=', member)
    .where('photo', '=', photo)
    .where('lifted_at', 'is', null)
    .execute()
}

/** Members whose suspension is over, or only this one if theirs is. */
export async function selectEnded(db: Db, now: Date, member?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('decisions')
    .select('member_id')
    .where(hasRunOut(now))
    .$if(member !== undefined, (query) => query.where('member_id', '=', member!))
    .orderBy('until')
    .limit(500)
    .execute()
  return rows.map((row) => row.member_id)
}

/** SQL condition on a row of `decisions`: a suspension that is over, and whose member is still restricted by it. */
function hasRunOut(now: Date): RawBuilder<boolean> {
  return sql`(decisions.measure = 'suspend' and decisions.lifted_at is null and decisions.until <= ${now})`
}

/** SQL condition on a row of `members`: the suspension is over, although no job has ended it yet. */
export function isOver(now: Date): RawBuilder<boolean> {
  return sql`exists (select from decisions where decisions.member_id = members.id and ${hasRunOut(now)})`
}

/** Takes a claim; null if it is now taken, otherwise who has it already. */
export async function insertClaim(db: Db, reference: string, author: string, now: Date): Promise<{ author: string; at: Date } | null> {
  const row = await db
    .insertInto('claims')
    .values({ reference, author, claimed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reference')
    .executeTakeFirst()
  if (row) return null
  const held = await db.selectFrom('claims').selectAll().where('reference', '=', reference).executeTakeFirst()
  return held ? { author: held.author, at: held.claimed_at } : null
}

export async function deleteClaim(db: Db, reference: string): Promise<boolean> {
  return (await db.deleteFrom('claims').where('reference', '=', reference).executeTakeFirst()).numDeletedRows > 0n
}

/** A member by public id, whatever the state of their account. */
export async function findByPublicId(db: Db, publicId: string): Promise<MemberRow | undefined> {
  return await db.selectFrom('members').selectAll().where('public_id', '=', publicId).executeTakeFirst()
}

type Appeal = Partial<Pick<Decision, 'appeal' | 'appealed_at' | 'appeal_due_at' | 'appeal_outcome' | 'appeal_answer' | 'appeal_decided_at'>>

export async function updateAppeal(db: Db, id: number, appeal: Appeal): Promise<void> {
  await db.updateTable('decisions').set(appeal).where('id', '=', id).execute()
}

export async function findDecision(db: Db, reference: string): Promise<Appealable | undefined> {
  return await appealable(db).where('reference', '=', reference).executeTakeFirst()
}

import { sql, type Insertable, type Selectable } from 'kysely'
import { keptSince } from '../../shared/rules/retention.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { ComplaintsTable } from '../db/tables/complaints.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'

export type Complaint = Selectable<ComplaintsTable>

/** Stores a complaint; null if the same one already exists. */
export async function insertComplaint(db: Db, complaint: Insertable<ComplaintsTable>): Promise<Complaint | null> {
  const row = await db
    .insertInto('complaints')
    .values(complaint)
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** SQL: the complaint is waiting for an answer. */
export const isUnanswered = sql<boolean>`answered_at is null and erased_at is null`

/** Complaints waiting for an answer, the most urgent first. */
export async function selectUnanswered(db: Db): Promise<Complaint[]> {
  return await db.selectFrom('complaints').selectAll().where(isUnanswered).orderBy('due_at').orderBy('id').execute()
}

/** A complaint by its number; undefined if there is none, or nothing of it is left to read. */
export async function findComplaint(db: Db, reference: string): Promise<Complaint | undefined> {
  return await db.selectFrom('complaints').selectAll().where('reference', '=', reference).where('erased_at', 'is', null).executeTakeFirst()
}

/** Stores an answer; false if there is one already. */
export async function updateAnswer(db: Db, id: number, answer: Pick<Complaint, 'answered_at' | 'outcome' | 'answer'>): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('complaints').set(answer).where('id', '=', id).where(isUnanswered).executeTakeFirst()
  return numUpdatedRows > 0n
}

const unmailed = (db: Db) =>
  db.selectFrom('complaints').where('answered_at', 'is not', null).where('mailed_at', 'is', null).where('email', 'is not', null)

/** Numbers of answered complaints whose writer can be mailed and has not been. */
export async function selectUnmailed(db: Db): Promise<number[]> {
  return (await unmailed(db).select('id').execute()).map(({ id }) => id)
}

/** One of them, locked until the end of the transaction; undefined if another process has the lock or has mailed it. */
export async function lockUnmailed(db: Db, id: number): Promise<Complaint | undefined> {
  return await unmailed(db).selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
}

export async function updateMailed(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('complaints').set({ mailed_at: at }).where('id', '=', id).execute()
}

/** Removes from a member's complaints who wrote what: they are still counted, and closed if they had no answer. */
export async function eraseComplaintsOf(db: Db, member: number, now: Date): Promise<void> {
  await sql`
    update complaints set erased_at = ${now}, member_id = null, digest = sha256(reference::bytea), language = '', text = '',
      page = null, earlier = null, name = null, email = null, answer = case when answer is not null then '' end
    where member_id = ${member}`.execute(db)
}

/** Deletes complaints that were answered a year ago, or closed without an answer; returns how many. */
export async function purgeExpiredComplaints({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = keptSince('complaint', now())
  return await deleteInBatches(db, 'complaints', sql`answered_at < ${before} or (answered_at is null and erased_at < ${before})`)
}

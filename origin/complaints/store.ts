import { sql, type Insertable, type Selectable } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { ComplaintsTable } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'

export type Complaint = Selectable<ComplaintsTable>

/** Stores a complaint; null where the same one has come in before. */
export async function insertComplaint(db: Db, complaint: Insertable<ComplaintsTable>): Promise<Complaint | null> {
  const row = await db
    .insertInto('complaints')
    .values(complaint)
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** What waits for an answer, the most urgent first. */
export async function selectUnanswered(db: Db): Promise<Complaint[]> {
  return await db.selectFrom('complaints').selectAll().where('answered_at', 'is', null).orderBy('due_at').orderBy('id').execute()
}

export async function findComplaint(db: Db, reference: string): Promise<Complaint | undefined> {
  return await db.selectFrom('complaints').selectAll().where('reference', '=', reference).executeTakeFirst()
}

/** The complaint, held until the end of the transaction: nobody else answers it meanwhile. */
export async function lockComplaint(db: Db, reference: string): Promise<Complaint | undefined> {
  return await db.selectFrom('complaints').selectAll().where('reference', '=', reference).forUpdate().executeTakeFirst()
}

export async function updateAnswer(db: Db, id: number, answer: Pick<Complaint, 'answered_at' | 'outcome' | 'answer'>): Promise<void> {
  await db.updateTable('complaints').set(answer).where('id', '=', id).execute()
}

/** Twice as long as one may object to an answer. In ms. */
const KEPT = 365 * 24 * 3600 * 1000

/** Removes complaints that were answered a year ago; returns how many. */
export async function forgetComplaints({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - KEPT)
  return await deleteInBatches(db, 'complaints', sql`answered_at < ${before}`)
}

import { sql, type Insertable, type Selectable } from 'kysely'
import { keptSince } from '../../shared/rules/retention.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { ReportsTable } from '../db/tables/reports.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'

export type Report = Selectable<ReportsTable>

/** The report with this content, if it was already filed. */
export async function findByDigest(db: Db, digest: Buffer): Promise<Report | undefined> {
  return await db.selectFrom('reports').selectAll().where('digest', '=', digest).executeTakeFirst()
}

/** @param copies public ids of copied photos */
export async function insertReport(db: Db, report: Insertable<ReportsTable>, copies: readonly string[]): Promise<Report> {
  const row = await db.insertInto('reports').values(report).returningAll().executeTakeFirstOrThrow()
  const photos = copies.map((public_id) => ({ public_id, report_id: row.id }))
  if (photos.length > 0) await db.insertInto('report_photos').values(photos).execute()
  return row
}

/** Deletes reports whose decision can no longer be appealed, with their copies; returns how many. */
export async function purgeExpiredReports({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = keptSince('report', now())
  return await deleteInBatches(db, 'reports', sql`decided_at < ${before}`)
}

import { findMember } from '../accounts/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { closeReports } from './close-reports.ts'
import { UNKNOWN, type Author, type Done } from './done.ts'
import { lastDecision } from './log.ts'
import * as store from './store.ts'

/** Decides that nothing is done about a report, and mails that to the reporter. */
export async function dismissReport(
  unit: UnitOfWork,
  { reference, author, reason }: { reference: string; author: Author; reason: string }
): Promise<Done> {
  const { db } = unit
  if (!(await store.findReport(db, reference))) return UNKNOWN
  const report = await store.lockOpenReport(db, reference)
  if (!report) return { done: false, why: 'decided', by: await lastDecision(db, { reference }) }
  const subject = report.reported_id === null ? null : ((await findMember(db, report.reported_id))?.public_id ?? null)
  await closeReports(unit, [report], 'dismissed', { author, verb: 'dismiss', subject, reason })
  return { done: true, reference }
}

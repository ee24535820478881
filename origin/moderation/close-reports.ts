import { homeOf } from '../accounts/account-mails.ts'
import { findMember } from '../accounts/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Report } from '../reports/store.ts'
import { mailReportDecided } from './decision-mails.ts'
import type { Author } from './done.ts'
import { appendToLog, type Verb } from './log.ts'
import * as store from './store.ts'

/** Ends reports, logs that, and mails their reporters the outcome. */
export async function closeReports(
  unit: UnitOfWork,
  reports: readonly Report[],
  outcome: 'acted' | 'dismissed',
  entry: { author: Author; verb: Verb; subject: string | null; reason: string }
): Promise<void> {
  const { db, deps, now } = unit
  await store.updateOutcome(db, reports, outcome, now)
  for (const report of reports) {
    await appendToLog(unit, { ...entry, reference: report.reference })
    const reporter = report.reporter_id === null ? undefined : await findMember(db, report.reporter_id)
    const tenant = deps.tenants.byId(report.tenant)
    if (!reporter || !tenant) continue
    // A moderator's reasons for doing nothing go to the reporter, those for a measure to the member concerned.
    const lines = outcome === 'dismissed' ? entry.reason : ''
    await mailReportDecided({ ...unit, tenant: homeOf({ deps, tenant }, reporter) }, report, { reporter, outcome, lines })
  }
}

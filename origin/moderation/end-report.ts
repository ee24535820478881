import { isErased } from '../../shared/rules/account-state.ts'
import { findMember } from '../accounts/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { closeReports } from './close-reports.ts'
import { UNKNOWN, type Author, type Done } from './done.ts'
import { lastDecision } from './log.ts'
import * as store from './store.ts'

/** A report that ends without a measure of its own. */
interface Ending {
  reference: string
  author: Author
  reason: string
}

/** Decides that nothing is done about a report, and mails that with the reason to the reporter. */
export async function dismissReport(unit: UnitOfWork, ending: Ending): Promise<Done> {
  return await end(unit, ending, 'dismissed')
}

/** Ends a report about someone against whom something was done already, or who is gone: the reporter is told that we acted, the reason is for the log. */
export async function resolveReport(unit: UnitOfWork, ending: Ending): Promise<Done> {
  return await end(unit, ending, 'acted')
}

async function end(unit: UnitOfWork, { reference, author, reason }: Ending, outcome: 'acted' | 'dismissed'): Promise<Done> {
  const { db } = unit
  if (!(await store.findReport(db, reference))) return UNKNOWN
  const report = await store.lockOpenReport(db, reference)
  if (!report) return { done: false, why: 'decided', by: await lastDecision(db, { reference }) }
  const member = report.reported_id === null ? undefined : await findMember(db, report.reported_id)
  const isThere = member !== undefined && !isErased(member)
  if (outcome === 'acted' && isThere && !(await store.hasMeasure(db, member.id, report.created_at))) {
    return { done: false, why: 'no_measure' }
  }
  const verb = outcome === 'acted' ? 'resolve' : 'dismiss'
  await closeReports(unit, [report], outcome, { author, verb, subject: member?.public_id ?? null, reason })
  return { done: true, reference }
}

import { isErased } from '../../shared/rules/account-state.ts'
import type { ReportKind } from '../../shared/rules/reports.ts'
import { settleMember } from '../accounts/life-cycle/settle-member.ts'
import { findMember } from '../accounts/store.ts'
import { returnCharges } from '../chats/return-charges.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { lockWithContacts } from '../members/contacts.ts'
import { refundBanned } from '../withdrawals/refund-unused.ts'
import { keepBannedPictures } from './banned-pictures.ts'
import { closeReports } from './close-reports.ts'
import { UNKNOWN, type Author, type Done } from './done.ts'
import { appendToLog, lastDecision } from './log.ts'
import { recordDecision } from './record-decision.ts'
import * as store from './store.ts'

/** A measure about an account, caused by a report or on a moderator's own account. */
export interface MeasureOrder {
  /** Reference of a report, or public id of a member. */
  about: string
  measure: 'warn' | 'suspend' | 'ban'
  rule: ReportKind
  /** In the member's language: it is sent to them word for word. */
  reasons: string
  /** The end of a suspension. */
  until: Date | null
  author: Author
}

/**
 * Warns, suspends or bans a member and mails them the decision with its reasons; answers the report, or for a ban all reports about the member, and
 * mails the reporters. If another moderator decided first, nothing happens.
 */
export async function takeMeasure(unit: UnitOfWork, order: MeasureOrder): Promise<Done> {
  const { db } = unit
  const report = await store.findReport(db, order.about)
  const found = report ? report.reported_id && (await findMember(db, report.reported_id)) : await store.findByPublicId(db, order.about)
  // An erased member has only an empty row left, and no address.
  if (!found || isErased(found)) return UNKNOWN
  await lockWithContacts(db, found.id)
  const open = await store.lockOpenReports(db, found.id)
  if (report && !open.some(({ id }) => id === report.id)) {
    return { done: false, why: 'decided', by: await lastDecision(db, { reference: report.reference }) }
  }
  if (order.measure !== 'warn' && !(await settleMember(unit, found.id, order.measure))) {
    return { done: false, why: report ? 'stands' : 'decided', by: await lastDecision(db, { subject: found.public_id }) }
  }
  if (order.measure === 'ban') {
    if (order.rule === 'fake_profile') await returnCharges(unit, found.id, { alsoRead: true })
    await keepBannedPictures(unit.deps, db, found, unit.now)
    await refundBanned(unit, found.id)
  }
  const { reference } = await recordDecision(unit, found, order)
  const answered = order.measure === 'ban' ? open : open.filter(({ id }) => id === report?.id)
  const { author, measure, reasons } = order
  await appendToLog(unit, { author, verb: measure, subject: found.public_id, reference, reason: reasons })
  await closeReports(unit, answered, 'acted', { author, verb: measure, subject: found.public_id, reason: reasons })
  return { done: true, reference }
}

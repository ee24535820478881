import type { ReportKind } from '../../shared/rules/reports.ts'
import { findMember } from '../accounts/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { lockForPhoto, moderatePhoto } from '../photos/moderate-photo.ts'
import { selectForModeration } from '../photos/store.ts'
import { closeReports } from './close-reports.ts'
import { UNKNOWN, type Author, type Done } from './done.ts'
import { appendToLog, lastDecision } from './log.ts'
import { recordDecision } from './record-decision.ts'
import * as store from './store.ts'

/**
 * A decision on a photo. Its owner has a right to know the rule and the reasons of a refusal. Those of an approval are for the log; they are required
 * only to take back a refusal.
 */
export type PhotoOrder = { photo: string; author: Author } & (
  { status: 'active'; reasons: string | null } | { status: 'rejected'; rule: ReportKind; reasons: string }
)

/**
 * Shows a photo to others, which ends an earlier refusal, or refuses it; its owner is mailed a refusal with the rule and the reasons. A refusal
 * answers the reports about the photo; one about the profile or a conversation, which copied it, may be about something else.
 */
export async function decidePhoto(unit: UnitOfWork, order: PhotoOrder): Promise<Done> {
  const { photo, status, author, reasons } = order
  const { db } = unit
  const found = await selectForModeration(db, photo)
  const member = found && (await findMember(db, found.member_id))
  if (!member) return UNKNOWN
  await lockForPhoto(db, member.id, status)
  const before = (await selectForModeration(db, photo))?.status
  if (before === status) return { done: false, why: 'decided', by: await lastDecision(db, { reference: photo }) }
  // Another moderator has just refused it: an approval without reasons doesn't override that.
  if (before === 'rejected' && reasons === null) return { done: false, why: 'reason', by: await lastDecision(db, { reference: photo }) }
  if (!(await moderatePhoto(unit, photo, status))) return UNKNOWN
  const verb = status === 'active' ? 'approve_photo' : 'reject_photo'
  await store.deleteClaim(db, photo)
  await appendToLog(unit, { author, verb, subject: member.public_id, reference: photo, reason: reasons })
  if (order.status === 'active') {
    await store.liftRefusals(db, member.id, photo, unit.now)
    return { done: true, reference: null }
  }
  const { reference } = await recordDecision(unit, member, {
    measure: 'reject_photo',
    rule: order.rule,
    reasons: order.reasons,
    until: null,
    photo
  })
  const reports = (await store.lockOpenReports(db, member.id)).filter(
    ({ surface, evidence }) => surface === 'photo' && evidence.photo?.of === photo
  )
  await closeReports(unit, reports, 'acted', { author, verb, subject: member.public_id, reason: order.reasons })
  return { done: true, reference }
}

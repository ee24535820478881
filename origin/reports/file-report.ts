import { answerDue } from '../../shared/rules/deadlines.ts'
import { takeOfDay } from '../accounts/daily-quota.ts'
import { newReference } from '../db/reference.ts'
import type { Evidence } from '../db/tables/reports.ts'
import { HttpError } from '../http/http-error.ts'
import { lockMembers } from '../members/lock-members.ts'
import { orRemoveFiles } from '../photos/files.ts'
import { blockFound } from '../safety/block-member.ts'
import { claimCopies, type Copied } from './copy-photos.ts'
import { copyMessages, copyProfile, photosSent, selectReported, withCopy } from './evidence.ts'
import { findReported, type Reported } from './find-reported.ts'
import { mailReceipt, mailSupport } from './report-mails.ts'
import { DAY_MAX, digestOf, quotaOf, type Reporting } from './reporting.ts'
import { findByDigest, insertReport, type Report } from './store.ts'

/**
 * Stores a report with copies of what it is about, mails the reporter its reference, and blocks the member if that was asked for. The same report
 * again on the same day changes nothing. Throws `not_found`, and `limit_reached` after twenty a day.
 */
export async function fileReport(context: Reporting, copied: Copied): Promise<Report> {
  return await orRemoveFiles(context, [...copied.copies.values()], () => file(context, copied))
}

async function file(context: Reporting, copied: Copied): Promise<Report> {
  const { db, viewer, body } = context
  const reported = await findReported(context)
  await lockMembers(db, [viewer.id, reported.member.id])
  const digest = digestOf(context, reported)
  const report = (await findByDigest(db, digest)) ?? (await insertNew(context, reported, copied, digest))
  if (body.block) await blockFound(context, reported.member.id)
  return report
}

async function insertNew(context: Reporting, { member, surface, conversation, message }: Reported, copied: Copied, digest: Buffer) {
  const { db, tenant, pool, viewer, body, language, now } = context
  if (!(await takeOfDay(context, quotaOf(viewer), DAY_MAX))) throw new HttpError('limit_reached')
  const messages = conversation ? await selectReported(db, conversation, message) : []
  const copies = await claimCopies(db, copied, [copied.photo, ...photosSent(messages, viewer.id)])
  const evidence: Evidence = {
    profile: copyProfile(member),
    photo: withCopy(copied.photo, copies),
    messages: copyMessages(messages, viewer.id, message, copies)
  }
  const report = await insertReport(
    db,
    {
      reference: newReference(),
      digest,
      tenant: tenant.settings.id,
      pool,
      reporter_id: viewer.id,
      reported_id: member.id,
      surface,
      kind: body.kind,
      text: body.text,
      evidence: JSON.stringify(evidence),
      language,
      created_at: now,
      due_at: answerDue(body.kind, now)
    },
    [...copies.values()]
  )
  await mailReceipt(context, report, viewer)
  await mailSupport(context, { ...report, due: report.due_at })
  return report
}

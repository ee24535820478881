import { createHash } from 'node:crypto'
import { answerDue } from '../../shared/rules/deadlines.ts'
import { takeOfDay } from '../accounts/daily-quota.ts'
import { newReference } from '../db/reference.ts'
import type { MemberContext } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { lockMembers } from '../members/lock-members.ts'
import { copyPhoto, orRemoveFiles } from '../photos/files.ts'
import { claimLoose } from '../photos/loose-store.ts'
import { blockFound } from '../safety/block-member.ts'
import { copyMessages, copyProfile } from './evidence.ts'
import { findReported, type Reported } from './find-reported.ts'
import { mailReceipt, mailSupport } from './report-mails.ts'
import { findByDigest, insertReport, type Report } from './store.ts'

/** Reports per day by one member: more than anyone meets, too few to fill the queue. */
const DAY_MAX = 20

type Context = MemberContext<'fileReport'>

/** A photo and its copy, made before the transaction. */
export type Copied = { of: string; copy: string } | null

/** Copies the photo that the report is about. Throws `not_found` like the report itself. */
export async function copyReportedPhoto(context: Context): Promise<Copied> {
  const { photo } = await findReported(context)
  if (photo === null) return null
  const copy = await copyPhoto(context.deps, photo, context.now)
  return copy === null ? null : { of: photo, copy }
}

/**
 * Stores a report with copies of what it is about, mails the reporter its reference, and blocks the member if that was asked for. The same report
 * again on the same day changes nothing. Throws `not_found`, and `limit_reached` after twenty a day.
 */
export async function fileReport(context: Context, copied: Copied): Promise<Report> {
  return await (copied ? orRemoveFiles(context, copied.copy, () => file(context, copied)) : file(context, null))
}

async function file(context: Context, copied: Copied): Promise<Report> {
  const { db, viewer, body } = context
  const reported = await findReported(context)
  await lockMembers(db, [viewer.id, reported.member.id])
  const day = context.now.toISOString().slice(0, 10)
  // What is copied is part of the key: a report made before the block on the same day has no messages.
  const about = { ...body, block: null, messages: reported.conversation?.public_id }
  const digest = digestOf([viewer.public_id, reported.member.public_id, day, about])
  const report = (await findByDigest(db, digest)) ?? (await insertNew(context, reported, copied, digest))
  if (body.block) await blockFound(context, reported.member.id)
  return report
}

async function insertNew(context: Context, { member, surface, conversation, message }: Reported, copied: Copied, digest: Buffer) {
  const { db, tenant, pool, viewer, body, language, now } = context
  if (!(await takeOfDay(context, `report\n${viewer.public_id}`, DAY_MAX))) throw new HttpError('limit_reached')
  // A sweep may have deleted it if the transaction waited for very long.
  const photo = copied && (await claimLoose(db, copied.copy)) ? copied : null
  const evidence = {
    profile: copyProfile(member),
    photo,
    messages: conversation ? await copyMessages(db, viewer.id, conversation, message) : []
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
    photo?.copy ?? null
  )
  await mailReceipt(context, report, viewer)
  await mailSupport(context, { ...report, due: report.due_at })
  return report
}

function digestOf(of: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(of)).digest()
}

import { findMember } from '../accounts/store.ts'
import type { Outcome } from '../db/tables/complaints.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { appendToLog, lastDecision, type LogEntry } from '../moderation/log.ts'
import { deleteClaim } from '../moderation/store.ts'
import { findComplaint, updateAnswer } from './store.ts'

/**
 * What became of it: stored, and mailed if there is an address; or there is no such complaint; or another moderator answered first, and this is what
 * they did.
 */
export type Answered =
  { done: true; mailed: boolean } | { done: false; why: 'unknown' } | { done: false; why: 'decided'; by: LogEntry | undefined }

/**
 * Stores the operator's answer to a complaint, once; an origin mails it (mail-answers.ts). Of two moderators, the second is told who answered first.
 * @param order.answer the reasons, in paragraphs
 * @param order.author who answers, for the log
 */
export async function answerComplaint(
  { db, now }: UnitOfWork,
  { reference, outcome, answer, author }: { reference: string; outcome: Outcome; answer: string; author: string }
): Promise<Answered> {
  const complaint = await findComplaint(db, reference)
  if (!complaint) return { done: false, why: 'unknown' }
  if (!(await updateAnswer(db, complaint.id, { answered_at: now, outcome, answer })))
    return { done: false, why: 'decided', by: await lastDecision(db, { reference }) }
  await deleteClaim(db, reference)
  const writer = complaint.member_id === null ? undefined : await findMember(db, complaint.member_id)
  const verb = outcome === 'upheld' ? 'uphold_complaint' : 'refuse_complaint'
  await appendToLog({ db, now }, { author, verb, subject: writer?.public_id ?? null, reference, reason: answer })
  return { done: true, mailed: complaint.email !== null }
}

import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Outcome } from '../db/tables/complaints.ts'
import { deleteClaim } from '../moderation/store.ts'
import { findComplaint, updateAnswer } from './store.ts'

/**
 * Stores the operator's answer to a complaint, once; an origin mails it (mail-answers.ts).
 * @param answer the reasons, in paragraphs
 * @returns `kept` when stored, `anonymous` if there is no one to mail, `answered` if it already was, or `unknown`
 */
export async function answerComplaint(
  db: Kysely<Tables>,
  { reference, outcome, answer, now }: { reference: string; outcome: Outcome; answer: string; now: Date }
): Promise<'kept' | 'anonymous' | 'answered' | 'unknown'> {
  const complaint = await findComplaint(db, reference)
  if (!complaint) return 'unknown'
  if (!(await updateAnswer(db, complaint.id, { answered_at: now, outcome, answer }))) return 'answered'
  await deleteClaim(db, reference)
  return complaint.email === null ? 'anonymous' : 'kept'
}

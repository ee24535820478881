import type { Kysely } from 'kysely'
import type { Outcome, Tables } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../http/transaction.ts'
import { storedVersion } from '../settings/store.ts'
import { mailAnswer } from './complaint-mails.ts'
import { lockComplaint, updateAnswer } from './store.ts'

/**
 * The operator's answer to a complaint, once: it is kept with the complaint and mailed to whoever wrote it, with the way to object.
 * @param answer the reasons, in paragraphs
 * @returns what became of it: `mailed`, `kept` (the writer left no address), `answered` before, or `unknown`. Throws where the
 * brand's settings cannot be read.
 */
export async function answerComplaint(
  { db, links, now }: { db: Kysely<Tables>; links: Pick<Deps, 'linkBase'>; now: Date },
  { reference, outcome, answer }: { reference: string; outcome: Outcome; answer: string }
): Promise<'mailed' | 'kept' | 'answered' | 'unknown'> {
  return await inTransaction(db, async (trx) => {
    const complaint = await lockComplaint(trx, reference)
    if (!complaint) return 'unknown'
    if (complaint.answered_at !== null) return 'answered'
    await updateAnswer(trx, complaint.id, { answered_at: now, outcome, answer })
    const { email } = complaint
    if (email === null) return 'kept'
    const tenant = await storedVersion(trx, complaint.tenant)
    if (!tenant) throw new Error(`The settings of the brand "${complaint.tenant}" cannot be read, so nothing can be mailed in its name`)
    await mailAnswer({ db: trx, links, tenant, now }, { ...complaint, email }, { outcome, answer })
    return 'mailed'
  })
}

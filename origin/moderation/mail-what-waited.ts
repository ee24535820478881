import type { MemberRow } from '../db/tables/members.ts'
import { appealableSince } from '../appeals/present-standing.ts'
import type { Mailing } from '../mails/queue-mail.ts'
import { mailDecision, mailReportDecided } from './decision-mails.ts'
import { lastDecision } from './log.ts'
import { selectAnswered, selectNotices } from './store.ts'

/** An address was confirmed for the first time: mails the member what was decided before, about them and about their reports. */
export async function mailWhatWaited(mailing: Mailing, member: MemberRow): Promise<void> {
  const { db, now } = mailing
  for (const decision of (await selectNotices(db, member.id, appealableSince(now))).toReversed())
    await mailDecision(mailing, decision, member)
  for (const report of await selectAnswered(db, member.id)) {
    const { outcome, reference } = report
    if (!outcome) continue
    const lines = outcome === 'dismissed' ? ((await lastDecision(db, { reference }))?.reason ?? '') : ''
    await mailReportDecided(mailing, report, { reporter: member, outcome, lines })
  }
}

import { answerDue } from '../../shared/rules/deadlines.ts'
import type { MemberContext } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { lockMembers } from '../members/lock-members.ts'
import { mailAppealReceived } from '../moderation/decision-mails.ts'
import { findCurrent, updateAppeal } from '../moderation/store.ts'
import { mailSupport } from '../reports/report-mails.ts'
import { appealEnd } from './present-standing.ts'

/**
 * Stores the member's appeal against what they are suspended or banned by; returns the deadline of the answer. A second appeal changes nothing. Throws
 * `not_found` if there is nothing to appeal against, or no longer.
 */
export async function fileAppeal(context: MemberContext<'appeal'>): Promise<Date> {
  const { db, deps, tenant, viewer, body, now } = context
  await lockMembers(db, [viewer.id])
  const decision = await findCurrent(db, viewer.id)
  if (!decision) throw notFound()
  if (decision.appeal_due_at) return decision.appeal_due_at
  if (appealEnd(decision) < now) throw notFound()
  const due = answerDue(decision.rule, now)
  await updateAppeal(db, decision.id, { appeal: body.text, appealed_at: now, appeal_due_at: due })
  const mailing = { ...context, tenant: deps.tenants.byId(decision.tenant) ?? tenant }
  await mailAppealReceived(mailing, { reference: decision.reference, due }, viewer)
  await mailSupport(mailing, { reference: decision.reference, kind: 'appeal', due })
  return due
}

import { findMember } from '../accounts/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { lockWithContacts } from '../members/contacts.ts'
import { mailAppealDecided } from './decision-mails.ts'
import { UNKNOWN, type Author, type Done } from './done.ts'
import { settleLifted } from './lift-restriction.ts'
import { appendToLog, lastDecision } from './log.ts'
import * as store from './store.ts'

/**
 * Decides an appeal, and ends what it was against if the member was right; mails them the reasons. If another moderator has decided it, or what it was
 * against has ended meanwhile, nothing happens.
 */
export async function decideAppeal(
  unit: UnitOfWork,
  order: { reference: string; outcome: 'upheld' | 'refused'; answer: string; author: Author }
): Promise<Done> {
  const { db, deps, now } = unit
  const { reference, outcome, answer, author } = order
  const id = (await store.findDecision(db, reference))?.member_id
  if (id === undefined) return UNKNOWN
  await lockWithContacts(db, id)
  const [decision, member] = [await store.findDecision(db, reference), await findMember(db, id)]
  if (!decision?.appealed_at || !member) return UNKNOWN
  if (!decision.appeal_open) {
    const ended = decision.appeal_decided_at ?? decision.lifted_at ?? now
    return { done: false, why: 'decided', by: await lastDecision(db, { subject: member.public_id }, ended) }
  }
  await store.updateAppeal(db, decision.id, { appeal_outcome: outcome, appeal_answer: answer, appeal_decided_at: now })
  await store.deleteClaim(db, reference)
  if (outcome === 'upheld') await settleLifted(unit, member)
  const verb = outcome === 'upheld' ? 'uphold_appeal' : 'refuse_appeal'
  await appendToLog(unit, { author, verb, reference, reason: answer, subject: member.public_id })
  const tenant = deps.tenants.byId(decision.tenant)
  if (tenant) await mailAppealDecided({ ...unit, tenant }, order, member)
  return { done: true, reference }
}

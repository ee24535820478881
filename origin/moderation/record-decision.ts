import type { ReportKind } from '../../shared/rules/reports.ts'
import { newReference } from '../db/reference.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { mailDecision } from './decision-mails.ts'
import * as store from './store.ts'

/** Stores a decision about a member and mails it to them; one that restricts the account replaces the one before. */
export async function recordDecision(
  unit: UnitOfWork,
  member: MemberRow,
  order: { measure: store.Decision['measure']; rule: ReportKind; reasons: string; until: Date | null; photo?: string }
) {
  const { db, now } = unit
  const { measure, rule, reasons, until, photo } = order
  const replaced = measure === 'ban' || measure === 'suspend' ? await store.findCurrent(db, member.id) : undefined
  if (replaced) await store.liftCurrent(db, member.id, now)
  const decision = await store.insertDecision(db, {
    reference: newReference(),
    tenant: member.home_tenant,
    member_id: member.id,
    measure,
    rule,
    reasons,
    decided_at: now,
    until: measure === 'suspend' ? until : null,
    photo
  })
  const tenant = unit.deps.tenants.byId(member.home_tenant)
  if (tenant) await mailDecision({ ...unit, tenant }, decision, member, { endsAppeal: replaced?.appeal_open })
  return decision
}

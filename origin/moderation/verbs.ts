import { accountMay, isErased } from '../../shared/rules/account-state.ts'
import type { ReportKind } from '../../shared/rules/reports.ts'
import { homeOf } from '../accounts/account-mails.ts'
import { returnCharges } from '../chats/return-charges.ts'
import { settleMember } from '../accounts/life-cycle/settle-member.ts'
import { endSessions } from '../accounts/sessions/sessions.ts'
import { findMember } from '../accounts/store.ts'
import { newReference } from '../db/reference.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { inUnitOfWork, type UnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../events/announce.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { lockWithContacts } from '../members/contacts.ts'
import { lockMembers } from '../members/lock-members.ts'
import { moderatePhoto } from '../photos/moderate-photo.ts'
import { selectForModeration } from '../photos/store.ts'
import type { Report } from '../reports/store.ts'
import { refundBanned } from '../withdrawals/refund-unused.ts'
import { forgetBannedPictures, keepBannedPictures } from './banned-pictures.ts'
import { mailAppealDecided, mailDecision, mailLifted, mailReportDecided } from './decision-mails.ts'
import { appendToLog, lastDecision, type LogEntry, type Verb } from './log.ts'
import * as store from './store.ts'

/** Who acts: a moderator's name, for the log. Members never see it. */
export type Author = string

/**
 * What became of a verb: done; or there is nothing of this reference or id; or someone was faster, and this is what they did; or it takes back what
 * someone decided, and lacks a reason.
 */
export type Done =
  | { done: true; reference: string | null }
  | { done: false; why: 'unknown' }
  | { done: false; why: 'decided' | 'reason'; by: LogEntry | undefined }

const UNKNOWN = { done: false, why: 'unknown' } as const

/** Marks a report, complaint, appeal or photo as worked on. Only one moderator has it: another is told who. */
export async function claim(unit: UnitOfWork, reference: string, author: Author): Promise<{ author: string; at: Date } | null> {
  const held = await store.insertClaim(unit.db, reference, author, unit.now)
  if (!held) await note(unit, { author, verb: 'claim', subject: null, reference, reason: null })
  return held
}

/** Gives a claim back, also someone else's. False if there is none. */
export async function release(unit: UnitOfWork, reference: string, author: Author): Promise<boolean> {
  if (!(await store.deleteClaim(unit.db, reference))) return false
  await note(unit, { author, verb: 'release', subject: null, reference, reason: null })
  return true
}

/** Decides that nothing is done about a report, and mails that to the reporter. */
export async function dismissReport(
  unit: UnitOfWork,
  { reference, author, reason }: { reference: string; author: Author; reason: string }
): Promise<Done> {
  const { db } = unit
  if (!(await store.findReport(db, reference))) return UNKNOWN
  const report = await store.lockOpenReport(db, reference)
  if (!report) return { done: false, why: 'decided', by: await lastDecision(db, { reference }) }
  const subject = report.reported_id === null ? null : ((await findMember(db, report.reported_id))?.public_id ?? null)
  await closeReports(unit, [report], 'dismissed', { author, verb: 'dismiss', subject, reason })
  return { done: true, reference }
}

/** A measure about an account, caused by a report or on a moderator's own account. */
export interface MeasureOrder {
  /** Reference of a report, or public id of a member. */
  about: string
  measure: 'warn' | 'suspend' | 'ban'
  rule: ReportKind
  /** In the member's language: they are told it word by word. */
  reasons: string
  /** The end of a suspension. */
  until: Date | null
  author: Author
}

/**
 * Warns, suspends or bans a member and mails them the decision with its reasons; answers the report, or for a ban all reports about the member, and
 * mails the reporters. If another moderator was faster, nothing happens.
 */
export async function takeMeasure(unit: UnitOfWork, order: MeasureOrder): Promise<Done> {
  const { db } = unit
  const report = await store.findReport(db, order.about)
  const found = report ? report.reported_id && (await findMember(db, report.reported_id)) : await store.findByPublicId(db, order.about)
  // The empty row of an erased member can't be told anything.
  if (!found || isErased(found)) return UNKNOWN
  await lockWithContacts(db, found.id)
  const open = await store.lockOpenReports(db, found.id)
  if (report && !open.some(({ id }) => id === report.id)) {
    return { done: false, why: 'decided', by: await lastDecision(db, { reference: report.reference }) }
  }
  if (order.measure !== 'warn' && !(await settleMember(unit, found.id, order.measure))) {
    return { done: false, why: 'decided', by: await lastDecision(db, { subject: found.public_id }) }
  }
  if (order.measure === 'ban') {
    if (order.rule === 'fake_profile') await returnCharges(unit, found.id, { alsoRead: true })
    await keepBannedPictures(unit.deps, db, found, unit.now)
    await refundBanned(unit, found.id)
  }
  const { reference } = await decide(unit, found, order)
  const answered = order.measure === 'ban' ? open : open.filter(({ id }) => id === report?.id)
  const { author, measure, reasons } = order
  await note(unit, { author, verb: measure, subject: found.public_id, reference, reason: reasons })
  await closeReports(unit, answered, 'acted', { author, verb: measure, subject: found.public_id, reason: reasons })
  return { done: true, reference }
}

async function decide(
  unit: UnitOfWork,
  member: MemberRow,
  order: Pick<MeasureOrder, 'rule' | 'reasons' | 'until'> & { measure: store.Decision['measure'] }
) {
  const { db, now } = unit
  const { measure, rule, reasons, until } = order
  if (measure === 'ban' || measure === 'suspend') await store.liftCurrent(db, member.id, now)
  const decision = await store.insertDecision(db, {
    reference: newReference(),
    tenant: member.home_tenant,
    member_id: member.id,
    measure,
    rule,
    reasons,
    decided_at: now,
    until: measure === 'suspend' ? until : null
  })
  const tenant = unit.deps.tenants.byId(member.home_tenant)
  if (tenant) await mailDecision({ ...unit, tenant }, decision, member)
  return decision
}

/**
 * Decides an appeal, and ends what it was against if the member was right; mails them the reasons. Of two moderators one decides, the other is told
 * who was faster.
 */
export async function decideAppeal(
  unit: UnitOfWork,
  order: { reference: string; outcome: 'upheld' | 'refused'; answer: string; author: Author }
): Promise<Done> {
  const { db, deps, now } = unit
  const { reference, outcome, answer, author } = order
  const member = await findMember(db, (await store.findDecision(db, reference))?.member_id ?? 0)
  if (!member) return UNKNOWN
  await lockWithContacts(db, member.id)
  const decision = await store.findDecision(db, reference)
  if (!decision?.appealed_at) return UNKNOWN
  if (decision.appeal_decided_at) return { done: false, why: 'decided', by: await lastDecision(db, { reference }) }
  await store.updateAppeal(db, decision.id, { appeal_outcome: outcome, appeal_answer: answer, appeal_decided_at: now })
  await store.deleteClaim(db, reference)
  const current = await store.findCurrent(db, member.id)
  if (outcome === 'upheld' && current?.id === decision.id) await settleLifted(unit, member)
  const verb = outcome === 'upheld' ? 'uphold_appeal' : 'refuse_appeal'
  await note(unit, { author, verb, reference, reason: answer, subject: member.public_id })
  const tenant = deps.tenants.byId(decision.tenant)
  if (tenant) await mailAppealDecided({ ...unit, tenant }, order, member)
  return { done: true, reference }
}

/** Ends a ban or a suspension and mails the member. */
export async function unban(
  unit: UnitOfWork,
  { member, author, reason }: { member: string; author: Author; reason: string }
): Promise<Done> {
  const found = await store.findByPublicId(unit.db, member)
  if (!found) return UNKNOWN
  if (!(await lift(unit, found, { author, verb: 'unban', reason, reference: null }))) {
    return { done: false, why: 'decided', by: await lastDecision(unit.db, { subject: member }) }
  }
  return { done: true, reference: null }
}

async function settleLifted(unit: UnitOfWork, { id }: MemberRow): Promise<boolean> {
  if (!(await settleMember(unit, id, 'unban'))) return false
  await store.liftCurrent(unit.db, id, unit.now)
  await forgetBannedPictures(unit.db, id)
  return true
}

/** Ends what an account is restricted by; false if nothing does. */
async function lift(
  unit: UnitOfWork,
  member: MemberRow,
  entry: { author: Author; verb: Verb; reason: string | null; reference: string | null }
): Promise<boolean> {
  const { deps } = unit
  if (!(await settleLifted(unit, member))) return false
  await note(unit, { ...entry, subject: member.public_id })
  const tenant = deps.tenants.byId(member.home_tenant)
  // A deleted account is not open again, whatever it was restricted by.
  if (tenant && !accountMay(member.status, 'return')) await mailLifted({ ...unit, tenant }, member)
  return true
}

/** Ends the suspensions whose time is over; returns how many. */
export async function endSuspensions(deps: Deps): Promise<number> {
  return await eachAlone(deps, await store.selectEnded(deps.db, deps.now()), (id) =>
    inUnitOfWork(deps, async (unit) => {
      const member = await findMember(unit.db, id)
      return (
        member !== undefined &&
        (await lift(unit, member, { author: 'system', verb: 'unban', reason: 'The suspension is over.', reference: null }))
      )
    })
  )
}

/** Ends every session of a member. */
export async function logOutEverywhere(
  unit: UnitOfWork,
  { member, author, reason }: { member: string; author: Author; reason: string }
): Promise<Done> {
  const { db } = unit
  const found = await store.findByPublicId(db, member)
  if (!found) return UNKNOWN
  await lockMembers(db, [found.id])
  await endSessions(db, found.id)
  await announce(unit, [{ to: found.id, type: 'account_changed', data: {} }])
  await note(unit, { author, verb: 'log_out', subject: member, reference: null, reason })
  return { done: true, reference: null }
}

/**
 * A decision on a photo. Its owner has a right to know the rule and the reasons of a refusal. Those of an approval are for the log; only taking a
 * refusal back needs any.
 */
export type PhotoOrder = { photo: string; author: Author } & (
  { status: 'active'; reasons: string | null } | { status: 'rejected'; rule: ReportKind; reasons: string }
)

/** Shows a photo to others, or refuses it; its owner is mailed a refusal with the rule and the reasons. */
export async function decidePhoto(unit: UnitOfWork, order: PhotoOrder): Promise<Done> {
  const { photo, status, author, reasons } = order
  const { db } = unit
  const found = await selectForModeration(db, photo)
  const member = found && (await findMember(db, found.member_id))
  if (!member) return UNKNOWN
  await lockMembers(db, [member.id])
  const before = (await selectForModeration(db, photo))?.status
  if (before === status) return { done: false, why: 'decided', by: await lastDecision(db, { reference: photo }) }
  // Two moderators at once, of whom the other refused it: an approval isn't meant against that.
  if (before === 'rejected' && reasons === null) return { done: false, why: 'reason', by: await lastDecision(db, { reference: photo }) }
  if (!(await moderatePhoto(unit, photo, status))) return UNKNOWN
  const verb = status === 'active' ? 'approve_photo' : 'reject_photo'
  await store.deleteClaim(db, photo)
  await note(unit, { author, verb, subject: member.public_id, reference: photo, reason: reasons })
  if (order.status === 'active') return { done: true, reference: null }
  const { reference } = await decide(unit, member, { measure: 'reject_photo', rule: order.rule, reasons: order.reasons, until: null })
  return { done: true, reference }
}

async function closeReports(
  unit: UnitOfWork,
  reports: readonly Report[],
  outcome: 'acted' | 'dismissed',
  entry: { author: Author; verb: Verb; subject: string | null; reason: string }
): Promise<void> {
  const { db, deps, now } = unit
  await store.updateOutcome(db, reports, outcome, now)
  for (const report of reports) {
    await note(unit, { ...entry, reference: report.reference })
    const reporter = report.reporter_id === null ? undefined : await findMember(db, report.reporter_id)
    const tenant = deps.tenants.byId(report.tenant)
    if (!reporter || !tenant) continue
    // A moderator's reasons for doing nothing are for the reporter, those for a measure for the member concerned.
    const lines = outcome === 'dismissed' ? entry.reason : ''
    await mailReportDecided({ ...unit, tenant: homeOf({ deps, tenant }, reporter) }, report, { reporter, outcome, lines })
  }
}

async function note(unit: UnitOfWork, entry: Omit<LogEntry, 'at'> & { verb: Verb }): Promise<void> {
  await appendToLog(unit.db, { ...entry, at: unit.now })
}

import type { Db } from '../http/handler.ts'
import { selectLog } from './log.ts'
import { showMember } from './queue.ts'

/** What this reference or public id of a photo or member names, with who is working on it and what was done so far; null if there is nothing. */
export async function show(db: Db, reference: string) {
  const found =
    (await showReport(db, reference)) ??
    (await showComplaint(db, reference)) ??
    (await showDecision(db, reference)) ??
    (await showPhoto(db, reference)) ??
    (await showMember(db, reference))
  const log = found?.what === 'member' ? found.log : await selectLog(db, { reference })
  // A deleted photo still has its history.
  if (!found && log.length === 0) return null
  const claimed = await db.selectFrom('claims').select(['author', 'claimed_at']).where('reference', '=', reference).executeTakeFirst()
  return { ...(found ?? { what: 'gone' as const, reference }), claimed: claimed ?? null, log }
}

/** A report with what was copied, and the members as they are now. */
export async function showReport(db: Db, reference: string) {
  const report = await db
    .selectFrom('reports')
    .leftJoin('members as reporter', 'reporter.id', 'reports.reporter_id')
    .leftJoin('members as reported', 'reported.id', 'reports.reported_id')
    .select(['reports.reference', 'reports.tenant', 'reports.surface', 'reports.kind', 'reports.text', 'reports.evidence'])
    .select(['reports.created_at', 'reports.due_at', 'reports.decided_at', 'reports.outcome'])
    .select(['reporter.public_id as reporter', 'reporter.name as reporter_name'])
    .select(['reported.public_id as reported', 'reported.name as reported_name', 'reported.language as reported_language'])
    .select('reported.status as reported_status')
    .where('reports.reference', '=', reference)
    .executeTakeFirst()
  return report && { what: 'report' as const, ...report }
}

/** A complaint as it was written, with its answer. */
export async function showComplaint(db: Db, reference: string) {
  const complaint = await db
    .selectFrom('complaints')
    .leftJoin('members', 'members.id', 'complaints.member_id')
    .select(['complaints.reference', 'complaints.tenant', 'complaints.kind', 'complaints.page', 'complaints.text', 'complaints.earlier'])
    .select(['complaints.name', 'complaints.email', 'complaints.language', 'members.public_id as member'])
    .select(['complaints.created_at', 'complaints.due_at', 'complaints.answered_at', 'complaints.outcome', 'complaints.answer'])
    .select('complaints.mailed_at')
    .where('complaints.reference', '=', reference)
    .where('complaints.erased_at', 'is', null)
    .executeTakeFirst()
  return complaint && { what: 'complaint' as const, ...complaint }
}

/** A decision about a member as it was mailed to them, with their appeal and its outcome. */
export async function showDecision(db: Db, reference: string) {
  const decision = await db
    .selectFrom('decisions')
    .innerJoin('members', 'members.id', 'decisions.member_id')
    .select(['decisions.reference', 'decisions.tenant', 'decisions.measure', 'decisions.rule', 'decisions.reasons'])
    .select(['decisions.decided_at', 'decisions.until', 'decisions.lifted_at', 'decisions.appeal', 'decisions.appealed_at'])
    .select(['decisions.appeal_due_at', 'decisions.appeal_outcome', 'decisions.appeal_answer', 'decisions.appeal_decided_at'])
    .select(['members.public_id as member', 'members.name as member_name', 'members.language as member_language'])
    .select('members.status as member_status')
    .where('decisions.reference', '=', reference)
    .executeTakeFirst()
  return decision && { what: decision.appeal === null ? ('decision' as const) : ('appeal' as const), ...decision }
}

/** A photo, its owner, and the reports about it. */
export async function showPhoto(db: Db, publicId: string) {
  const photo = await db
    .selectFrom('photos')
    .innerJoin('members', 'members.id', 'photos.member_id')
    .select(['photos.public_id as reference', 'members.home_tenant as tenant', 'photos.status', 'photos.resembles', 'photos.created_at'])
    .select((eb) => eb('members.main_photo_id', 'is not distinct from', eb.ref('photos.id')).as('is_main'))
    .select(['members.public_id as member', 'members.name as member_name', 'members.language as member_language'])
    .select('members.status as member_status')
    .where('photos.public_id', '=', publicId)
    .executeTakeFirst()
  if (!photo) return undefined
  const reports = await db
    .selectFrom('reports')
    .select(['reference', 'kind', 'created_at', 'outcome'])
    .where((eb) => eb(eb.ref('evidence', '->').key('photo').key('of'), '=', eb.val(JSON.stringify(publicId))))
    .orderBy('id')
    .execute()
  return { what: 'photo' as const, ...photo, reports }
}

import { accountMay } from '../../shared/rules/account-state.ts'
import { settleMember } from '../accounts/life-cycle/settle-member.ts'
import { findMember } from '../accounts/store.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { inUnitOfWork, type UnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { lockWithContacts } from '../members/contacts.ts'
import { forgetBannedPictures } from './banned-pictures.ts'
import { mailLifted } from './decision-mails.ts'
import { UNKNOWN, type Author, type Done } from './done.ts'
import { appendToLog, lastDecision, type Verb } from './log.ts'
import * as store from './store.ts'

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

/** Ends the suspensions that have run out; returns how many. */
export async function endSuspensions(deps: Deps): Promise<number> {
  return await eachAlone(deps, await store.selectEnded(deps.db, deps.now()), (id) => endSuspension(deps, id))
}

/** The same for one member, who needn't wait for the job; false if theirs isn't over, or there is none. */
export async function endSuspension(deps: Deps, id: number): Promise<boolean> {
  return await inUnitOfWork(deps, async (unit) => {
    // A ban may be replacing it at this moment.
    await lockWithContacts(unit.db, id)
    const member = await findMember(unit.db, id)
    if (!member || (await store.selectEnded(unit.db, unit.now, id)).length === 0) return false
    return await lift(unit, member, { author: 'system', verb: 'unban', reason: 'The suspension is over.', reference: null })
  })
}

/** Ends the restriction of an account; false if it has none. */
async function lift(
  unit: UnitOfWork,
  member: MemberRow,
  entry: { author: Author; verb: Verb; reason: string | null; reference: string | null }
): Promise<boolean> {
  const { deps } = unit
  const before = await settleLifted(unit, member)
  if (!before) return false
  await appendToLog(unit, { ...entry, subject: member.public_id })
  const tenant = deps.tenants.byId(member.home_tenant)
  // A deleted account is not open again, whatever it was restricted by.
  if (tenant && !accountMay(before.status, 'return')) await mailLifted({ ...unit, tenant }, before)
  return true
}

/** Opens the account again without a mail, and forgets the member's pictures; returns the member as before, or null if they aren't restricted. */
export async function settleLifted(unit: UnitOfWork, { id }: MemberRow): Promise<MemberRow | null> {
  const before = await settleMember(unit, id, 'unban')
  if (!before) return null
  await store.liftCurrent(unit.db, id, unit.now)
  await forgetBannedPictures(unit.db, id)
  return before
}

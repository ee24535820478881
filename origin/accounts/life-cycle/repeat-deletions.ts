import { accountMay } from '../../../shared/rules/account-state.ts'
import { reactivationEnd } from '../../../shared/rules/reactivation.ts'
import { inUnitOfWork, type UnitOfWork } from '../../db/unit-of-work.ts'
import type { Deps } from '../../deps.ts'
import { lockWithContacts } from '../../members/contacts.ts'
import { mailLink, ownerOfAddress } from '../account-mails.ts'
import { findByPublicId } from '../../moderation/store.ts'
import { MARKS, markKey, readMark, writeDeletionMarks, type DeletionMark } from './deletion-marks.ts'
import { settleMember } from './settle-member.ts'

/** How many accounts were deleted again, and how many are open again. */
export interface Repeated {
  deleted: number
  returned: number
}

/**
 * Deletes the accounts again, each as of its date, that were deleted after a restored backup was made, and opens those that came back after it, by the
 * marks in the media store. Who can still come back is mailed a new link: the backup doesn't know the one they have.
 */
export async function repeatDeletions(deps: Deps): Promise<Repeated> {
  // What the backup itself knew and the store didn't.
  while ((await writeDeletionMarks(deps)) > 0);
  const repeated = { deleted: 0, returned: 0 }
  const keys = new Set<string>()
  for await (const key of deps.media.list(MARKS)) keys.add(key)
  for (const mark of [...keys].map(readMark)) {
    if (!mark || (!mark.returned && keys.has(markKey({ ...mark, returned: true })))) continue
    const done = await inUnitOfWork(deps, (unit) => repeat(unit, mark), { now: mark.deleted_at })
    if (done) repeated[mark.returned ? 'returned' : 'deleted'] += 1
  }
  return repeated
}

async function repeat(unit: UnitOfWork, mark: DeletionMark): Promise<boolean> {
  const { db, deps } = unit
  const member = await findByPublicId(db, mark.public_id)
  if (!member) return false
  if (mark.returned) {
    const same = accountMay(member.status, 'return') && member.deleted_at?.getTime() === mark.deleted_at.getTime()
    return same && (await settleMember(unit, member.id, 'restore')) !== null
  }
  await lockWithContacts(db, member.id)
  if (!(await settleMember(unit, member.id, 'delete'))) return false
  const tenant = deps.tenants.byId(member.home_tenant)
  // As with a member's own deletion: another member could restore an account that isn't theirs.
  if (tenant && reactivationEnd(mark.deleted_at) > deps.now() && !(await ownerOfAddress(db, member)))
    await mailLink({ ...unit, tenant }, member, 'reactivate', { causer: 'operator' })
  return true
}

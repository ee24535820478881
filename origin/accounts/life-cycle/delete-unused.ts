import { keptSince } from '../../../shared/rules/retention.ts'
import { inUnitOfWork } from '../../db/unit-of-work.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../jobs/each-alone.ts'
import { lockWithContacts } from '../../members/contacts.ts'
import { mailLink, ownerOfAddress } from '../account-mails.ts'
import { findMember } from '../store.ts'
import { settleMember } from './settle-member.ts'
import { selectUnused } from './store.ts'

/**
 * Deletes accounts that were never confirmed and that no one has used for 30 days, as their members could: with the mailed link that restores them,
 * and erased when that ends. Returns how many.
 */
export async function deleteUnused(deps: Deps): Promise<number> {
  const since = keptSince('unconfirmed', deps.now())
  return await eachAlone(deps, await selectUnused(deps.db, since), (id) => deleteOne(deps, id, since))
}

async function deleteOne(deps: Deps, id: number, since: Date): Promise<boolean> {
  return await inUnitOfWork(deps, async (unit) => {
    await lockWithContacts(unit.db, id)
    // Someone may have come back since.
    const [unused] = await selectUnused(unit.db, since, id)
    const member = unused === undefined ? undefined : await findMember(unit.db, id)
    if (!member || !(await settleMember(unit, id, 'delete'))) return false
    const tenant = deps.tenants.byId(member.home_tenant)
    // As with a member's own deletion: another member could restore an account that isn't theirs.
    if (tenant && !(await ownerOfAddress(unit.db, member))) await mailLink({ ...unit, tenant }, member, 'reactivate', { asked: false })
    return true
  })
}

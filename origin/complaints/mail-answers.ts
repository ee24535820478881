import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { mailAnswer } from './complaint-mails.ts'
import { lockUnmailed, selectUnmailed, updateMailed } from './store.ts'

/** Mails the answers that operators have given since the last time; returns how many. Several processes may run this at once. */
export async function mailAnswers(deps: Deps): Promise<number> {
  return await eachAlone(deps, await selectUnmailed(deps.db), (id) => mailOne(deps, id))
}

async function mailOne(deps: Deps, id: number): Promise<boolean> {
  return await inUnitOfWork(deps, async (unit) => {
    const { db, now } = unit
    const complaint = await lockUnmailed(db, id)
    const tenant = complaint && deps.tenants.byId(complaint.tenant)
    // Another process has mailed it; or the brand can't be read right now, and the mail waits.
    if (!tenant || complaint.email === null) return false
    await mailAnswer({ ...unit, tenant }, complaint, complaint.email)
    await updateMailed(db, id, now)
    return true
  })
}

import type { Deps } from '../deps.ts'
import { inTransaction } from '../http/transaction.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { mailAnswer } from './complaint-mails.ts'
import { lockUnmailed, selectUnmailed, updateMailed } from './store.ts'

/** Mails the answers that operators have given since the last time; returns how many. Several processes may do so at once. */
export async function mailAnswers(deps: Deps): Promise<number> {
  return await eachAlone(deps, await selectUnmailed(deps.db), (id) => mailOne(deps, id))
}

async function mailOne(deps: Deps, id: number): Promise<boolean> {
  let effects: (() => void)[] = []
  const now = deps.now()
  const mailed = await inTransaction(deps.db, async (db) => {
    effects = []
    const complaint = await lockUnmailed(db, id)
    const tenant = complaint && deps.tenants.byId(complaint.tenant)
    // Another process was quicker, or the brand is none that can be read now: its mail waits.
    if (!tenant || complaint.email === null) return false
    await mailAnswer({ db, deps, tenant, now, afterCommit: (effect) => void effects.push(effect) }, complaint, complaint.email)
    await updateMailed(db, id, now)
    return true
  })
  for (const effect of effects) effect()
  return mailed
}

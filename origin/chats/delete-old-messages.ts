import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { lockMembers } from '../members/lock-members.ts'
import { historyMonths, historyStart } from './history.ts'
import { deleteMessagesBefore, selectOutgrown } from './removal-store.ts'

/** Conversations selected per statement. */
const BATCH = 500

/**
 * Permanently deletes messages that are older than the history limit of the sites where the two members signed up; the shorter limit counts. Returns
 * how many conversations were affected.
 */
export async function deleteOldMessages(deps: Deps): Promise<number> {
  const now = deps.now()
  const starts = new Map(deps.tenants.all().map(({ settings: { id } }) => [id, historyStart(historyMonths(deps, [id]), now)]))
  const others = historyStart(historyMonths(deps, ['']), now)
  for (let all = 0; ;) {
    const due = await selectOutgrown(deps.db, { starts, others, limit: BATCH })
    const done = await eachAlone(
      deps,
      due,
      async ({ id, members, since }) =>
        await inUnitOfWork(deps, async ({ db }) => {
          // Every write to a conversation locks both members.
          await lockMembers(db, members)
          await deleteMessagesBefore(db, id, since)
          return true
        })
    )
    all += done
    if (due.length < BATCH || done === 0) return all
  }
}

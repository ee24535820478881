import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import { lockMembers } from '../members/lock-members.ts'
import { historyMonths, historyStart } from './history.ts'
import { deleteMessagesBefore, selectOutgrown } from './removal-store.ts'

/**
 * Permanently deletes messages that are older than the history limit of the sites where the two members signed up; the shorter limit counts. Returns
 * how many conversations were affected.
 * @param options.slice conversations searched per statement, few enough to finish long before the statement timeout
 */
export async function deleteOldMessages(deps: Deps, { slice = 5000 } = {}): Promise<number> {
  const now = deps.now()
  const starts = new Map(deps.tenants.all().map(({ settings: { id } }) => [id, historyStart(historyMonths(deps, [id]), now)]))
  const others = historyStart(historyMonths(deps, ['']), now)
  let all = 0
  for (let after: number | null = 0; after !== null;) {
    const { outgrown, last } = await selectOutgrown(deps.db, { starts, others, after, limit: slice })
    all += await eachAlone(
      deps,
      outgrown,
      async ({ id, members, since }) =>
        await inUnitOfWork(deps, async ({ db }) => {
          // Every write to a conversation locks both members.
          await lockMembers(db, members)
          await deleteMessagesBefore(db, id, since)
          return true
        })
    )
    after = last
  }
  return all
}

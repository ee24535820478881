import type { MailedKind } from '../../shared/rules/news.ts'
import { lockMember } from '../accounts/store.ts'
import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { createWaker } from '../jobs/waker.ts'
import { mailDigest } from './mail-digest.ts'
import { selectDue } from './store.ts'

/** Digests handled in one go. */
const BATCH = 200

/** Sends due digests soon, in the background (`wakeDigests`); `digestsIdle` resolves when that is done. */
export const { wake: wakeDigests, idle: digestsIdle } = createWaker<Deps>(sendDigests, 'digests wait')

/**
 * Sends due digests; returns how many were handled. Each runs in its own transaction together with the mail it queues: a killed run leaves nothing
 * behind, and of several processes only one does it.
 */
export async function sendDigests(deps: Deps): Promise<number> {
  let count = 0
  for (;;) {
    const due = await selectDue(deps.db, deps.now(), BATCH)
    let failed = 0
    for (const { member_id: member, kind } of due) {
      try {
        await mailOne(deps, member, kind)
        count += 1
      } catch (error) {
        failed += 1
        deps.log.warn({ kind, message: (error as Error).message }, 'news was not mailed')
      }
    }
    // Failed ones would be selected first again: they wait for the next run.
    if (due.length < BATCH || failed > 0) return count
  }
}

async function mailOne(deps: Deps, id: number, kind: MailedKind): Promise<void> {
  await inUnitOfWork(deps, async (unit) => {
    const member = await lockMember(unit.db, id)
    if (member) await mailDigest(unit, member, kind)
  })
}

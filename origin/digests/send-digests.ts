import type { MailedKind } from '../../shared/rules/news.ts'
import { lockMember } from '../accounts/store.ts'
import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { createWaker } from '../jobs/waker.ts'
import { mailDigest } from './mail-digest.ts'
import { selectDue } from './store.ts'

/** Members looked at in one go. */
const BATCH = 200

/** Mails the news that is due, soon and in the background (`wakeDigests`), and tells when that is done. */
export const { wake: wakeDigests, idle: digestsIdle } = createWaker<Deps>(sendDigests, 'digests wait')

/**
 * Mails the news that is due; how many were looked at. Each in a transaction of its own with the mail it makes: killed it has not
 * happened, and of several processes one does it.
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
    // What failed comes first again: it waits for the next run.
    if (due.length < BATCH || failed > 0) return count
  }
}

async function mailOne(deps: Deps, id: number, kind: MailedKind): Promise<void> {
  await inUnitOfWork(deps, async (unit) => {
    const member = await lockMember(unit.db, id)
    if (member) await mailDigest(unit, member, kind)
  })
}

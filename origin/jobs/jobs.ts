import { PgBoss } from 'pg-boss'
import { watchBooks } from '../credits/prove-books.ts'
import { writeDeletionMarks } from '../accounts/life-cycle/deletion-marks.ts'
import type { Deps } from '../deps.ts'
import { endSuspensions } from '../moderation/lift-restriction.ts'
import { runPayments } from '../payments/run-payments.ts'
import { sendDigests } from '../digests/send-digests.ts'
import { sendMails } from '../mails/send-mails.ts'
import { sendPushes } from '../push/send-pushes.ts'
import { sendSms } from '../sms/send-sms.ts'
import { runSweeps } from './sweeps.ts'

/** Running jobs of a process. */
export interface Jobs {
  /** Waits for the running job, then stops. */
  stop(): Promise<void>
}

/** Jobs by name: when (cron, real time) and what. Each does whatever is due by business time, so a missed run is harmless. */
const JOBS: Record<string, { cron: string; run: (deps: Deps) => Promise<unknown> }> = {
  // Mails are sent right after their commit (wakeSender); this is for those that couldn't be.
  mails: { cron: '* * * * *', run: sendMails },
  sms: { cron: '* * * * *', run: sendSms },
  // News collected for a day or a week, or until its reader was away; the rest is mailed at once (wakeDigests).
  news: { cron: '* * * * *', run: sendDigests },
  // The same for pushes, and for those that wait until their reader is away.
  pushes: { cron: '* * * * *', run: sendPushes },
  // An error in the log within a minute if what is booked doesn't balance.
  books: { cron: '* * * * *', run: watchBooks },
  // Providers report by themselves; this is for lost reports, and for refunds that they didn't accept.
  payments: { cron: '* * * * *', run: runPayments },
  // Members whose suspension is over can log in whenever this runs; it is for those who would meet them.
  suspensions: { cron: '* * * * *', run: endSuspensions },
  // What is lost with the database until then, a restored backup can't know.
  deletionMarks: { cron: '* * * * *', run: writeDeletionMarks },
  sweeps: { cron: '*/5 * * * *', run: runSweeps }
}

/**
 * Starts the jobs on the database at `url`, in its schema `pgboss`. With several processes, each run is taken by one of them.
 */
export async function startJobs(deps: Deps, url: string): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, schema: 'pgboss', application_name: 'tether-jobs', max: 2 })
  // The database may be unavailable for a while; pg-boss reconnects by itself.
  boss.on('error', (error) => deps.log.warn({ message: error.message }, 'jobs wait for the database'))
  await boss.start()
  for (const [name, { cron, run }] of Object.entries(JOBS)) {
    // At most one waits. A killed run doesn't block the next.
    await boss.createQueue(name, { policy: 'short', retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 })
    await boss.schedule(name, cron)
    // Once now, for what an earlier process left undone.
    await boss.send(name)
    await boss.work(name, { pollingIntervalSeconds: 10 }, async () => {
      await run(deps)
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isConflict } from '../http/failures.ts'
import type { Tables } from './tables.ts'

/** Maximum of reruns after a deadlock or a serialization conflict. */
const RERUNS = 3

/**
 * Runs `work` in a transaction, and again when it lost against another one. What has the dependencies of the origin takes a unit of work instead
 * (unit-of-work.ts); the store of what is published and the demo world have none yet.
 */
export async function inTransaction<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return await withReruns(async () => await db.transaction().execute(work))
}

/** Runs a transaction, and again when it lost against another one. */
export async function withReruns<T>(run: () => Promise<T>): Promise<T> {
  for (let reruns = 0; ; reruns++) {
    try {
      return await run()
    } catch (error) {
      if (reruns === RERUNS || !isConflict(error)) throw error
      // Random, so that the same two transactions don't collide again.
      await sleep(Math.random() * 20 * (reruns + 1))
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isConflict } from './failures.ts'
import { Refusal } from './refusal.ts'

/** Runs again after the first, on a deadlock or a serialization conflict. */
const RERUNS = 3

/**
 * Runs `work` in a transaction, and again when it lost against another one. A refusal rolls back, unless it says that
 * what was done must stay; it is thrown either way.
 */
export async function inTransaction<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let run = 0; ; run++) {
    try {
      const outcome = await db.transaction().execute((trx) => settle(work(trx)))
      if ('kept' in outcome) throw outcome.kept
      return outcome.value
    } catch (error) {
      if (run === RERUNS || !isConflict(error)) throw error
      // Random, so that the same two do not meet again.
      await sleep(Math.random() * 20 * (run + 1))
    }
  }
}

async function settle<T>(work: Promise<T>): Promise<{ value: T } | { kept: Refusal }> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof Refusal && error.commit) return { kept: error }
    throw error
  }
}

import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { inTransaction } from './in-transaction.ts'

/** One transaction, and what follows its commit. A function that writes takes one and never opens its own transaction. */
export interface UnitOfWork {
  /** The transaction. */
  db: Db
  deps: Deps
  /** Business time, the same in every rerun. */
  now: Date
  /** Runs after the commit (never on a rollback): wake subscribers, start a job. */
  afterCommit: (effect: () => void) => void
}

/**
 * Runs `work` in a transaction, and again when it lost against another one. An HttpError rolls back, unless it is marked to commit; it is thrown
 * either way. After the commit the effects of that run follow; one that fails is only logged, since the commit can't be undone.
 * @param options.held awaited before the effects: no one is notified of the change until the answer may be sent
 */
export async function inUnitOfWork<T>(
  deps: Deps,
  work: (unit: UnitOfWork) => Promise<T>,
  { now = deps.now(), held }: { now?: Date; held?: (() => Promise<void>) | undefined } = {}
): Promise<T> {
  let effects: (() => void)[] = []
  let settled: Settled<T>
  try {
    settled = await inTransaction(deps.db, (db) => {
      const own: (() => void)[] = (effects = [])
      return settle(work({ db, deps, now, afterCommit: (effect) => void own.push(effect) }))
    })
  } finally {
    await held?.()
  }
  runEffects(deps, effects)
  if ('httpError' in settled) throw settled.httpError
  return settled.value
}

type Settled<T> = { value: T } | { httpError: HttpError }

/** An HttpError that commits is a value until the commit. */
async function settle<T>(work: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof HttpError && error.commit) return { httpError: error }
    throw error
  }
}

function runEffects({ log }: Pick<Deps, 'log'>, effects: readonly (() => void)[]): void {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      log.error({ err: error }, 'an effect after the commit failed')
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { isConflict } from '../http/failures.ts'
import type { Db } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'

/** One transaction and what follows its commit. A function that writes takes one and never opens its own transaction. */
export interface UnitOfWork {
  /** The transaction. */
  db: Db
  deps: Deps
  /** Business time, the same in every rerun. */
  now: Date
  /** Runs after the commit (never on a rollback): wake subscribers, start a job. */
  afterCommit: (effect: () => void) => void
}

/** Maximum of reruns after a deadlock or a serialization conflict. */
const RERUNS = 3

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
  const runOnce = async (): Promise<Settled<T>> =>
    await deps.db.transaction().execute((db) => {
      const own: (() => void)[] = (effects = [])
      return settle(work({ db, deps, now, afterCommit: (effect) => void own.push(effect) }))
    })
  let settled: Settled<T>
  try {
    settled = await withReruns(runOnce)
  } finally {
    await held?.()
  }
  runEffects(deps, effects)
  if ('httpError' in settled) throw settled.httpError
  return settled.value
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

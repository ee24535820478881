import { inUnitOfWork, type UnitOfWork } from '../db/unit-of-work.ts'
import type { OutboxTable } from '../db/tables/outbox.ts'
import type { Deps } from '../deps.ts'
import { createWaker } from '../jobs/waker.ts'
import { endLetter, putOff, removeLetter, takeLetter, type Letter } from './store.ts'

/** A letter that couldn't be delivered for this long is given up. In ms. */
export const PATIENCE = 24 * 3600 * 1000
/** But not before so many attempts, which take eight hours: when nothing ran for a day, its first attempt is not its last. */
const ATTEMPTS = 10

/** The result of one attempt to deliver a letter. */
export type Outcome =
  | { is: 'delivered' }
  /** It is out of date, or its recipient is gone. */
  | { is: 'obsolete' }
  /** Retry later, `until` a time if the other side has named one; errors thrown in `deliver` are retried too. */
  | { is: 'not taken'; reason: string; until?: Date | null }
  /** Never retry: `finish` runs in the transaction that records it. */
  | { is: 'refused'; reason: string; finish?: (unit: UnitOfWork) => Promise<void> }

/** A way to deliver letters to the outside. */
export interface Channel<M> {
  name: OutboxTable['channel']
  /** Letters delivered at once. */
  atOnce: number
  /** Delivers a letter; outside any transaction, since the other server may hang. */
  deliver(deps: Deps, letter: Letter<M>): Promise<Outcome>
  /** What is kept of the message of a finished letter; null: a delivered one is deleted, a dead one keeps no content. */
  keep(deps: Deps, message: M, ended: 'delivered' | 'dead'): unknown
}

/** Delivers what waits in the outbox for a channel. */
export interface Delivery {
  /** Delivers everything that is due; returns how many arrived. Several processes may run this at once: each takes different letters. */
  run: (deps: Deps) => Promise<number>
  /** The same soon and in the background. */
  wake: (deps: Deps) => void
  /** Resolves when everything that was woken is done. */
  idle: (deps: Pick<Deps, 'db'>) => Promise<void>
}

/** The one loop behind every channel: retry, back-off, dead letters. */
export function createDelivery<M>(channel: Channel<M>): Delivery {
  async function inTurn(deps: Deps): Promise<number> {
    let count = 0
    for (;;) {
      const letter = await takeLetter<M>(deps.db, channel.name, deps.now())
      if (!letter) return count
      const outcome = await attempt(deps, letter)
      await conclude(deps, letter, outcome)
      if (outcome.is === 'delivered') count += 1
    }
  }

  async function attempt(deps: Deps, letter: Letter<M>): Promise<Outcome> {
    try {
      return await channel.deliver(deps, letter)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return { is: 'not taken', reason: code ?? message }
    }
  }

  async function conclude(deps: Deps, letter: Letter<M>, outcome: Outcome): Promise<void> {
    const { db, log } = deps
    const about = { channel: channel.name, letter: letter.id, attempts: letter.attempts }
    if (outcome.is === 'delivered') {
      const message = channel.keep(deps, letter.message, 'delivered')
      return message === null ? await removeLetter(db, letter) : await endLetter(db, letter, { message, delivered_at: deps.now() })
    }
    if (outcome.is === 'obsolete') return await removeLetter(db, letter)
    const { reason } = outcome
    const { created_at: created, attempts } = letter
    const dead = outcome.is === 'refused' || (attempts >= ATTEMPTS && deps.now().getTime() - created.getTime() >= PATIENCE)
    log.warn({ ...about, reason, dead }, 'a letter was not taken')
    if (dead)
      await inUnitOfWork(deps, async (unit) => {
        const message = channel.keep(deps, letter.message, 'dead') ?? {}
        await endLetter(unit.db, letter, { message, dead_at: unit.now, reason })
        if (outcome.is === 'refused') await outcome.finish?.(unit)
      })
    else if (outcome.until) await putOff(db, letter, new Date(Math.max(letter.due_at.getTime(), outcome.until.getTime())))
  }

  async function run(deps: Deps): Promise<number> {
    const counts = await Promise.all(Array.from({ length: channel.atOnce }, () => inTurn(deps)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  return { run, ...createWaker<Deps>(run, `the outbox waits: ${channel.name}`) }
}

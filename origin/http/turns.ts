import { Refusal } from './refusal.ts'

/** Runs work when its turn comes. Throws `unavailable` when too many wait. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Turns for heavy work: `atOnce` at the same time, for more would only share the cores and take memory; `queueMax` wait,
 * who comes beyond these is told to come back.
 */
export function createTurns({ atOnce, queueMax }: { atOnce: number; queueMax: number }): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= queueMax) throw new Refusal('unavailable', { retryAfter: 1, shed: true })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

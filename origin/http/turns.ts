import { Refusal } from './refusal.ts'

/** Runs work when its turn comes, unless `gone` aborts before: then nobody wants it. Throws `unavailable` for whoever cannot wait. */
export type InTurn = <T>(work: () => Promise<T>, gone?: AbortSignal) => Promise<T>

/** Works whose time makes up what one usually takes, the newest counting most. */
const REMEMBERED = 8

/**
 * Turns for heavy work: `atOnce` at the same time, for more would only share the cores and take memory; `queueMax` wait,
 * who comes beyond these is told to come back. So is, at once, whoever would have no answer within `patience`, by what the work
 * took lately; and who waits all the same until it is too late is let go.
 * @param patience ms from the call to the end of the work; default: however long
 * @param takes ms that the work is thought to take before any was done
 */
export function createTurns({
  atOnce,
  queueMax,
  patience = Infinity,
  takes = 0
}: {
  atOnce: number
  queueMax: number
  patience?: number
  takes?: number
}): InTurn {
  let running = 0
  let usual = takes
  const waiting = new Set<() => void>()

  /** Resolves when it is one's turn. */
  const turn = (gone: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const left = patience - usual
      const late = ((waiting.size + 1) / atOnce) * usual - left
      if (waiting.size >= queueMax || late > 0) return reject(full(Math.max(1, Math.ceil(late / 1000))))
      const settle = () => {
        waiting.delete(begin)
        clearTimeout(timer)
        gone?.removeEventListener('abort', giveUp)
      }
      const begin = () => {
        settle()
        resolve()
      }
      const giveUp = () => {
        settle()
        reject(full(1))
      }
      const timer = left < Infinity ? setTimeout(giveUp, left) : undefined
      gone?.addEventListener('abort', giveUp)
      waiting.add(begin)
    })

  return async (work, gone) => {
    if (gone?.aborted) throw full(1)
    if (running >= atOnce) await turn(gone)
    else running += 1
    const started = performance.now()
    try {
      return await work()
    } finally {
      usual += (performance.now() - started - usual) / REMEMBERED
      const [next] = waiting
      if (next) next()
      else running -= 1
    }
  }
}

function full(retryAfter: number): Refusal {
  return new Refusal('unavailable', { retryAfter, shed: true })
}

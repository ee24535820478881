import { HttpError } from './http-error.ts'

/** Who the work is for. */
interface Wish {
  /** Name of the caller; callers take turns. Default: everyone is one caller. */
  of?: string
  /** Aborts when the result is no longer needed. */
  gone?: AbortSignal | undefined
}

/** Runs work when its turn comes. Throws `unavailable` if the caller can't wait. */
export type InTurn = <T>(work: () => Promise<T>, wish?: Wish) => Promise<T>

interface Room {
  atOnce: number
  queueMax: number
}

/** How much of one caller's work is running and waiting. */
interface Caller {
  running: number
  waiting: Set<() => void>
}

/** Number of recent runs that make up the expected duration, the newest counting most. */
const REMEMBERED = 8

/**
 * Turns for heavy work: `atOnce` at the same time, since more would only share the cores and take memory; up to `queueMax` wait, and callers beyond
 * these are told to retry later. So is a caller who would get no answer within `patience`, judging by recent durations; one who waits and runs out of
 * time is rejected then. Waiting callers are served in rotation, so that one with many requests delays each of the others by only one.
 * @param each the same limits per caller; default: only the limits for all
 * @param patience ms from the call to the end of the work; default: unlimited
 * @param takes expected duration in ms before anything was measured
 */
export function createTurns({
  atOnce,
  queueMax,
  each = { atOnce, queueMax },
  patience = Infinity,
  takes = 0
}: Room & { each?: Room; patience?: number; takes?: number }): InTurn {
  let running = 0
  let queued = 0
  let usual = takes
  /** In the order in which they will be served. */
  const callers = new Map<string, Caller>()

  const mayRun = (caller: Caller) => running < atOnce && caller.running < each.atOnce

  function begin(caller: Caller): void {
    running += 1
    caller.running += 1
  }

  function end(of: string, caller: Caller): void {
    running -= 1
    caller.running -= 1
    forget(of, caller)
    callNext()
  }

  function forget(of: string, caller: Caller): void {
    if (caller.running === 0 && caller.waiting.size === 0) callers.delete(of)
  }

  function callNext(): void {
    for (const [of, caller] of callers) {
      const [first] = caller.waiting
      if (!first || !mayRun(caller)) continue
      callers.delete(of)
      callers.set(of, caller)
      begin(caller)
      first()
      return
    }
  }

  /** How much work is served before new work of this caller. */
  function ahead(caller: Caller): number {
    const own = caller.waiting.size
    let others = 0
    for (const other of callers.values()) if (other !== caller) others += Math.min(other.waiting.size, own + 1)
    return Math.max((own + others) / atOnce, own / each.atOnce)
  }

  /** Resolves when the caller's turn has begun. */
  const turn = (caller: Caller, gone: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const left = patience - usual
      const late = (ahead(caller) + 1 / Math.min(atOnce, each.atOnce)) * usual - left
      if (queued >= queueMax || caller.waiting.size >= each.queueMax || late > 0) return reject(full(Math.max(1, Math.ceil(late / 1000))))
      const settle = () => {
        queued -= 1
        caller.waiting.delete(start)
        clearTimeout(timer)
        gone?.removeEventListener('abort', giveUp)
      }
      const start = () => {
        settle()
        resolve()
      }
      const giveUp = () => {
        settle()
        reject(full(1))
      }
      const timer = left < Infinity ? setTimeout(giveUp, left) : undefined
      gone?.addEventListener('abort', giveUp)
      queued += 1
      caller.waiting.add(start)
    })

  return async (work, { of = '', gone } = {}) => {
    if (gone?.aborted) throw full(1)
    const caller = callers.get(of) ?? { running: 0, waiting: new Set() }
    callers.set(of, caller)
    try {
      if (mayRun(caller)) begin(caller)
      else await turn(caller, gone)
    } catch (error) {
      forget(of, caller)
      throw error
    }
    const started = performance.now()
    try {
      return await work()
    } finally {
      usual += (performance.now() - started - usual) / REMEMBERED
      end(of, caller)
    }
  }
}

function full(retryAfter: number): HttpError {
  return new HttpError('unavailable', { retryAfter })
}

import { HttpError } from './http-error.ts'

/** For whom the work is. */
interface Wish {
  /** One name for all that one caller asks for; callers take turns. Default: everyone is one caller. */
  of?: string
  /** Aborts when no one wants the work any more. */
  gone?: AbortSignal | undefined
}

/** Runs work when its turn comes. Throws `unavailable` for a caller who cannot wait. */
export type InTurn = <T>(work: () => Promise<T>, wish?: Wish) => Promise<T>

interface Room {
  atOnce: number
  queueMax: number
}

/** What one caller has under way. */
interface Caller {
  running: number
  waiting: Set<() => void>
}

/** Works whose time makes up what one usually takes, the newest counting most. */
const REMEMBERED = 8

/**
 * Turns for heavy work: `atOnce` at the same time, for more would only share the cores and take memory; `queueMax` wait,
 * callers beyond these are asked to come back. So is, at once, one who would get no answer within `patience`, by what the work
 * took lately; and who waits all the same until it is too late is let go. Callers who wait are served in rotation, so that one who
 * asks for a lot delays each other one by a single work.
 * @param each the same room for one caller; default: no other than for all
 * @param patience ms from the call to the end of the work; default: however long
 * @param takes ms that the work is thought to take before any was done
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
  /** In the order in which they are served next. */
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

  /** Works that are served before one that this caller asks for now. */
  function ahead(caller: Caller): number {
    const own = caller.waiting.size
    let others = 0
    for (const other of callers.values()) if (other !== caller) others += Math.min(other.waiting.size, own + 1)
    return Math.max((own + others) / atOnce, own / each.atOnce)
  }

  /** Resolves when it is one's turn, which has begun then. */
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
  return new HttpError('unavailable', { retryAfter, shed: true })
}

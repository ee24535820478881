import type { OriginClient } from '../deps.ts'
import { batchOf } from './batch.ts'

/** The window of calls that are judged, in ms, in slots of one second. */
const WINDOW = 10_000
const SLOT = 1_000
/** With fewer calls than this, the window isn't judged … */
const ENOUGH = 20
/** … unless this many in a row couldn't reach the origin. */
const UNREACHED = 5
/** A failing origin is tried again after a second, and less and less often from the fourth bad answer on. In ms. */
const PATIENCE = 1_000
const LONGEST = 15_000
const STEADY = 3

export type BreakerState = 'closed' | 'open' | 'half-open'

/** Rejection of a call that wasn't tried. */
export class OriginAway extends Error {
  override name = 'OriginAway'
  /** Whole seconds until the origin is tried again. */
  readonly retryAfter: number

  constructor(wait: number) {
    super('The origin is unavailable; it will be tried again shortly')
    this.retryAfter = Math.max(1, Math.ceil(wait / 1_000))
  }
}

type Calls = Required<Pick<OriginClient, 'fetch' | 'batch'>>

export interface GuardedOrigin extends Calls {
  /** The worse state of the two: reads or writes. */
  state(): BreakerState
}

type Outcome = 'answered' | 'failed' | 'unreached' | 'given up'

/**
 * An origin that gets no calls while it is unavailable. Reads and writes are judged separately: a full disk refuses every write but still reads.
 * @param realNow real time in ms
 */
export function guardOrigin(origin: OriginClient, realNow: () => number): GuardedOrigin {
  const [reads, writes] = [guardCalls(origin, realNow), guardCalls(origin, realNow)]
  return {
    fetch: (path, init) => (READS.has(init.method) ? reads : writes).fetch(path, init),
    batch: reads.batch,
    state: () => (reads.state() === 'closed' ? writes : reads).state()
  }
}

const READS = new Set(['GET', 'HEAD'])

/**
 * Calls of one kind: when half of at least 20 calls of the last ten seconds failed, or five in a row couldn't reach it, calls reject at once with
 * `OriginAway`, except one per second that probes whether it is back. An origin that answers badly is probed less and less often, at least every 15
 * s; one that can't be reached at all is probed every second, because a refused connection costs it nothing and its return is noticed at once.
 */
function guardCalls(origin: OriginClient, realNow: () => number): GuardedOrigin {
  const slots = new Map<number, { calls: number; failures: number }>()
  let unreachedInARow = 0
  let isOpen = false
  let askAgainAt = 0
  let sickProbes = 0
  /** Calls that began before the last change of state say nothing about the new one. */
  let era = 0

  function turn(open: boolean): void {
    isOpen = open
    sickProbes = 0
    unreachedInARow = 0
    era += 1
    slots.clear()
  }

  /** Counts a call in normal operation. */
  function count(outcome: Outcome): void {
    if (outcome === 'given up') return
    const now = realNow()
    const current = Math.floor(now / SLOT)
    for (const at of slots.keys()) if (at <= current - WINDOW / SLOT) slots.delete(at)
    const slot = slots.get(current) ?? { calls: 0, failures: 0 }
    slot.calls += 1
    if (outcome !== 'answered') slot.failures += 1
    slots.set(current, slot)
    unreachedInARow = outcome === 'unreached' ? unreachedInARow + 1 : 0
    const sum = (part: 'calls' | 'failures') => Array.from(slots.values(), (one) => one[part]).reduce((total, one) => total + one, 0)
    const calls = sum('calls')
    if (unreachedInARow < UNREACHED && (calls < ENOUGH || sum('failures') * 2 < calls)) return
    turn(true)
    askAgainAt = now + PATIENCE
  }

  /** Judges a probe, even one that a later probe overtook. */
  function judge(outcome: Outcome): void {
    if (outcome === 'answered') turn(false)
    if (outcome === 'unreached') sickProbes = 0
    if (outcome !== 'failed') return
    sickProbes += 1
    askAgainAt = Math.max(askAgainAt, realNow() + Math.min(LONGEST, PATIENCE * 2 ** Math.max(0, sickProbes - STEADY)))
  }

  /** Runs a call and judges it by its outcome. @param work returns the answer and whether it was a good one */
  async function guarded<T>(signal: AbortSignal, work: () => Promise<{ answer: T; good: boolean }>): Promise<T> {
    const now = realNow()
    const probe = isOpen
    if (probe) {
      if (now < askAgainAt) throw new OriginAway(askAgainAt - now)
      // A hanging probe doesn't block the next one.
      askAgainAt = now + PATIENCE
    }
    const began = era
    const settle = (outcome: Outcome) => {
      if (began !== era) return
      if (probe) judge(outcome)
      else count(outcome)
    }
    try {
      const { answer, good } = await untilAborted(work(), signal)
      settle(good ? 'answered' : 'failed')
      return answer
    } catch (error) {
      settle(outcomeOf(signal))
      throw error
    }
  }

  return {
    fetch: (path, init) =>
      guarded(init.signal, async () => {
        const answer = await origin.fetch(path, init)
        return { answer, good: isGood(answer) }
      }),
    batch: (path, init, listener) =>
      guarded(init.signal, async () => {
        const told = { head: true, answers: [] as boolean[] }
        await batchOf(origin)(path, init, {
          begins(head) {
            told.head = isGood(head)
            listener.begins(head)
          },
          answers(one) {
            told.answers.push(isWell(one.status, one.shed ?? false))
            listener.answers(one)
          }
        })
        return { answer: undefined, good: told.head && (told.answers.length === 0 || told.answers.includes(true)) }
      }),
    state: () => (!isOpen ? 'closed' : realNow() < askAgainAt ? 'open' : 'half-open')
  }
}

/**
 * Is an origin that answers so available? A 500 is a bug with one input, and one overloaded part (log-ins) must not block the rest: otherwise a
 * single caller who knows how to cause these answers could keep everyone out. Whatever else has 5xx comes from the origin as a whole, or from a proxy.
 */
const isWell = (status: number, shed: boolean) => status <= 500 || shed

const isGood = ({ status, headers }: { status: number; headers: Headers }) => isWell(status, headers.has('x-load-shed'))

/** Reports which version of a tenant's settings (`<tenant>=<version>`) an answer was made with. */
export function withVersions(origin: Calls, seen: (version: string) => void): OriginClient {
  const see = ({ headers }: { headers: Headers }) => {
    const version = headers.get('x-config-version')
    if (version) seen(version)
  }
  return {
    async fetch(path, init) {
      const answer = await origin.fetch(path, init)
      see(answer)
      return answer
    },
    batch: (path, init, listener) =>
      origin.batch(path, init, {
        ...listener,
        begins(head) {
          see(head)
          listener.begins(head)
        }
      })
  }
}

/** Rejects when the signal aborts: not every client does so for a call that is waiting to be sent, or answered in the same process. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject)
  })
}

/** Why a call rejected: the deadline, a browser that disconnected, or an unreachable origin. */
function outcomeOf(signal: AbortSignal): Outcome {
  if (!signal.aborted) return 'unreached'
  return signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError' ? 'failed' : 'given up'
}

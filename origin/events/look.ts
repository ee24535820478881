import type { Db } from '../http/handler.ts'
import { eventCounters, type Listening } from './store.ts'

/** How long looks that no reader waits for are collected, in ms. */
const COLLECT = 100
/** Streams per statement. */
const MOST = 500

interface Waiting {
  asked: Listening
  resolve: (number: number | null) => void
  reject: (error: unknown) => void
}

const lookers = new WeakMap<Db, ReturnType<typeof createLooker>>()

/**
 * Number of the member's newest event while their session is valid, otherwise null. Streams that look at about the same time share a statement:
 * otherwise ten thousand idle streams would send two thousand a second.
 * @param waits whether a reader waits for it: then it is asked at once, along with what has been collected
 */
export async function look(db: Db, now: Date, asked: Listening, waits: boolean): Promise<number | null> {
  const looker = lookers.get(db) ?? createLooker(db)
  lookers.set(db, looker)
  return await looker(now, asked, waits)
}

function createLooker(db: Db) {
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | NodeJS.Immediate | undefined
  let urgent = false

  function plan(now: Date, waits: boolean): void {
    if (timer && (urgent || !waits)) return
    if (timer) clearTimeout(timer as NodeJS.Timeout)
    urgent = waits
    timer = waits ? setImmediate(flush, now) : setTimeout(flush, COLLECT, now).unref()
  }

  function flush(now: Date): void {
    const all = waiting
    waiting = []
    timer = undefined
    urgent = false
    for (let start = 0; start < all.length; start += MOST) void ask(now, all.slice(start, start + MOST))
  }

  async function ask(now: Date, part: readonly Waiting[]): Promise<void> {
    try {
      const numbers = await eventCounters(
        db,
        part.map(({ asked }) => asked),
        now
      )
      for (const [index, { resolve }] of part.entries()) resolve(numbers[index] ?? null)
    } catch (error) {
      for (const { reject } of part) reject(error)
    }
  }

  return (now: Date, asked: Listening, waits: boolean) =>
    new Promise<number | null>((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      plan(now, waits)
    })
}

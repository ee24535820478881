import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { LIMITS } from '../../shared/api/entry.ts'
import { Refusal } from './refusal.ts'

type LimitName = keyof typeof LIMITS

/** Takes one request of `who` from the limit; throws a refusal with the seconds to wait when there is none left. */
type RateLimits = (limit: LimitName, who: string) => Promise<void>

/** Takes looks at things from `who`, by what names them; throws a refusal, and takes none, beyond `most` different ones an hour. */
type DistinctLimit = (who: string, things: readonly (string | number)[], most: number) => void

/** What is counted against one who asks: a member, or a visitor by the line. */
export interface Limits {
  requests: RateLimits
  /** Profiles opened, by public id. */
  profiles: DistinctLimit
  /** Members shown on cards of a search or as suggestions, by row number. */
  cards: DistinctLimit
}

const MINUTE = 60
const HOUR = 3_600_000

/**
 * @param factor multiplies every limit
 * @param realNow real time in ms
 */
export function createLimits(factor: number, realNow: () => number): Limits {
  return { requests: createRateLimits(factor), profiles: createDistinctLimit(factor, realNow), cards: createDistinctLimit(factor, realNow) }
}

/** The limits of the contract a minute, counted in memory in real time. */
function createRateLimits(factor: number): RateLimits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, points]) => [name, new RateLimiterMemory({ points: Math.ceil(points * factor), duration: MINUTE })])
  )
  return async (limit, who) => {
    try {
      await limiters.get(limit)?.consume(who)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
    }
  }
}

/**
 * A limit of different things an hour, counted in memory in real time from the first one on. Looking again at one of them is
 * free.
 */
function createDistinctLimit(factor: number, realNow: () => number): DistinctLimit {
  const hours = new Map<string, { until: number; seen: Set<string | number> }>()
  let sweepAt = realNow() + HOUR

  function hourOf(who: string, now: number) {
    if (now >= sweepAt) {
      for (const [key, { until }] of hours) if (until <= now) hours.delete(key)
      sweepAt = now + HOUR
    }
    let hour = hours.get(who)
    if (!hour || hour.until <= now) {
      hour = { until: now + HOUR, seen: new Set() }
      hours.set(who, hour)
    }
    return hour
  }

  return (who, things, most) => {
    const now = realNow()
    const { until, seen } = hourOf(who, now)
    const fresh = new Set(things.filter((thing) => !seen.has(thing)))
    if (fresh.size === 0) return
    if (seen.size + fresh.size > most * factor) throw new Refusal('too_many_requests', { retryAfter: Math.ceil((until - now) / 1000) })
    for (const thing of fresh) seen.add(thing)
  }
}

/** One name for the addresses that one line has: an IPv6 network of 64 bits, or the IPv4 address. */
export function addressRange(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - (tail === '' ? 0 : tail.split(':').length))
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])]
  return whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { LIMITS, QUOTAS, type QuotaName } from '../../shared/api/endpoint.ts'
import { NETWORK_LINES, type AddressRange } from '../../shared/rules/addresses.ts'
import { HttpError } from './http-error.ts'

type LimitName = keyof typeof LIMITS

/** Counts one request of each caller against the limit; throws an HttpError with the seconds to wait when one has none left. */
type RateLimits = (limit: LimitName, callers: readonly AddressRange[]) => Promise<void>

/**
 * Counts the things that a caller looks at, by id; throws an HttpError, and counts nothing, beyond `most` different ones per hour.
 * @param callers all that the caller counts against, the narrowest first
 */
type DistinctLimit = (callers: readonly AddressRange[], things: readonly (string | number)[], most: number) => void

/** The limits that callers are counted against: members by id, visitors by network address. */
export interface Limits {
  requests: RateLimits
  distinct: Record<QuotaName, DistinctLimit>
}

const MINUTE = 60
const HOUR = 3_600_000

/**
 * @param factor multiplies every limit
 * @param realNow real time in ms
 */
export function createLimits(factor: number, realNow: () => number): Limits {
  const distinct = Object.fromEntries(Object.keys(QUOTAS).map((quota) => [quota, createDistinctLimit(factor, realNow)]))
  return { requests: createRateLimits(factor), distinct: distinct as Limits['distinct'] }
}

/** The per-minute limits of the contract, counted in memory in real time. */
function createRateLimits(factor: number): RateLimits {
  const limitersOf = (lines: number) =>
    new Map(
      Object.entries(LIMITS).map(([name, points]) => [
        name,
        new RateLimiterMemory({ points: Math.ceil(points * factor) * lines, duration: MINUTE })
      ])
    )
  const [ofLines, ofNetworks] = [limitersOf(1), limitersOf(NETWORK_LINES)]
  return async (limit, callers) => {
    try {
      for (const { range, lines } of callers) await (lines === 1 ? ofLines : ofNetworks).get(limit)?.consume(range)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new HttpError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
    }
  }
}

/**
 * A limit of different things per hour, counted in memory in real time from the first one on. Looking at one of them again is free.
 */
function createDistinctLimit(factor: number, realNow: () => number): DistinctLimit {
  const hours = new Map<string, { until: number; seen: Set<string | number> }>()
  let sweepAt = realNow() + HOUR

  function hourOf(range: string, now: number) {
    if (now >= sweepAt) {
      for (const [key, { until }] of hours) if (until <= now) hours.delete(key)
      sweepAt = now + HOUR
    }
    let hour = hours.get(range)
    if (!hour || hour.until <= now) {
      hour = { until: now + HOUR, seen: new Set() }
      hours.set(range, hour)
    }
    return hour
  }

  return (callers, things, most) => {
    const now = realNow()
    const budgets = callers.map(({ range, lines }) => ({ ...hourOf(range, now), limit: most * factor * lines }))
    // What the caller has seen is free, even if others have used up their network's budget since.
    const fresh = new Set(things.filter((thing) => !budgets[0]?.seen.has(thing)))
    if (fresh.size === 0) return
    for (const { until, seen, limit } of budgets) {
      const added = [...fresh].filter((thing) => !seen.has(thing)).length
      if (seen.size + added > limit) throw new HttpError('too_many_requests', { retryAfter: Math.ceil((until - now) / 1000) })
    }
    for (const { seen } of budgets) for (const thing of fresh) seen.add(thing)
  }
}

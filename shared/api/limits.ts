import * as v from 'valibot'
import { PAUSE_NAMES } from '../rules/spending-limits.ts'
import { contract } from './endpoint.ts'
import { Instant, NoBody, NoQuery } from './values.ts'

/** At most 10,000.00 in most currencies: more would be a mistake. */
const Amount = v.nullable(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid'), v.maxValue(1_000_000, 'invalid')))
const Limits = v.strictObject({
  /** ISO code; the amounts are its minor units. */
  currency: v.pipe(v.string('invalid'), v.regex(/^[A-Z]{3}$/, 'invalid')),
  /** The most per calendar day and month; null: no limit. */
  day: Amount,
  month: Amount
})

const LimitsAnswer = v.strictObject({
  limits: Limits,
  /** Looser limits, and when they begin. */
  next: v.nullable(v.strictObject({ limits: Limits, at: Instant })),
  /** What was spent in this currency so far, less what went back. */
  spent: v.strictObject({ day: v.number(), month: v.number() }),
  /** The member can't buy until then. */
  paused_until: v.nullable(Instant)
})

export const limits = contract({
  getLimits: {
    method: 'GET',
    path: '/api/limits.php',
    summary: "The member's own spending limits and pause of buying, and what they have spent.",
    audience: 'member',
    query: NoQuery,
    body: NoBody,
    output: LimitsAnswer
  },
  setLimits: {
    method: 'PUT',
    path: '/api/limits.php',
    summary:
      'Set spending limits: stricter ones hold at once, looser ones after 24 hours. `pause` stops buying for a time, which can’t be shortened.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ limits: v.optional(Limits), pause: v.optional(v.picklist(PAUSE_NAMES, 'invalid')) }),
    output: LimitsAnswer
  }
})

import { describe, expect, test } from 'vitest'
import { changeLimits, limitsAt, PAUSES, pauseUntil, type LimitsState, type SpendingLimits } from '../../../shared/rules/spending-limits.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const eur = (day: number | null, month: number | null): SpendingLimits => ({ currency: 'EUR', day, month })
const state = (limits: SpendingLimits, next: LimitsState['next'] = null): LimitsState => ({ limits, next })

describe('limits', () => {
  test.each([
    { name: 'the first ones hold at once', from: eur(null, null), wanted: eur(1000, 5000), holds: eur(1000, 5000), later: null },
    { name: 'lower ones hold at once', from: eur(1000, 5000), wanted: eur(500, 5000), holds: eur(500, 5000), later: null },
    { name: 'higher ones wait for a day', from: eur(1000, 5000), wanted: eur(2000, 5000), holds: eur(1000, 5000), later: eur(2000, 5000) },
    { name: 'none at all waits too', from: eur(1000, 5000), wanted: eur(null, null), holds: eur(1000, 5000), later: eur(null, null) },
    {
      name: 'what is lower holds, what is higher waits',
      from: eur(1000, 5000),
      wanted: eur(2000, 4000),
      holds: eur(1000, 4000),
      later: eur(2000, 4000)
    },
    { name: 'zero is a limit', from: eur(0, null), wanted: eur(100, null), holds: eur(0, null), later: eur(100, null) },
    {
      name: 'another currency waits, whatever the amounts',
      from: eur(1000, null),
      wanted: { currency: 'DKK', day: 1, month: null },
      holds: eur(1000, null),
      later: { currency: 'DKK', day: 1, month: null }
    }
  ])('$name', ({ from, wanted, holds, later: next }) => {
    const after = changeLimits(state(from), wanted, NOW)
    expect(after).toEqual(state(holds, next && { limits: next, at: later(24) }))
    expect(limitsAt(after, later(23.99)).limits).toEqual(holds)
    expect(limitsAt(after, later(24))).toEqual(state(wanted))
  })

  test('wanting the same again doesn’t restart the day, and a lower wish ends the higher one', () => {
    const raised = changeLimits(state(eur(1000, null)), eur(2000, null), NOW)
    expect(changeLimits(raised, eur(2000, null), later(5))).toEqual(raised)
    expect(changeLimits(raised, eur(3000, null), later(5)).next!.at).toEqual(later(29))
    expect(changeLimits(raised, eur(900, null), later(5))).toEqual(state(eur(900, null)))
  })
})

test('a pause takes from a day to half a year, and is never shortened', () => {
  expect(pauseUntil('day', NOW, null)).toEqual(later(24))
  expect(PAUSES.six_months).toBeGreaterThan(180)
  expect(pauseUntil('day', NOW, later(100))).toEqual(later(100))
  expect(pauseUntil('week', NOW, later(100))).toEqual(later(7 * 24))
})

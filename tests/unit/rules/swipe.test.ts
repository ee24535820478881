import { expect, test } from 'vitest'
import { dayBegins } from '../../../shared/rules/day.ts'
import { swipeAllowance, swipeDay } from '../../../shared/rules/swipe.ts'

const at = (iso: string) => new Date(iso)

test.each([
  ['Europe/Amsterdam', '2026-11-17', '2026-11-16T23:00:00Z'],
  // The day that summer time begins, and the one that it ends.
  ['Europe/Amsterdam', '2026-03-29', '2026-03-28T23:00:00Z'],
  ['Europe/Amsterdam', '2026-03-30', '2026-03-29T22:00:00Z'],
  ['Europe/Amsterdam', '2026-10-26', '2026-10-25T23:00:00Z'],
  ['UTC', '2028-02-29', '2028-02-29T00:00:00Z'],
  // The first and the last place where a day begins, and one that is a quarter of an hour off.
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00Z'],
  ['Etc/GMT+12', '2026-01-01', '2026-01-01T12:00:00Z'],
  ['Pacific/Chatham', '2026-07-01', '2026-06-30T11:15:00Z'],
  // There is no midnight on the day that summer time begins.
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z']
])('in %s the day %s begins at %s', (zone, day, begins) => {
  expect(dayBegins(zone, day)).toEqual(at(begins))
})

test('a member has four likes a day, by the calendar of the site [CON-13]', () => {
  const zone = 'Europe/Amsterdam'
  const now = at('2026-11-16T22:59:00Z')
  const next = at('2026-11-16T23:00:00Z')
  expect(swipeAllowance(zone, now, null)).toEqual({ left: 4, next })
  expect(swipeAllowance(zone, now, { day: '2026-11-15', likes: 4 })).toEqual({ left: 4, next })
  expect(swipeAllowance(zone, now, { day: '2026-11-16', likes: 3 })).toEqual({ left: 1, next })
  expect(swipeAllowance(zone, now, { day: '2026-11-16', likes: 4 })).toEqual({ left: 0, next })
  expect(swipeAllowance(zone, next, { day: '2026-11-16', likes: 4 })).toEqual({ left: 4, next: at('2026-11-17T23:00:00Z') })
})

test('a day has 23 or 25 hours when the clock changes', () => {
  const hours = (now: string) => {
    const { next } = swipeAllowance('Europe/Amsterdam', at(now), null)
    return (next.getTime() - at(now).getTime()) / 3_600_000
  }
  expect([hours('2026-03-28T23:00:00Z'), hours('2026-10-24T22:00:00Z'), hours('2026-10-25T23:00:00Z')]).toEqual([23, 25, 24])
})

test('a clock that was set back gives no likes a second time, and says when the next are due', () => {
  const last = { day: '2026-11-17', likes: 4 }
  const before = at('2026-11-16T12:00:00Z')
  expect(swipeDay('Europe/Amsterdam', before, last)).toBe('2026-11-17')
  expect(swipeAllowance('Europe/Amsterdam', before, last)).toEqual({ left: 0, next: at('2026-11-17T23:00:00Z') })
})

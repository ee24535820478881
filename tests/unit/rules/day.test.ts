import { expect, test } from 'vitest'
import { dayIn } from '../../../shared/rules/day.ts'

test.each([
  ['Europe/Amsterdam', '2026-11-22T22:59:59Z', '2026-11-22', '2026-11-23'],
  ['Asia/Kathmandu', '2026-11-22T18:14:59Z', '2026-11-22', '2026-11-23'],
  ['America/St_Johns', '2026-06-01T02:29:59Z', '2026-05-31', '2026-06-01']
])('the day in %s begins at its own midnight, however often it was computed before', (zone, last, day, next) => {
  const end = new Date(last)
  for (let round = 0; round < 2; round++) expect([dayIn(zone, end), dayIn(zone, new Date(end.getTime() + 1000))]).toEqual([day, next])
})

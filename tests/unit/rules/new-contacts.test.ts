import { expect, test } from 'vitest'
import { newContactsPerDay } from '../../../shared/rules/new-contacts.ts'

const cap = (days: number, answered: number, paid = false) => newContactsPerDay({ days, answered, paid })

test('a new member may write to ten, and to more by the day and by the answer, within bounds', () => {
  expect([cap(0, 0), cap(1, 0), cap(20, 0), cap(400, 0)]).toEqual([10, 12, 50, 50])
  expect([cap(0, 1), cap(0, 50), cap(0, 900), cap(400, 900)]).toEqual([13, 160, 160, 200])
})

test('premium is no exception, but higher', () => {
  expect([cap(0, 0, true), cap(400, 900, true)]).toEqual([20, 400])
})

test('it never falls with age or answers', () => {
  for (let n = 0; n < 100; n++) {
    expect(cap(n + 1, 3)).toBeGreaterThanOrEqual(cap(n, 3))
    expect(cap(3, n + 1)).toBeGreaterThanOrEqual(cap(3, n))
  }
})

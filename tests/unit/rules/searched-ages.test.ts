import { expect, test } from 'vitest'
import { searchedAges, widenedAges } from '../../../shared/rules/searched-ages.ts'

test('a search without ages asks for any age', () => {
  expect(searchedAges({}, 18)).toBe(null)
  expect(searchedAges({ min: 18, max: 99 }, 18)).toBe(null)
})

test('ages are swapped when they are reversed [ENT-17]', () => {
  expect(searchedAges({ min: 40, max: 25 }, 18)).toEqual({ min: 25, max: 40 })
})

test('ages never reach below the minimum of the tenant, nor below 18', () => {
  expect(searchedAges({ min: 18, max: 40 }, 30)).toEqual({ min: 30, max: 40 })
  expect(searchedAges({ min: 18, max: 25 }, 30)).toEqual({ min: 30, max: 30 })
  expect(searchedAges({}, 30)?.min).toBe(30)
  expect(searchedAges({ max: 20 }, 16)).toEqual({ min: 18, max: 20 })
})

test('99 as the upper age means and older', () => {
  expect(searchedAges({ min: 60, max: 99 }, 18)?.max).toBeGreaterThan(110)
})

test('widened ages keep to the minimum of the tenant', () => {
  expect(widenedAges({ min: 30, max: 35 }, 5, 18)).toEqual({ min: 25, max: 40 })
  expect(widenedAges({ min: 20, max: 35 }, 5, 18)).toEqual({ min: 18, max: 40 })
  expect(widenedAges(null, 5, 18)).toBe(null)
})

import { expect, test } from 'vitest'
import { mayBecome, MOST_INTERESTS } from '../../../shared/rules/interests.ts'
import { groupOf, INTEREST_GROUPS, INTERESTS, interestsOfNiche, isIntimate } from '../../../shared/tenants/interests.ts'

test('the specification names 54 interests, each in a group, and every group has some [ENT-32]', () => {
  expect(INTERESTS).toHaveLength(54)
  expect(new Set(INTERESTS.map(groupOf))).toEqual(new Set(INTEREST_GROUPS))
})

test('intimate ones are those that a general site doesn’t offer', () => {
  expect(INTERESTS.filter(isIntimate)).toEqual(INTERESTS.filter((interest) => !interestsOfNiche(1).includes(interest)))
  expect(isIntimate('constructor')).toBe(false)
})

test('at most ten are chosen; someone who has more may keep them or give some up, but not exchange them', () => {
  const [ten, twelve] = [INTERESTS.slice(0, MOST_INTERESTS), INTERESTS.slice(0, 12)]
  expect(MOST_INTERESTS).toBe(10)
  expect(mayBecome([], ten)).toBe(true)
  expect(mayBecome([], twelve)).toBe(false)
  expect(mayBecome(twelve, twelve)).toBe(true)
  expect(mayBecome(twelve, twelve.slice(1))).toBe(true)
  expect(mayBecome(twelve, [...twelve.slice(1), INTERESTS[20]!])).toBe(false)
  expect(mayBecome(twelve, [...twelve.slice(3), INTERESTS[20]!])).toBe(true)
})

import { expect, test } from 'vitest'
import { GLYPHS } from '../../client/members/interest-glyphs.ts'
import { INTERESTS } from '../../shared/tenants/interests.ts'

test('each of the 54 interests has an icon of its own [ENT-32]', () => {
  expect(Object.keys(GLYPHS)).toEqual(INTERESTS)
  expect(new Set(Object.values(GLYPHS)).size).toBe(54)
})

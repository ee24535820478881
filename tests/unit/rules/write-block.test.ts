import { expect, test } from 'vitest'
import { writeBlock } from '../../../shared/rules/write-block.ts'

test('a member can be written to while they are visible and have confirmed their address [ROLE-14]', () => {
  expect(writeBlock({ visible: true, confirmed: true })).toBe(null)
  expect(writeBlock({ visible: true, confirmed: false })).toBe('not_confirmed')
})

test('a member who isn’t visible counts as gone, whatever else is true of them [ROLE-13]', () => {
  expect(writeBlock({ visible: false, confirmed: true })).toBe('deleted')
  expect(writeBlock({ visible: false, confirmed: false })).toBe('deleted')
})

import { expect, test } from 'vitest'
import { photoAccess } from '../../../shared/rules/photo-access.ts'

test('owners see all their photos', () => {
  expect(photoAccess('owner', true)).toBe('full')
  expect(photoAccess('owner', false)).toBe('full')
})

test('free members see main photos and locks for the others; premium members see all [ROLE-8] [ROLE-10]', () => {
  expect(photoAccess({ member: { paid: false } }, true)).toBe('full')
  expect(photoAccess({ member: { paid: false } }, false)).toBe('locked')
  expect(photoAccess({ member: { paid: true } }, false)).toBe('full')
})

test('visitors see main photos at most, locked where the search is limited [ROLE-4]', () => {
  expect(photoAccess({ visitor: 'all' }, true)).toBe('full')
  expect(photoAccess({ visitor: 'limited' }, true)).toBe('locked')
  expect(photoAccess({ visitor: 'none' }, true)).toBe('none')
  expect(photoAccess({ visitor: 'all' }, false)).toBe('none')
  expect(photoAccess({ visitor: 'limited' }, false)).toBe('none')
})

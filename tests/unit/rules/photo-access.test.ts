import { expect, test } from 'vitest'
import { photoAccess } from '../../../shared/rules/photo-access.ts'

test('owners see all their photos', () => {
  expect(photoAccess('owner', { main: true })).toBe('full')
  expect(photoAccess('owner', { main: false })).toBe('full')
})

test('free members see main photos and locks for the others; premium members see all [ROLE-8] [ROLE-10]', () => {
  expect(photoAccess({ member: { paid: false } }, { main: true })).toBe('full')
  expect(photoAccess({ member: { paid: false } }, { main: false })).toBe('locked')
  expect(photoAccess({ member: { paid: false } }, { main: false, unlocked: true })).toBe('full')
  expect(photoAccess({ member: { paid: true } }, { main: false })).toBe('full')
})

test('visitors see main photos at most, locked where the search is limited [ROLE-4]', () => {
  expect(photoAccess({ visitor: 'all' }, { main: true })).toBe('full')
  expect(photoAccess({ visitor: 'limited' }, { main: true })).toBe('locked')
  expect(photoAccess({ visitor: 'none' }, { main: true })).toBe('none')
  expect(photoAccess({ visitor: 'all' }, { main: false })).toBe('none')
  expect(photoAccess({ visitor: 'limited' }, { main: false })).toBe('none')
})

test('staff of a fictional profile see none', () => {
  for (const main of [true, false]) expect(photoAccess('staff', { main, unlocked: true })).toBe('none')
})

import { expect, test } from 'vitest'
import { presence } from '../../../shared/rules/presence.ts'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test('a member is online up to three minutes after they were last seen, and was there today up to a day', () => {
  const at = (ms: number) => presence({ lastSeen: ago(ms), fictional: false, shown: true }, now)
  expect(at(0)).toBe('now')
  expect(at(3 * 60_000)).toBe('now')
  expect(at(3 * 60_000 + 1)).toBe('today')
  expect(at(24 * 3600_000)).toBe('today')
  expect(at(24 * 3600_000 + 1)).toBe('no')
})

test('a fictional profile is never online', () => {
  expect(presence({ lastSeen: now, fictional: true, shown: true }, now)).toBe('no')
})

test('neither is shown of a member who hides it, or to one who does', () => {
  expect(presence({ lastSeen: now, fictional: false, shown: false }, now)).toBe('no')
})

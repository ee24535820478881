import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadForChunk } from '../../client/router/chunk-reload.ts'

const assign = vi.fn()
beforeEach(() => void vi.stubGlobal('location', { assign }))
afterEach(() => {
  vi.unstubAllGlobals()
  assign.mockReset()
})

test('the document is loaded once a minute [OTH-3]', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value)
  })
  expect([reloadForChunk('/chats'), reloadForChunk('/chats')]).toEqual([true, false])
  expect(assign.mock.calls).toEqual([['/chats']])
})

test('without storage there is no reload loop', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked })
  expect(reloadForChunk('/chats')).toBe(false)
  expect(assign).not.toHaveBeenCalled()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyImports } from '../../client/site/load-code.ts'

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => void vi.unstubAllGlobals())

// What browsers do: a module that could not be fetched fails at once from then on, under the same address.
function browser() {
  let reachable = false
  const fetched: string[] = []
  const failed = new Set<string>()
  const importFile = (path: string): Promise<string> => {
    if (!failed.has(path)) fetched.push(path)
    if (!reachable) failed.add(path)
    return failed.has(path) ? Promise.reject(new TypeError('Importing a module script failed.')) : Promise.resolve(path)
  }
  return { importFile, fetched, reach: () => (reachable = true) }
}

test('code that could not be loaded is fetched again, and from then on is the same module', async () => {
  const { importFile, fetched, reach } = browser()
  const loadCode = lazyImports(importFile)
  const load = () => importFile('./gift-form-MN6YsOwo.js')
  // Two parts wait for the same attempt.
  await Promise.allSettled([loadCode(load), loadCode(load)])
  await expect(loadCode(load)).rejects.toThrow(TypeError)
  reach()
  const modules = await Promise.all([loadCode(load), loadCode(load)])
  expect([...modules, await loadCode(load)]).toEqual(Array(3).fill('./gift-form-MN6YsOwo.js?again=2'))
  expect(new Set(fetched).size).toBe(3)
})

test('code that loads has one address', async () => {
  const { importFile, reach } = browser()
  reach()
  const again = vi.fn<typeof importFile>()
  const loadCode = lazyImports(again)
  const load = () => importFile('./gift-form-MN6YsOwo.js')
  expect([await loadCode(load), await loadCode(load)]).toEqual(Array(2).fill('./gift-form-MN6YsOwo.js'))
  expect(again).not.toHaveBeenCalled()
})

test('without a connection, code that isn’t cached isn’t imported, so that it can be later', async () => {
  const { importFile, fetched, reach } = browser()
  const loadCode = lazyImports(importFile)
  const load = () => importFile('./gift-form-MN6YsOwo.js')
  vi.stubGlobal('navigator', { onLine: false })
  const cached = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(new Response())
  vi.stubGlobal('fetch', cached)
  await expect(loadCode(load)).rejects.toThrow(TypeError)
  expect(fetched).toEqual([])
  reach()
  expect(await loadCode(load)).toBe('./gift-form-MN6YsOwo.js')
  expect(cached.mock.calls).toEqual([['/assets/gift-form-MN6YsOwo.js'], ['/assets/gift-form-MN6YsOwo.js']])
})

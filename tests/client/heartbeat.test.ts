import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startHeartbeat } from '../../client/session/heartbeat.ts'
import { IN_BACKGROUND } from '../../shared/api/endpoint.ts'

const page = { visibilityState: 'visible', focused: true, hasFocus: () => page.focused }
let said: string[] = []
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  Object.assign(page, { visibilityState: 'visible', focused: true })
  said = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    said.push(`${method} ${path}`)
    return Response.json({})
  })
  stop = startHeartbeat()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const SIGN = 'POST /api/presence.php'
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a page in the foreground reports every minute that its member is here', async () => {
  await pass(59)
  expect(said).toEqual([])
  await pass(1)
  expect(said).toEqual([SIGN])
  await pass(120)
  expect(said).toEqual([SIGN, SIGN, SIGN])
})

test.each([{ visibilityState: 'hidden' }, { focused: false }])(
  '%j: it reports nothing until it is in the foreground again',
  async (behind) => {
    Object.assign(page, behind)
    await pass(300)
    expect(said).toEqual([])
    Object.assign(page, { visibilityState: 'visible', focused: true })
    await pass(60)
    expect(said).toEqual([SIGN])
  }
)

test('a failed report is not repeated before the next minute, and none is sent once the session is over', async () => {
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    said.push(`${method} ${path}`)
    throw new TypeError('Failed to fetch')
  })
  await pass(60)
  expect(said).toEqual([SIGN])
  await pass(60)
  expect(said).toEqual([SIGN, SIGN])
  stop()
  await pass(300)
  expect(said).toEqual([SIGN, SIGN])
})

test('a call from a page that isn’t in front says so, and doesn’t count as its member being here', async () => {
  const marks: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    marks.push((headers as Record<string, string>)[IN_BACKGROUND])
    return Response.json({})
  })
  // A page belongs to one member as long as it exists: another page's modules.
  vi.resetModules()
  const { setPageMember } = await import('../../client/api/page-member.ts')
  const { attempt } = await import('../../client/api/call.ts')
  setPageMember('A'.repeat(22))
  for (const state of [{ visibilityState: 'hidden' }, { visibilityState: 'visible', focused: false }, { focused: true }]) {
    Object.assign(page, state)
    await attempt('getHome')
  }
  vi.resetModules()
  expect(marks).toEqual(['1', '1', undefined])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startHeartbeat } from '../../client/session/heartbeat.ts'

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

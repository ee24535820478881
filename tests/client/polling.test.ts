import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/api/query-client.ts'
import { usePush } from '../../client/state/push.ts'
import { startPolling } from '../../client/session/polling.ts'

const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let onLine = true
let asked: string[] = []
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine
    }
  })
  onLine = true
  asked = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({})
  })
  stop = startPolling(createQueryClient([]))
})

afterEach(() => {
  usePush.setState({ isSubscribed: false })
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ROUND = ['/api/user.php', '/api/chats.php', '/api/likes.php']
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('user, chats and likes are polled 5 s after the page has loaded, then every 60 s [CON-1] [CON-3] [API-2]', async () => {
  await pass(4_999)
  expect(asked).toEqual([])
  await pass(1)
  expect(asked).toEqual(ROUND)
  await pass(59_999)
  expect(asked).toEqual(ROUND)
  await pass(1)
  expect(asked).toEqual([...ROUND, ...ROUND])
})

test('every 300 s with push, also when it is turned on in between [CON-2]', async () => {
  await pass(5_000)
  usePush.setState({ isSubscribed: true })
  await pass(60_000)
  expect(asked).toEqual([...ROUND, ...ROUND])
  await pass(299_999)
  expect(asked).toHaveLength(6)
  await pass(1)
  expect(asked).toHaveLength(9)
})

test('nothing is polled while offline; a page that becomes visible again polls at once', async () => {
  onLine = false
  await pass(125_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual([])
  onLine = true
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual([])
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(asked).toEqual(ROUND)
})

test('stopped, it doesn’t poll any more', async () => {
  stop()
  await pass(125_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual([])
})

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
  const queryClient = createQueryClient([])
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filters) => void asked.push(String(filters?.queryKey?.[0])))
  stop = startPolling(queryClient)
})

afterEach(() => {
  usePush.setState({ isSubscribed: false })
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ROUND = ['getUser', 'listChats', 'listLikes']

test('user, chats and likes are asked for 5 s after the page is there, then every 60 s [CON-1] [CON-3] [API-2]', () => {
  vi.advanceTimersByTime(4_999)
  expect(asked).toEqual([])
  vi.advanceTimersByTime(1)
  expect(asked).toEqual(ROUND)
  vi.advanceTimersByTime(59_999)
  expect(asked).toEqual(ROUND)
  vi.advanceTimersByTime(1)
  expect(asked).toEqual([...ROUND, ...ROUND])
})

test('every 300 s where news is pushed, also from the middle on [CON-2]', () => {
  vi.advanceTimersByTime(5_000)
  usePush.setState({ isSubscribed: true })
  vi.advanceTimersByTime(60_000)
  expect(asked).toEqual([...ROUND, ...ROUND])
  vi.advanceTimersByTime(299_999)
  expect(asked).toHaveLength(6)
  vi.advanceTimersByTime(1)
  expect(asked).toHaveLength(9)
})

test('nothing is asked without a connection; a page that comes back to sight asks at once', () => {
  onLine = false
  vi.advanceTimersByTime(125_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual([])
  onLine = true
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual([])
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual(ROUND)
})

test('stopped, it asks no more', () => {
  stop()
  vi.advanceTimersByTime(125_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual([])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/api/query-client.ts'
import { openEventStream, type EventSourceLike } from '../../client/live/event-stream.ts'
import { startLive } from '../../client/live/live.ts'
import { memberAnswers } from './render-page.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An `EventSource` whose other end the test controls. */
function sources() {
  const made: (EventSourceLike & { tell(type: string, event?: { data?: string; lastEventId?: string }): void; closed: boolean })[] = []
  const create = () => {
    const listeners = new Map<string, ((event: object) => void)[]>()
    const source = {
      readyState: 0,
      closed: false,
      addEventListener: (type: string, listener: (event: object) => void) =>
        void listeners.set(type, [...(listeners.get(type) ?? []), listener]),
      close: () => void (source.closed = true),
      tell(type: string, event = {}) {
        if (type === 'open') source.readyState = 1
        for (const listener of listeners.get(type) ?? []) listener(event)
      }
    }
    made.push(source)
    return source
  }
  return { made, create }
}

function stream(gapAtFirst = false, onOpen = () => {}) {
  const { made, create } = sources()
  const seen: string[] = []
  const numbers: number[] = []
  const handle = openEventStream({
    create,
    gapAtFirst,
    onOpen,
    onEvent: ({ type, data, number }) => seen.push(`${type} ${data} ${number}`),
    onNumber: (number) => numbers.push(number),
    onGap: () => seen.push('gap'),
    onRefused: () => seen.push('refused')
  })
  return { made, seen, numbers, ...handle }
}

test('events of the stream are passed on in their order', () => {
  const { made, seen } = stream()
  made[0]!.tell('open')
  made[0]!.tell('message', { data: 'a', lastEventId: '1' })
  made[0]!.tell('like', { data: 'b', lastEventId: '2' })
  expect(seen).toEqual(['message a 1', 'like b 2'])
})

test('failed messages are sent each time that the server can be reached again: the stream reports it', () => {
  const opened = vi.fn<() => void>()
  const { made } = stream(false, opened)
  made[0]!.tell('open')
  made[0]!.tell('error')
  expect(opened).toHaveBeenCalledTimes(1)
  made[0]!.tell('open')
  expect(opened).toHaveBeenCalledTimes(2)
})

test('a stream that is refused says so once, until it has been open again', () => {
  const { made, seen } = stream()
  const refuse = () => {
    made.at(-1)!.readyState = 2
    made.at(-1)!.tell('error')
    vi.advanceTimersByTime(20_000)
  }
  made[0]!.tell('open')
  refuse()
  refuse()
  expect(seen).toEqual(['refused'])
  made.at(-1)!.tell('open')
  refuse()
  expect(seen).toEqual(['refused', 'gap', 'refused'])
})

test('a cut that the browser repairs with Last-Event-ID is not a gap', () => {
  const { made, seen } = stream()
  made[0]!.tell('open')
  made[0]!.tell('message', { data: 'a', lastEventId: '1' })
  made[0]!.readyState = 0
  made[0]!.tell('error')
  made[0]!.tell('open')
  expect(made).toHaveLength(1)
  expect(seen).toEqual(['message a 1'])
})

test('a cut before the first event may have lost some', () => {
  const { made, seen } = stream()
  made[0]!.tell('open')
  made[0]!.readyState = 0
  made[0]!.tell('error')
  made[0]!.tell('open')
  expect(seen).toEqual(['gap'])
})

test('a stream that the browser gave up on is reopened after growing pauses, and then everything is refetched', () => {
  const { made, seen } = stream()
  const pauses: number[] = []
  for (let times = 1; times <= 6; times++) {
    const source = made.at(-1)!
    source.readyState = 2
    source.tell('error')
    let waited = 0
    while (made.length === times) {
      vi.advanceTimersByTime(100)
      waited += 100
    }
    pauses.push(waited)
  }
  for (const [index, seconds] of [1, 2, 4, 8, 16, 16].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(seconds * 800)
    expect(pauses[index]).toBeLessThanOrEqual(seconds * 1200 + 100)
  }
  made.at(-1)!.tell('open')
  expect(seen).toEqual(['refused', 'gap'])
})

test('a restored connection doesn’t wait for the pause', () => {
  const { made, retryNow } = stream()
  made[0]!.readyState = 2
  made[0]!.tell('error')
  retryNow()
  expect(made).toHaveLength(2)
  vi.advanceTimersByTime(60_000)
  expect(made).toHaveLength(2)
})

test('a silent stream is reopened; one with heartbeats is left alone', () => {
  const { made, seen } = stream()
  made[0]!.tell('open')
  for (let seconds = 0; seconds < 120; seconds += 15) {
    vi.advanceTimersByTime(15_000)
    made[0]!.tell('ping', { data: '{}', lastEventId: '7' })
  }
  expect(made).toHaveLength(1)
  vi.advanceTimersByTime(61_000)
  expect(made).toHaveLength(2)
  expect(made[0]!.closed).toBe(true)
  made[1]!.tell('open')
  expect(seen).toEqual(['gap'])
})

test('a heartbeat with a number lets the browser continue after a cut', () => {
  const { made, seen, numbers } = stream()
  made[0]!.tell('open')
  made[0]!.tell('ping', { data: '{}', lastEventId: '7' })
  made[0]!.readyState = 0
  made[0]!.tell('error')
  made[0]!.tell('open')
  expect(seen).toEqual([])
  expect(numbers).toEqual([7])
})

test('a closed stream stays closed', () => {
  const { made, close, retryNow } = stream()
  made[0]!.readyState = 2
  made[0]!.tell('error')
  close()
  retryNow()
  vi.advanceTimersByTime(60_000)
  expect(made).toHaveLength(1)
})

const soon = () => vi.advanceTimersByTimeAsync(1)

test('a page that is left closes its stream; one that comes back from the browser’s memory opens it and refetches what it may have missed', async () => {
  const { made, create } = sources()
  const view = new EventTarget()
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', {})
  const addresses: string[] = []
  vi.stubGlobal('EventSource', function (address: string) {
    addresses.push(address)
    return create()
  })
  const queryClient = createQueryClient(memberAnswers())
  const stale = () => queryClient.getQueryCache().find({ queryKey: ['listChats', {}] })!.state.isInvalidated
  const reached = vi.fn<() => void>()
  startLive(queryClient, 4, { onOpen: reached })
  await soon()
  made[0]!.tell('open')
  expect(reached).toHaveBeenCalledTimes(1)
  expect(addresses).toEqual([expect.stringContaining('after=4')])
  view.dispatchEvent(new Event('pagehide'))
  await soon()
  expect(made.map(({ closed }) => closed)).toEqual([true])
  // A page that is shown for the first time has its stream already.
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(made).toHaveLength(1)
  expect(stale()).toBe(false)
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await soon()
  expect(made.map(({ closed }) => closed)).toEqual([true, false])
  expect(addresses[1]).not.toContain('after=')
  expect(stale()).toBe(true)
  view.dispatchEvent(new Event('pagehide'))
  await soon()
  expect(made.map(({ closed }) => closed)).toEqual([true, true])
})

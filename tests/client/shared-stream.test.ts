import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareStream, type Channel } from '../../client/live/shared-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Tabs of one browser: a lock and a channel between them. */
function tabs() {
  const waiting: { run: () => Promise<unknown>; fail: (error: Error) => void }[] = []
  let holder: { fail: (error: Error) => void } | null = null
  const next = () => {
    const first = waiting.shift()
    if (first) void first.run()
  }
  const request = (_name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
    new Promise((resolve, reject) => {
      const entry = {
        fail: reject,
        async run() {
          holder = entry
          const result = await work({ name: 'live', mode: 'exclusive' })
          if (holder !== entry) return
          holder = null
          resolve(result)
          next()
        }
      }
      if (options.ifAvailable && holder) return resolve(work(null))
      if (options.steal) {
        holder?.fail(new DOMException('stolen', 'AbortError'))
        return void entry.run()
      }
      options.signal?.addEventListener('abort', () => {
        const index = waiting.indexOf(entry)
        if (index >= 0) waiting.splice(index, 1)
        if (index >= 0) reject(new DOMException('aborted', 'AbortError'))
      })
      if (holder) waiting.push(entry)
      else void entry.run()
    })
  const channels = new Set<(event: { data: unknown }) => void>()
  const openChannel = (): Channel & { asleep: boolean } => {
    let own: ((event: { data: unknown }) => void) | null = null
    const channel = {
      asleep: false,
      postMessage(data: unknown) {
        for (const listener of channels) if (listener !== own) listener({ data })
      },
      addEventListener(_type: 'message', listener: (event: { data: unknown }) => void) {
        own = (event) => {
          if (!channel.asleep) listener(event)
        }
        channels.add(own)
      },
      close: () => void (own && channels.delete(own))
    }
    return channel
  }
  const open: {
    tab: string
    closed: boolean
    after: number | null
    event(data: string, number?: number): void
    at(number: number): void
  }[] = []
  const openTab = (tab: string, known: number | null = null) => {
    const seen: string[] = []
    let channel!: ReturnType<typeof openChannel>
    const shared = shareStream({
      sharing: { locks: { request } as never, name: 'live', openChannel: () => (channel = openChannel()) },
      known,
      open({ onEvent, onNumber, onGap, gapAtFirst, after }) {
        const event = (data: string, number: number | null = null) => onEvent({ type: 'message', data, number })
        const made = { tab, closed: false, after: after(), event, at: onNumber }
        open.push(made)
        if (gapAtFirst) onGap()
        return { retryNow() {}, close: () => void (made.closed = true) }
      },
      onEvent: ({ data }) => seen.push(data),
      onGap: () => seen.push('gap'),
      visible: () => true
    })
    return { ...shared, seen, sleep: () => void (channel.asleep = true) }
  }
  const live = () => open.filter((made) => !made.closed)
  return { openTab, live }
}

const soon = () => vi.advanceTimersByTimeAsync(1)

test('tabs of a browser share one stream: each gets every event once', async () => {
  const { openTab, live } = tabs()
  const first = openTab('first')
  const second = openTab('second')
  await soon()
  expect(live().map((made) => made.tab)).toEqual(['first'])
  live()[0]!.event('hello')
  expect([first.seen, second.seen]).toEqual([['hello'], ['hello']])
})

test('when the tab with the stream closes, another one takes over and refetches what it may have missed', async () => {
  const { openTab, live } = tabs()
  const first = openTab('first')
  const second = openTab('second')
  const third = openTab('third')
  await soon()
  first.stop()
  await soon()
  expect(live().map((made) => made.tab)).toEqual(['second'])
  live()[0]!.event('hello')
  expect([second.seen, third.seen]).toEqual([
    ['gap', 'hello'],
    ['gap', 'hello']
  ])
})

test('a visible tab takes the stream from one that the system has suspended', async () => {
  const { openTab, live } = tabs()
  const first = openTab('first')
  const second = openTab('second')
  await soon()
  second.checkLeader()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(live().map((made) => made.tab)).toEqual(['first'])
  first.sleep()
  second.checkLeader()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(live().map((made) => made.tab)).toEqual(['second'])
})

test('the stream begins after the last event that the page knew when it was rendered', async () => {
  const { openTab, live } = tabs()
  const first = openTab('first', 4)
  await soon()
  expect(live()[0]!.after).toBe(4)
  live()[0]!.event('five', 5)
  expect(first.seen).toEqual(['five'])
})

test('a tab that was rendered before an event it couldn’t get refetches everything; one that knows the event doesn’t', async () => {
  const { openTab, live } = tabs()
  openTab('first', 4)
  await soon()
  live()[0]!.event('five', 5)
  const [late, upToDate, unsure] = [openTab('late', 4), openTab('up to date', 5), openTab('unsure')]
  await soon()
  expect([late.seen, upToDate.seen, unsure.seen]).toEqual([['gap'], [], ['gap']])
  live()[0]!.event('six', 6)
  expect([late.seen, upToDate.seen, unsure.seen]).toEqual([['gap', 'six'], ['six'], ['gap', 'six']])
})

test('a tab that gets an event beyond the next one has missed some', async () => {
  const { openTab, live } = tabs()
  const [first, second] = [openTab('first', 4), openTab('second', 4)]
  await soon()
  live()[0]!.event('seven', 7)
  live()[0]!.event('eight', 8)
  for (const { seen } of [first, second]) expect(seen).toEqual(['gap', 'seven', 'eight'])
})

test('a tab that takes over the stream continues after its last event without refetching; a tab behind it does refetch', async () => {
  const { openTab, live } = tabs()
  const first = openTab('first', 4)
  const second = openTab('second', 4)
  await soon()
  live()[0]!.event('five', 5)
  first.sleep()
  const third = openTab('third', 4)
  await soon()
  first.stop()
  await soon()
  expect(live().map(({ tab, after }) => [tab, after])).toEqual([['second', 5]])
  expect([second.seen, third.seen]).toEqual([['five'], ['gap']])
})

test('a stream that sends its position before anything happens lets later tabs compare', async () => {
  const { openTab, live } = tabs()
  const first = openTab('first')
  await soon()
  live()[0]!.at(9)
  const [late, upToDate] = [openTab('late', 8), openTab('up to date', 9)]
  await soon()
  expect([first.seen, late.seen, upToDate.seen]).toEqual([[], ['gap'], []])
})

test('a browser that can’t share has one stream per tab', () => {
  const opened: string[] = []
  const alone = shareStream({
    sharing: null,
    known: null,
    open: () => {
      opened.push('stream')
      return { retryNow() {}, close: () => void opened.push('closed') }
    },
    onEvent() {},
    onGap() {},
    visible: () => true
  })
  alone.stop()
  expect(opened).toEqual(['stream', 'closed'])
})

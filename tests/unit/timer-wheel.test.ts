import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from '../../origin/events/timer-wheel.ts'

const INTERVAL = 5000

let stops: (() => void)[] = []
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Adds acts that note when they were called. */
function noting(count: number): number[][] {
  const calls = times(count).map((): number[] => [])
  for (const own of calls) stops.push(repeat(INTERVAL, () => own.push(performance.now())))
  return calls
}

test('each is called once an interval, the first time within it, in few turns', () => {
  const calls = noting(1000)
  vi.advanceTimersByTime(INTERVAL * 3)
  for (const own of calls) {
    expect(own).toHaveLength(3)
    expect(own[0]).toBeLessThanOrEqual(INTERVAL)
    expect(own[2]! - own[1]!).toBe(INTERVAL)
  }
  expect(new Set(calls.flat()).size).toBe(60)
  const inTurns = Map.groupBy(calls.flat(), (time) => time)
  expect(new Set([...inTurns.values()].map((one) => one.length))).toEqual(new Set([50]))
})

test('turns that come late do not add up', () => {
  const calls = noting(100)
  const real = performance.now.bind(performance)
  let late = 0
  vi.spyOn(performance, 'now').mockImplementation(() => real() + late)
  for (const _ of times(40)) {
    late += 125
    vi.advanceTimersByTime(125)
  }
  // Two intervals by the clock, of which timers knew one.
  for (const own of calls) expect(own).toHaveLength(2)
  late += INTERVAL * 10
  vi.advanceTimersByTime(250)
  for (const own of calls) expect(own).toHaveLength(3)
})

test('one that is stopped is not called again, and no timer stays when all are', () => {
  const calls = noting(3)
  vi.advanceTimersByTime(INTERVAL)
  stops[1]!()
  stops[1]!()
  vi.advanceTimersByTime(INTERVAL)
  expect(calls.map((own) => own.length)).toEqual([2, 1, 2])
  for (const stop of stops) stop()
  expect(vi.getTimerCount()).toBe(0)
  const again = noting(1)
  vi.advanceTimersByTime(INTERVAL)
  expect(again[0]).toHaveLength(1)
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../client/api/api-error.ts'
import { write } from '../../client/api/call.ts'
import { createQueryClient } from '../../client/api/query-client.ts'
import { queryOf } from '../../client/api/queries.ts'
import { mayRetry, retryDelay } from '../../client/api/retry.ts'

const refused = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, { code: 'too_many_requests', message_key: '', params: {} }, retryAfter)

test('temporary failures are retried up to five times, unless the wait would be longer than a minute [CON-22]', () => {
  expect([408, 429, 500, 503].map((status) => mayRetry(0, refused(status)))).toEqual([true, true, true, true])
  expect([403, 404, 422].map((status) => mayRetry(0, refused(status)))).toEqual([false, false, false])
  expect([mayRetry(4, refused(503)), mayRetry(5, refused(503))]).toEqual([true, false])
  expect([mayRetry(0, refused(429, 60)), mayRetry(0, refused(429, 61))]).toEqual([true, false])
})

test('the wait doubles from one second, a fifth more or less; a longer requested one is obeyed [API-24]', () => {
  const spread = vi.spyOn(Math, 'random')
  spread.mockReturnValue(0)
  expect([0, 1, 2, 3, 4].map((failures) => retryDelay(failures, refused(503)))).toEqual([800, 1600, 3200, 6400, 12_800])
  spread.mockReturnValue(1)
  expect([0, 1, 2, 3, 4].map((failures) => Math.round(retryDelay(failures, refused(503))))).toEqual([1200, 2400, 4800, 9600, 19_200])
  expect(retryDelay(0, refused(429, 30))).toBe(30_000)
  spread.mockRestore()
})

describe('where the server always fails', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** When each request was sent, in ms after the first. */
  function failingServer(): number[] {
    vi.useFakeTimers()
    const began = Date.now()
    const sent: number[] = []
    vi.stubGlobal('fetch', async () => {
      sent.push(Date.now() - began)
      return new Response('{}', { status: 503 })
    })
    return sent
  }

  const grows = (sent: readonly number[]) => {
    const gaps = sent.slice(1).map((at, index) => at - sent[index]!)
    return gaps.every((gap, index) => index === 0 || gap > gaps[index - 1]!)
  }

  test('a query is sent six times with growing gaps, then fails [API-24]', async () => {
    const sent = failingServer()
    const failure = createQueryClient([])
      .fetchQuery(queryOf('listChats'))
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({ status: 503 })
    expect(sent).toHaveLength(6)
    expect(grows(sent)).toBe(true)
  })

  test('a write that may arrive twice is sent six times, log-in once [API-24]', async () => {
    const sent = failingServer()
    const liked = write('likeMember', { id: 'A'.repeat(22) }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await liked).toMatchObject({ status: 503 })
    expect(sent).toHaveLength(6)
    expect(grows(sent)).toBe(true)

    sent.length = 0
    const loggedIn = write('login', { credentials: { login: 'anna', password: 'wrong' } }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await loggedIn).toMatchObject({ status: 503 })
    expect(sent).toHaveLength(1)
  })
})

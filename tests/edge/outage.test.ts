import { describe, expect, test } from 'vitest'
import type { OriginRequest } from '../../worker/deps.ts'
import { guardOrigin } from '../../worker/proxy/breaker.ts'
import { startNodeEdge } from '../fixtures/edge.ts'
import type { OriginCall } from '../fixtures/fake-origin.ts'
import { never } from '../fixtures/never.ts'

// Tests that need a moved clock, or an origin that refuses the connection: on Node only.

const INIT: OriginRequest = { method: 'GET', headers: {}, signal: new AbortController().signal }
const REFUSED = () => Promise.reject(new Error('connection refused'))
const SICK = () => Promise.resolve(new Response('', { status: 503 }))
const WELL = () => Promise.resolve(new Response('{}'))

/** A guarded origin whose clock and health the test controls. */
function world(answer: () => Promise<Response>) {
  const state = { now: 1_000_000, answer, asked: 0 }
  const origin = guardOrigin(
    {
      fetch: () => {
        state.asked += 1
        return state.answer()
      }
    },
    () => state.now
  )
  const call = (init: Partial<OriginRequest> = {}) =>
    origin.fetch('/', { ...INIT, ...init }).then(
      ({ status }) => status,
      (error: Error) => error.name
    )
  /** One call every `step` ms for `length` ms. */
  const during = async (length: number, step = 100) => {
    for (const end = state.now + length; state.now < end; state.now += step) await call()
  }
  return { state, origin, call, during }
}

describe('the breaker', () => {
  test('five unreachable calls in a row open it; from then on one per second, however long it lasts', async () => {
    const { state, origin, call, during } = world(REFUSED)
    for (let index = 0; index < 5; index++) expect(await call()).toBe('Error')
    expect(origin.state()).toBe('open')
    expect(await call()).toBe('OriginAway')
    expect(state.asked).toBe(5)
    await during(600_000)
    expect(state.asked).toBeLessThanOrEqual(5 + 600)
    state.answer = WELL
    await during(1_100)
    expect(origin.state()).toBe('closed')
    expect(await call()).toBe(200)
  })

  test('four unreachable calls and an answer don’t', async () => {
    const { state, call } = world(REFUSED)
    for (let round = 0; round < 3; round++) {
      state.answer = REFUSED
      for (let index = 0; index < 3; index++) await call()
      state.answer = WELL
      for (let index = 0; index < 4; index++) expect(await call()).toBe(200)
    }
  })

  test('it judges the last ten seconds: half of twenty', async () => {
    const { state, origin, call } = world(SICK)
    for (let index = 0; index < 19; index++) await call()
    expect(origin.state()).toBe('closed')
    state.now += 11_000
    await call()
    expect(origin.state()).toBe('closed')
    for (let index = 0; index < 19; index++) await call()
    expect(origin.state()).toBe('open')
  })

  test('one failure in three is not an outage', async () => {
    const { state, origin, call } = world(WELL)
    for (let index = 0; index < 90; index++) {
      state.answer = index % 3 === 2 ? SICK : WELL
      await call()
    }
    expect(origin.state()).toBe('closed')
  })

  test('an origin that answers badly is called less and less often, at least every 15 s', async () => {
    const { state, during } = world(SICK)
    await during(3_000)
    const before = state.asked
    await during(600_000)
    expect(state.asked - before).toBeLessThanOrEqual(600 / 15 + 8)
    state.answer = WELL
    const asked = state.asked
    await during(16_000)
    expect(state.asked).toBeGreaterThan(asked)
  })

  test('half-open lets one through, and a second later the next, when the first hangs', async () => {
    const { state, origin, call } = world(REFUSED)
    for (let index = 0; index < 5; index++) await call()
    state.now += 1_000
    expect(origin.state()).toBe('half-open')
    let answerLate: (answer: Response) => void = () => {}
    state.answer = () => new Promise((resolve) => (answerLate = resolve))
    const probe = call()
    expect(await call()).toBe('OriginAway')
    state.now += 1_000
    void call()
    expect(state.asked).toBe(7)
    state.now += 500
    answerLate(new Response('{}'))
    void probe
    await new Promise((resolve) => setImmediate(resolve))
    expect(origin.state()).toBe('closed')
  })

  test('failing writes don’t block reads, nor failing reads writes', async () => {
    const { state, origin, call } = world(WELL)
    for (const [sick, well] of [
      ['POST', 'GET'],
      ['GET', 'DELETE']
    ] as const) {
      state.answer = SICK
      for (let index = 0; index < 40; index++) await call({ method: sick })
      expect(origin.state()).toBe('open')
      expect(await call({ method: sick })).toBe('OriginAway')
      state.answer = WELL
      for (let index = 0; index < 40; index++) expect(await call({ method: well })).toBe(200)
      state.now += 1_000
      expect(await call({ method: sick })).toBe(200)
      expect(origin.state()).toBe('closed')
    }
  })

  test('browsers that disconnect are not failures of the origin', async () => {
    const { origin, call } = world(REFUSED)
    for (let index = 0; index < 40; index++) await call({ signal: AbortSignal.abort() })
    expect(origin.state()).toBe('closed')
  })
})

describe('an unavailable origin', () => {
  const forVisitors = ({ facts }: Pick<OriginCall, 'facts'>) => facts?.host !== ''

  test('total calls are bounded: a read is tried at most twice, a write once, none while it is known to be unavailable [trap: multiplied retries]', async () => {
    const edge = await startNodeEdge({
      origin: () => {
        throw new Error('connection refused')
      }
    })
    for (let index = 0; index < 100; index++) {
      expect((await edge.fetch('http://velvet.example/api/interests.php')).status).toBe(503)
      const write = { method: 'POST', body: '{}', headers: { 'x-client-request': '1', 'content-type': 'application/json' } }
      expect((await edge.fetch('http://velvet.example/api/like.php', write)).status).toBe(503)
    }
    expect(edge.calls.filter(forVisitors).length).toBeLessThan(20)
    expect((await edge.fetch('http://velvet.example/login')).status).toBe(200)
  })

  test('a browser that disconnects aborts its call to the origin', async () => {
    const seen: OriginCall[] = []
    const edge = await startNodeEdge({
      origin: (call) => {
        if (call.path !== '/api/interests.php') return undefined
        seen.push(call)
        return never()
      }
    })
    const browser = new AbortController()
    const answer = edge.fetch('http://velvet.example/api/interests.php', { signal: browser.signal })
    await expect.poll(() => seen.length).toBe(1)
    browser.abort()
    await expect.poll(() => seen[0]!.signal.aborted).toBe(true)
    await answer
    expect(seen.length).toBe(1)
  })
})

import { describe, expect, test } from 'vitest'
import type { StoredCopy } from '../../worker/deps.ts'
import { startNodeEdge } from '../fixtures/edge.ts'
import { aTenant } from '../fixtures/tenants.ts'
import { never } from '../fixtures/never.ts'

// Moved clocks: how old settings may get.

const OLD = aTenant()
const NEW = aTenant({ index_title: { nl: 'Nieuwe titel' } }, 2)
const START = Date.now()

async function world({ stores = false, snapshot = [OLD] } = {}) {
  const clock = { now: START }
  const tenants = [OLD]
  const origin = { away: false, silent: false, latency: 0, givenUp: 0 }
  const copies = new Map<string, StoredCopy>()
  let cache: unknown = ''
  const store = {
    get: async (key: string) => copies.get(key) ?? null,
    put: async (key: string, copy: StoredCopy) => void copies.set(key, copy)
  }
  const another = (own = snapshot) =>
    startNodeEdge({
      tenants,
      snapshot: own,
      realNow: () => clock.now,
      log: (line) => (cache = line.cache),
      origin: async ({ signal }) => {
        if (origin.away) throw new Error('connection refused')
        if (origin.latency > 0) await new Promise((resolve) => setTimeout(resolve, origin.latency))
        if (!origin.silent) return undefined
        signal.addEventListener('abort', () => (origin.givenUp += 1))
        return never()
      },
      ...(stores ? { store } : {})
    })
  const edge = await another()
  const title = async (of = edge) => /<title>(.*?)<\/title>/.exec(await (await of.fetch('http://velvet.example/')).text())?.[1]
  return { clock, tenants, origin, edge, another, title, settled: edge.settled!, copies, cache: () => cache }
}

describe('how old settings get', () => {
  test('without push a change is live within 46 s, even if there were no requests in between', async () => {
    const { clock, tenants, title } = await world()
    await title()
    tenants[0] = NEW
    clock.now += 46_000
    expect(await title()).toBe('Nieuwe titel')
  })

  test('with visitors all along it is live with the second one after 15 s', async () => {
    const { clock, tenants, title, settled } = await world()
    await title()
    tenants[0] = NEW
    clock.now += 14_000
    expect(await title()).toBe('Velvet in het Nederlands')
    clock.now += 2_000
    expect(await title()).toBe('Velvet in het Nederlands')
    await settled()
    expect(await title()).toBe('Nieuwe titel')
  })

  test('settings older than 15 s are used at once, without waiting for the origin that is asked for newer ones [DC-10]', async () => {
    const { clock, origin, edge, title } = await world()
    await title()
    origin.silent = true
    clock.now += 20_000
    const before = edge.calls.length
    expect(await title()).toBe('Velvet in het Nederlands')
    await expect.poll(() => edge.calls.length).toBeGreaterThan(before)
    expect(origin.givenUp).toBe(0)
  })

  test('the callback in the process makes it live at once', async () => {
    const { tenants, edge, title } = await world()
    await title()
    tenants[0] = NEW
    expect(await edge.edge!.changed('velvet')).toBe(2)
    expect(await title()).toBe('Nieuwe titel')
  })

  test('a hundred changes at once cause a handful of requests [trap: purge limits]', async () => {
    const { tenants, edge, title } = await world()
    await title()
    tenants[0] = NEW
    const before = edge.calls.length
    const versions = await Promise.all(Array.from({ length: 100 }, () => edge.edge!.changed('velvet')))
    expect(new Set(versions)).toEqual(new Set([2]))
    expect(edge.calls.length - before).toBeLessThanOrEqual(6)
  })

  test('with an origin unavailable for a day the last good settings stay', async () => {
    const { clock, tenants, origin, title } = await world()
    tenants[0] = NEW
    expect(await title()).toBe('Nieuwe titel')
    origin.away = true
    clock.now += 86_400_000
    expect(await title()).toBe('Nieuwe titel')
  })

  test('settings that can’t be loaded are requested at most once a second, however many visitors come', async () => {
    const { clock, origin, edge, title } = await world()
    await title()
    origin.away = true
    clock.now += 60_000
    const before = edge.calls.length
    for (let visitor = 0; visitor < 50; visitor++) await title()
    expect(edge.calls.length - before).toBeLessThanOrEqual(2)
  })

  test('unknown hosts make the edge refetch once in ten seconds', async () => {
    const { clock, edge, tenants, title } = await world()
    await title()
    clock.now += 11_000
    const before = edge.calls.length
    for (let host = 0; host < 50; host++) expect((await edge.fetch(`http://nobody-${host}.example/`)).status).toBe(404)
    expect(edge.calls.length - before).toBe(1)
    tenants.push(aTenant({ id: 'fresh' }))
    clock.now += 11_000
    expect((await edge.fetch('http://fresh.example/')).status).toBe(200)
  })

  test('a page made from the build’s copy is rendered again after ten seconds [trap: page of the copy]', async () => {
    const { clock, origin, title, cache } = await world()
    origin.away = true
    for (const [later, expected] of [
      [0, 'miss'],
      [9_000, 'hit'],
      [1_000, 'miss'],
      [0, 'hit']
    ] as const) {
      clock.now += later
      await title()
      expect(cache()).toBe(expected)
    }
    origin.away = false
    clock.now += 20_000
    for (const [later, expected] of [
      [0, 'miss'],
      [3_600_000, 'hit']
    ] as const) {
      clock.now += later
      await title()
      expect(cache()).toBe(expected)
    }
  })
})

describe('a cold edge', () => {
  test('waits for its first settings from an origin that is slow, although the build has a copy', async () => {
    const { tenants, origin, title } = await world()
    tenants[0] = NEW
    origin.latency = 250
    expect(await title()).toBe('Nieuwe titel')
  })

  test('waits once for an origin that doesn’t answer, then serves the build’s copy of every brand', async () => {
    const { clock, origin, another, title } = await world({ snapshot: [OLD, aTenant({ id: 'fresh' })] })
    await title()
    origin.silent = true
    const cold = await another()
    expect(await title(cold)).toBe('Velvet in het Nederlands')
    expect((await cold.fetch('http://fresh.example/')).status).toBe(200)
    clock.now += 4_000
    expect(await title(cold)).toBe('Velvet in het Nederlands')
    expect(origin.givenUp).toBe(1)
  })

  test('is ready although the origin doesn’t answer', async () => {
    const { origin, edge } = await world()
    origin.silent = true
    expect((await edge.fetch('http://any.example/__edge/ready')).status).toBe(200)
    expect(origin.givenUp).toBe(0)
  })
})

describe('copies outside the process', () => {
  test('a new isolate finds the settings of another without calling the origin', async () => {
    const { clock, tenants, another, title } = await world({ stores: true })
    tenants[0] = NEW
    await title()
    clock.now += 10_000
    const second = await another()
    expect(await title(second)).toBe('Nieuwe titel')
    expect(second.calls.length).toBe(0)
  })

  test('copies never make a change later than 46 s', async () => {
    const { clock, tenants, another, title } = await world({ stores: true })
    await title()
    tenants[0] = NEW
    clock.now += 29_000
    const second = await another()
    expect(await title(second)).toBe('Velvet in het Nederlands')
    clock.now += 17_000
    expect(await title(second)).toBe('Nieuwe titel')
  })

  test('with the origin unavailable at the start an old copy is better than the build’s', async () => {
    const { clock, tenants, origin, another, title } = await world({ stores: true })
    tenants[0] = NEW
    await title()
    origin.away = true
    clock.now += 3_600_000
    expect(await title(await another())).toBe('Nieuwe titel')
  })

  test('while the origin doesn’t answer, an old copy is used at once instead of the build’s', async () => {
    const { clock, tenants, origin, another, title } = await world({ stores: true })
    tenants[0] = NEW
    await title()
    origin.silent = true
    clock.now += 3_600_000
    expect(await title(await another())).toBe('Nieuwe titel')
    expect(origin.givenUp).toBe(0)
  })

  test('an old copy isn’t used when the origin answers', async () => {
    const { clock, tenants, another, title } = await world({ stores: true })
    await title()
    tenants[0] = NEW
    clock.now += 3_600_000
    expect(await title(await another())).toBe('Nieuwe titel')
  })

  test('a copy that is garbage counts as none', async () => {
    const { copies, another, title } = await world({ stores: true })
    for (const key of ['hosts', 'settings:velvet']) copies.set(key, { value: { garbage: true }, tag: '"x"', at: START })
    expect(await title(await another())).toBe('Velvet in het Nederlands')
  })
})

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { ORIGIN_COOKIES } from '../../shared/auth/cookies.ts'
import { sessionToken } from '../../shared/auth/session-token.ts'
import type { CachedAnswer } from '../../worker/pages/cached-answer.ts'
import type { PageRequest } from '../../worker/pages/fast-path.ts'
import { startNodeEdge, type Ask, type EdgeOptions } from '../fixtures/edge.ts'
import { inThisProcess, startEdgeServer } from '../fixtures/edge-server.ts'
import { EDGE_SECRET, fakeOrigin } from '../fixtures/fake-origin.ts'
import { aTenant } from '../fixtures/tenants.ts'

// A request identical to an earlier one gets its cached page without being parsed again: it must get the same answer as from the full pipeline, and
// only if it is identical.

const PLAIN: PageRequest = { host: 'velvet.example', target: '/login', country: 'NL', cookie: '', encodings: '', known: '' }

/** An edge that has answered the plain request twice: its settings are from the origin, and the fast path knows the request. */
async function world(options: EdgeOptions = {}) {
  const clock = { now: Date.now() }
  const tenants = [aTenant()]
  const edge = await startNodeEdge({ tenants, realNow: () => clock.now, ...options })
  const ask = async ({ country = 'NL', ...init }: Ask = {}, target = PLAIN.target) =>
    (await edge.fetch(`https://velvet.example${target}`, { country, ...init })).text()
  const settled = edge.settled!
  await ask()
  await settled()
  await ask()
  return { clock, tenants, ask, settled, kept: (differences: Partial<PageRequest> = {}) => edge.edge!.cached({ ...PLAIN, ...differences }) }
}

const textOf = (body: Uint8Array | null | undefined) => new TextDecoder().decode(body ?? undefined)

describe('the fast path', () => {
  test('gives the page of the full pipeline, and a browser that has it gets 304', async () => {
    const { ask, kept } = await world()
    const found = kept()!
    expect(textOf(found.body)).toBe(await ask({ headers: { accept: 'x' } }))
    const headers = new Headers(found.headers)
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(kept({ known: headers.get('etag')! })).toMatchObject({ status: 304, body: null })
  })

  test('is for a request that is identical in everything a page can depend on', async () => {
    const { kept } = await world()
    const others: Partial<PageRequest>[] = [
      { host: 'lumi.example' },
      { target: '/signup' },
      { target: '/login?lang=fr' },
      { country: 'DE' },
      { country: null },
      { cookie: 'locale=fr' }
    ]
    for (const other of others) expect([other, kept(other)]).toEqual([other, null])
  })

  test('remembers none of the cookies that prove something to the origin', async () => {
    const { ask, kept } = await world()
    for (const name of Object.values(ORIGIN_COOKIES)) {
      const cookie = `locale=en; __Host-${name}=1798312617.${'c'.repeat(43)}`
      await ask({ headers: { cookie } })
      expect([name, kept({ cookie }) === null]).toEqual([name, true])
    }
  })

  test('is not for sessions, queries and answers that set a cookie', async () => {
    const { ask, kept } = await world()
    const session = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 'c'.repeat(43), Math.floor(Date.now() / 1000) + 3600)}`
    for (const [target, cookie] of [
      ['/signup', session],
      ['/login', '__Host-auth=ended'],
      ['/signup?sent=1', ''],
      ['/?lang=fr', ''],
      ['/landers/gallery/summer', '']
    ] as const) {
      await ask({ headers: { cookie } }, target)
      expect([target, kept({ target, cookie })]).toEqual([target, null])
    }
  })

  test('ends with the settings it was found with, and with their certainty', async () => {
    const { clock, tenants, ask, settled, kept } = await world()
    clock.now += 14_000
    expect(kept()).not.toBeNull()
    clock.now += 2_000
    expect(kept()).toBeNull()
    tenants[0] = aTenant({ status: 'draft' }, 2)
    await ask()
    await settled()
    expect(kept()).toBeNull()
    expect(await ask()).toBe('Not found')
    expect(kept()).toBeNull()
  })

  test('remembers a limited number of requests', async () => {
    const { ask, kept } = await world()
    for (let number = 0; number < 4096; number++) await ask({ headers: { cookie: `junk=${number}` } })
    expect(kept()).toBeNull()
    await ask({ headers: { cookie: `junk=${'x'.repeat(400)}` } })
    expect(kept({ cookie: `junk=${'x'.repeat(400)}` })).toBeNull()
  })
})

test('Node sends a cached page by the fast path like by the full one, in the smallest encoding the browser accepts', async () => {
  // Text of every length in UTF-8, and half a character.
  const origin = fakeOrigin([aTenant({ description: { nl: 'Für dich – 😀 \ud800' } })])
  const lines: Record<string, unknown>[] = []
  const { edge, port, close } = await startEdgeServer(inThisProcess(origin), {
    country: { header: 'x-country', proxies: ['127.0.0.1'], database: '' },
    log: (line) => lines.push(line)
  })
  const short = vi.spyOn(edge, 'cached')
  const ask = async (headers: Record<string, string>) => {
    const request = get({ host: '127.0.0.1', port, path: '/login', headers: { host: 'velvet.example', 'x-country': 'NL', ...headers } })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    const { date: _date, 'x-request-id': id, 'server-timing': _took, ...rest } = answer.headers
    return { status: answer.statusCode, id, headers: rest, body: Buffer.concat(chunks) }
  }
  // Its settings are from the origin once it can answer without the full pipeline.
  await vi.waitFor(async () => {
    await ask({})
    expect(edge.cached(PLAIN)).not.toBeNull()
  }, 10_000)
  for (const [accepted, encoding, unpack] of [
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['gzip;q=0.0, br; q=0, *;q=0.5', 'identity', (bytes: Buffer) => bytes]
  ] as const) {
    // The full pipeline for each new cookie, then the fast path.
    const headers = { 'accept-encoding': accepted, cookie: `junk=${encoding}` }
    const first = await ask(headers)
    short.mockClear()
    const second = await ask(headers)
    const kept = short.mock.results[0]!.value as CachedAnswer
    // The cache counts the bytes of its pages: none may keep a larger buffer.
    expect(kept.body!.buffer.byteLength).toBe(kept.body!.length)
    expect({ ...second, id: '' }).toEqual({ ...first, id: '' })
    expect(second.id).not.toBe(first.id)
    expect(second.headers['content-encoding'] ?? 'identity').toBe(encoding)
    expect(unpack(second.body).toString()).toContain('<meta name="description" content="Für dich – 😀 \ufffd">')
    expect((await ask({ ...headers, 'if-none-match': second.headers.etag! })).status).toBe(304)
  }
  expect(lines.at(-1)).toMatchObject({ method: 'GET', tenant: 'velvet', route: 'login', cache: 'hit', status: 304 })
  close()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../../shared/routes/table.ts'
import { listedPath } from '../../shared/tenants/seo.ts'
import { sessionToken } from '../../shared/auth/session-token.ts'
import { startNodeEdge, TENANTS } from '../fixtures/edge.ts'
import { repeats } from '../fixtures/long.ts'
import { EDGE_SECRET, USER } from '../fixtures/fake-origin.ts'

const HOSTS = TENANTS.map(({ settings }) => settings.domain)
const PATHS = [
  '/',
  '/login',
  '/signup',
  '/signup?sent=1',
  '/lang-config',
  '/complaints',
  '/complaints?sent=1',
  '/landers/gallery',
  '/landers/gallery/summer',
  '/activate/error',
  '/nowhere',
  '/__proto__'
]

/** Each is rendered twice. */
const VISITS = repeats(150, 2000)

/** Whole words, so that a name inside another word doesn't count. */
const wordsOf = (html: string) => new Set(html.split(/[^\p{L}]+/u))

const visit = fc.record({
  host: fc.constantFrom(...HOSTS),
  path: fc.constantFrom(...PATHS),
  country: fc.constantFrom('NL', 'BE', 'DE', 'CH', 'FI', 'US', 'JP', 'AR', 'T1', 'xx', undefined),
  cookie: fc.constantFrom(
    '',
    'locale=fr',
    'locale=xx',
    'ew=1',
    'ew=0',
    'country=BE',
    'country=ZZ',
    'visit=network%3Dradio',
    '__Host-auth=forged',
    'a=b; locale=pl; junk=%'
  ),
  query: fc.constantFrom('', 'lang=de', 'lang=xx', 'network=tv', 'utm=1', 'x=%3Cscript%3E', 'sent=2', '__country=DE'),
  junk: fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[^\x21-\x7e]/g, '')),
  language: fc.constantFrom('', 'de-DE,de;q=0.9', 'pl')
})

describe('cached pages', () => {
  test(`${VISITS} random visits: the warm answer is the cold answer, byte for byte`, async () => {
    const warm = await startNodeEdge()
    await fc.assert(
      fc.asyncProperty(visit, async ({ host, path, country, cookie, query, junk, language }) => {
        const url = `https://${host}${path}${query && (path.includes('?') ? '&' : '?') + query}`
        const ask = { ...(country ? { country } : {}), headers: { cookie, 'x-junk': junk, 'accept-language': language } }
        const cold = await startNodeEdge()
        const [first, second] = [await cold.fetch(url, ask), await warm.fetch(url, ask)]
        expect(await second.text()).toBe(await first.text())
        expect(second.status).toBe(first.status)
        expect(second.headers.getSetCookie()).toEqual(first.headers.getSetCookie())
        expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
      }),
      { numRuns: VISITS }
    )
  }, 240_000)

  test('10,000 different queries cache no more pages than there are keys [trap: unbounded memory]', async () => {
    const velvet = await startNodeEdge()
    for (let number = 0; number < 10_000; number++)
      await (
        await velvet.fetch(`https://velvet.example/login?junk=${number}`, { headers: { cookie: `locale=${number}; ew=${number}` } })
      ).arrayBuffer()
    expect(velvet.edge!.cachedPages()).toBe(1)
  }, 60_000)

  test('pages are cached up to a number of bytes; the least recently used are evicted first', async () => {
    const caches: unknown[] = []
    const page = (await (await (await startNodeEdge()).fetch('https://velvet.example/login')).arrayBuffer()).byteLength
    const clock = { now: Date.now() }
    const edge = await startNodeEdge({ pageBytes: 4.5 * page, log: ({ cache }) => caches.push(cache), realNow: () => clock.now })
    const ask = async (language: string) => {
      clock.now += 2_000
      await (await edge.fetch('https://velvet.example/login', { headers: { cookie: `locale=${language}` } })).arrayBuffer()
      return caches.at(-1)
    }
    for (const language of ['nl', 'de', 'fr', 'nl', 'es', 'it', 'fi']) await ask(language)
    expect(edge.edge!.cachedPages()).toBeLessThan(6)
    expect(await ask('nl')).toBe('hit')
    expect(await ask('de')).toBe('miss')
  })

  test('every brand after every other on every public page: no byte of one is in the answer of another', async () => {
    // Separate titles and senders, since the test's brands share theirs.
    const tenants = TENANTS.map(({ settings, ...record }) => ({
      ...record,
      settings: { ...settings, index_title: { en: settings.name }, mail_name: settings.name }
    }))
    const edge = await startNodeEdge({ tenants })
    const paths = ROUTES.filter(({ access, pattern }) => access !== 'member' && !/\{\w+\}/.test(pattern)).map(listedPath)
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) {
      for (const [index, one] of TENANTS.entries()) {
        for (const other of TENANTS.slice(index + 1)) {
          for (const { settings } of [one, other, one]) {
            const html = await (await edge.fetch(`https://${settings.domain}${path}`, { country: 'BE' })).text()
            expect(html).toContain(`data-tenant="${settings.id}"`)
            const words = wordsOf(html)
            for (const foreign of TENANTS.filter((tenant) => tenant.settings.id !== settings.id))
              expect([path, words.has(foreign.settings.name), html.includes(foreign.settings.domain)]).toEqual([path, false, false])
          }
        }
      }
    }
  }, 60_000)

  test('fifty members at once: no one gets a byte of someone else, and visitors get none of anyone', async () => {
    const edge = await startNodeEdge({
      origin: async ({ path, headers }) => {
        if (path !== '/api/user.php') return undefined
        const name = `Member-${/auth=(\d+)/.exec(headers.get('cookie') ?? '')?.[1] ?? 'none'}-`
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
        return Response.json({ user: { ...USER, profile: { ...USER.profile, name } }, now: '2026-11-21T12:00:00.000Z' })
      }
    })
    const expiry = Math.floor(Date.now() / 1000) + 30 * 24 * 3600
    const cookies = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, number) => `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', `${number}-`.padEnd(43, 'a'), expiry)}`
      )
    )
    // On a busy machine an answer may come too late for its page, which is then sent without it.
    let found = 0
    for (let round = 0; round < 4; round++) {
      const asked = cookies.flatMap((cookie, number) => [
        edge.fetch('https://velvet.example/', { headers: { cookie } }).then(async (answer) => ({ number, html: await answer.text() })),
        edge.fetch('https://velvet.example/').then(async (answer) => ({ number: null, html: await answer.text() }))
      ])
      for (const { number, html } of await Promise.all(asked)) {
        const names = new Set(html.match(/Member-\d+-/g))
        if (number !== null && names.delete(`Member-${number}-`)) found += 1
        expect([...names]).toEqual([])
      }
    }
    expect(found).toBeGreaterThan(0)
  }, 60_000)
})

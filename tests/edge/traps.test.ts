import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sessionToken } from '../../shared/auth/session-token.ts'
import { sourceFiles } from '../architecture/source.ts'
import { startNodeEdge } from '../fixtures/edge.ts'
import { EDGE_SECRET } from '../fixtures/fake-origin.ts'
import { aTenant } from '../fixtures/tenants.ts'

// Known mistakes of edges like this one; most are tested where they belong, with these tags.
const TRAPS = [
  'shared cache',
  'two readings of a host',
  'forged headers',
  'module last',
  'buffered stream',
  'fetch unpacks',
  'formatters in a render',
  'inline style',
  'multiplied retries',
  'cookie in a cached page',
  'prefetch',
  'page of the copy',
  'unbounded memory',
  'one process of many',
  'silent staleness',
  'purge limits',
  'time that stands still',
  'status of a stream'
]

test('each known trap has a test', () => {
  const titles = sourceFiles()
    .filter(({ path }) => path.startsWith('tests/edge/'))
    .map(({ text }) => text)
    .join('\n')
  expect(TRAPS.filter((trap) => !titles.includes(`[trap: ${trap}]`))).toEqual([])
})

test('a page is rendered without creating a formatter: they are created once per language [trap: formatters in a render]', async () => {
  const edge = await startNodeEdge()
  const expiry = Math.floor(Date.now() / 1000) + 3600
  const cookie = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 's'.repeat(43), expiry)}`
  const render = async () => (await edge.fetch('https://velvet.example/members', { headers: { cookie } })).text()
  const first = await render()
  const made: string[] = []
  for (const name of [
    'NumberFormat',
    'DateTimeFormat',
    'PluralRules',
    'RelativeTimeFormat',
    'ListFormat',
    'Collator',
    'DisplayNames'
  ] as const) {
    const Original = Intl[name] as new (...args: unknown[]) => object
    vi.spyOn(Intl, name).mockImplementation(function (...args: unknown[]) {
      made.push(name)
      return new Original(...args)
    })
  }
  expect([new Intl.NumberFormat('nl'), ...made.splice(0)]).toHaveLength(2)
  const second = await render()
  vi.restoreAllMocks()
  expect(made).toEqual([])
  expect(second.length).toBe(first.length)
})

test('each process has its own pages and settings: one that wasn’t notified follows by itself [trap: one process of many]', async () => {
  const clock = { now: Date.now() }
  const tenants = [aTenant()]
  const another = () => startNodeEdge({ tenants, realNow: () => clock.now })
  const [told, untold] = [await another(), await another()]
  const title = async (edge: typeof told) => /<title>(.*?)<\/title>/.exec(await (await edge.fetch('https://velvet.example/')).text())?.[1]
  await Promise.all([title(told), title(untold)])
  tenants[0] = aTenant({ index_title: { nl: 'Nieuwe titel' } }, 2)
  await told.edge!.changed('velvet')
  expect([await title(told), await title(untold)]).toEqual(['Nieuwe titel', 'Velvet in het Nederlands'])
  clock.now += 46_000
  expect(await title(untold)).toBe('Nieuwe titel')
})

test('ages are measured with the clock that the edge is given, and nowhere else [trap: time that stands still]', () => {
  // On Workers time stands still while code runs: only a request's own reading of it means something.
  const readers = sourceFiles()
    .filter(({ path, text }) => path.startsWith('worker/') && /Date\.now\(|new Date\(\)|performance\.now\(/.test(text))
    .map(({ path }) => path)
  expect(readers.sort()).toEqual(['worker/cloudflare.ts', 'worker/node/node.ts'])
})

test('the worker caches no page with the platform, whose key knows no host', () => {
  const worker = readFileSync(join(import.meta.dirname, '../../worker/cloudflare.ts'), 'utf8')
  expect(worker.match(/caches\.\w+|\bctx\.cache|cf:\s*\{/g)).toEqual(['caches.open'])
})

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { PAGE_BUDGET, pageWeights } from '../../bin/build/weights.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import type { AssetList } from '../../worker/files/asset-list.ts'
import { startNodeEdge, type EdgeUnderTest } from '../fixtures/edge.ts'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))
const LIST = JSON.parse(readFileSync(`${DIST}assets.json`, 'utf8')) as AssetList
const KB = 1024

/** Bytes of files as a browser gets them (brotli). */
const weightOf = (files: Iterable<string>) =>
  [...new Set(files)].reduce((sum, file) => sum + statSync(`${DIST}client/assets/${basename(file)}.br`).size, 0)

/** A module with everything it imports before it runs. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  const name = basename(file)
  if (seen.has(name)) return seen
  seen.add(name)
  const code = readFileSync(`${DIST}client/assets/${name}`, 'utf8')
  for (const [, imported] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) closureOf(imported!, seen)
  return seen
}

/** What the small script loads by itself, going by the page. */
const WORKS_BY_ITSELF: readonly (readonly [mark: string, module: string])[] = [
  [' data-deck=', 'deck'],
  ['<video', 'clip'],
  [' data-activation=', 'activation'],
  [' data-awaits-link=', 'mail-link']
]

/** The file that the small script loads for it. */
function fileOf(module: string): string {
  const code = readFileSync(`${DIST}client${LIST.visitor}`, 'utf8')
  const [, file] = new RegExp(`import\\(.\\./(${module}-[\\w-]+\\.js).\\)`).exec(code) ?? []
  expect(file, module).toBeDefined()
  return file!
}

describe('before they do anything, visitors load at most 5 KB of script', () => {
  const TOKEN = `activate-${'t'.repeat(43)}`
  const PARAMS: Record<string, string> = { id: 'A'.repeat(22), slug: 'summer', token: TOKEN, type: 'given', paymentmethod: 'ideal' }
  const addressOf = (pattern: string) => pattern.replaceAll(/\{(\w+)\??\}/g, (_, name: string) => PARAMS[name]!)
  let edge: EdgeUnderTest
  beforeAll(async () => {
    edge = await startNodeEdge({
      origin: ({ path, method }) =>
        path === '/api/token.php' && method === 'GET'
          ? Response.json({ purpose: 'activate', state: 'open', asks_password: false })
          : undefined
    })
  })

  const addresses = ROUTES.filter(({ access }) => access !== 'member').map(({ pattern }) => addressOf(pattern))

  test.each([...addresses, `/reset-password/do?token=${TOKEN}`, '/signup?sent=1', '/nowhere'])('on %s', async (address) => {
    const response = await edge.fetch(`http://velvet.example${address}`)
    expect(response.status).toBe(address === '/nowhere' ? 404 : 200)
    const html = await response.text()
    const names: Record<string, string> = { entry: LIST.entry, visitor: LIST.visitor, early: LIST.early }
    const scripts = [...html.matchAll(/<(?:script[^>]* src|link rel="modulepreload" href)="\/assets\/(\w+)\.js"/g)].map(
      ([, name]) => names[name!]!
    )
    expect(scripts).toContain(LIST.visitor)
    for (const [mark, module] of WORKS_BY_ITSELF) if (html.includes(mark)) scripts.push(fileOf(module))
    const loaded = new Set<string>()
    for (const script of scripts) closureOf(script, loaded)
    expect(weightOf(loaded)).toBeLessThanOrEqual(5 * KB)
  })

  test('on a link that confirms an address, which the small script uses', async () => {
    const html = await (await edge.fetch(`http://velvet.example/${TOKEN}`)).text()
    expect(html).toContain(' data-activation="open"')
  })
})

test('what wrangler uploads as the worker is under 1 MB compressed', () => {
  const modules = readdirSync(`${DIST}worker`)
  expect(modules).toContain('worker.js')
  expect(gzipSync(Buffer.concat(modules.map((name) => readFileSync(`${DIST}worker/${name}`)))).length).toBeLessThan(KB * KB)
})

test('no script is over 90 KB', () => {
  // Of this build: the folder also contains those of earlier ones.
  const scripts = LIST.files.filter((name) => name.endsWith('.js'))
  expect(scripts.filter((name) => weightOf([name]) > 90 * KB)).toEqual([])
})

test('the weight of a page includes all its modules and texts', () => {
  const files = [LIST.entry, ...LIST.pages.profile!, ...LIST.languages.de!, ...LIST.texts['profile/de']!]
  const listed = new Set([...LIST.entryImports, ...files].map((file) => basename(file)))
  expect([...new Set(files.flatMap((file) => [...closureOf(file)]))].filter((file) => !listed.has(file))).toEqual([])
  expect(LIST.texts['profile/de']!.length).toBeGreaterThan(1)
})

test.each(pageWeights(DIST))('a member, or a visitor who begins to type, loads at most 100 KB of script for $page', ({ bytes }) => {
  expect(bytes).toBeLessThanOrEqual(PAGE_BUDGET)
})

test('the schemas of forms are loaded with the first touched field, not with the page', () => {
  const checks = LIST.files.filter((file) => basename(file).startsWith('checks-'))
  expect(checks).toHaveLength(1)
  expect(Object.entries(LIST.pages).filter(([, files]) => files.includes(checks[0]!))).toEqual([])
})

test('every script and style sheet has its digest, without which browsers don’t run it', () => {
  const files = LIST.files.filter((file) => /\.(?:js|css)$/.test(file))
  const digestOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(`${DIST}client${file}`))
      .digest('base64')
  expect(LIST.integrity).toEqual(Object.fromEntries(files.map((file) => [file, `sha256-${digestOf(file)}`])))
  for (const file of [LIST.entry, LIST.visitor, LIST.early, ...LIST.css]) expect(files).toContain(file)
})

test('live events and the outbox are not part of a page’s weight', () => {
  const eager = [LIST.entry, ...LIST.entryImports, ...Object.values(LIST.pages).flat()].map((file) => basename(file))
  const loaded = new Set(eager.flatMap((file) => [...closureOf(file)]))
  expect([...loaded].filter((file) => /session|outbox/.test(file))).toEqual([])
})

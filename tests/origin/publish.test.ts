import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../origin/db/database.ts'
import { createTenantStore, type TenantStore } from '../../origin/settings/store.ts'
import { PUSH_HEADER, verifyPush } from '../../shared/auth/push-signature.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { follow } from '../fixtures/processes.ts'
import { createTestOrigin, type TestOrigin } from '../fixtures/origin.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'
import { tenantsCommand } from '../fixtures/command.ts'

let origin: TestOrigin
let database: TestDatabase
let folder: string
let store: TenantStore
/** Address of an edge that serves what the origin knows. */
let edge: string
/** The bodies of pushes that the edge accepted. */
let pushes: string[]
const SECRET = 'a secret of edge and origin, long enough for both'
const ends: (() => unknown)[] = []

/** An edge that serves this version to a host, undefined: it knows no such host. Signed pushes are collected in `pushes`. */
async function anEdge(versionOf: (host: string) => number | undefined): Promise<string> {
  const server: Server = createServer((request, answer) => {
    const versionNow = () => versionOf((request.headers.host ?? '').replace(/:\d+$/, ''))
    if (request.url === '/__edge/changed')
      return void accept(request).then(() => answer.end(JSON.stringify({ version: versionNow() ?? null })))
    const version = versionNow()
    answer.statusCode = version === undefined ? 404 : 200
    answer.end(version === undefined ? 'Not found' : `<script type="application/json" id="tenant">{"version":${version}}</script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

async function accept(request: IncomingMessage): Promise<void> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]).toString()
  if (await verifyPush(SECRET, body, String(request.headers[PUSH_HEADER]), Date.now())) pushes.push(body)
}

/** An origin that follows the database, and an edge in front of it. */
beforeEach(async () => {
  origin = await createTestOrigin()
  database = await createTestDatabase()
  const db = openDatabase(database.url)
  store = await createTenantStore(db, { local: true })
  const stop = follow({ tenants: store, log: origin.deps.log }, database.url)
  pushes = []
  edge = await anEdge((host) => store.find(host)?.version)
  folder = mkdtempSync(join(tmpdir(), 'tether-publish-'))
  mkdirSync(join(folder, 'companies'))
  writeFileSync(join(folder, 'companies/brand-house.json'), companyFile().text)
  ends.push(
    () => rmSync(folder, { recursive: true }),
    () => origin.close(),
    () => database.drop(),
    () => db.destroy(),
    stop
  )
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const write = (id: string, fields: Record<string, unknown> = {}) => writeFileSync(join(folder, `${id}.json`), tenantFile(id, fields).text)

const run = (words: string[], env: Record<string, string> = {}) =>
  tenantsCommand(words, { TENANTS_DIR: folder, EDGE_SECRET: SECRET, DATABASE_URL: database.url, TENANTS_AUTHOR: 'ada', ...env })

/** The command's JSON output. */
async function json(words: string[], env: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await run([...words, '--json'], env)
  if (stderr) throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, unknown>
}

test('publish stores the file as the next version and ends when the edge serves it [DC-7]', async () => {
  write('velvet', { status: 'live' })
  const first = await run(['publish', 'velvet', '--edge', edge])
  expect(first.stderr).toBe('')
  expect(first.status).toBe(0)
  expect(first.stdout).toContain('It goes live: velvet.example is open to everyone.')
  expect(first.stdout).toMatch(/Published velvet version 1\.\nserves it {2}http:\/\/localhost:\d+ after \d\.\d\d s/)
  expect(store.byId('velvet')?.version).toBe(1)

  write('velvet', { status: 'live', name: 'Velvet Nights' })
  const second = await json(['publish', 'velvet', '--edge', edge])
  expect(second).toMatchObject({ id: 'velvet', version: 2, changed: true, edges: [{ edge: edge, ms: expect.any(Number) as number }] })
  expect(second['changes']).toEqual([{ field: 'name', from: 'Velvet Dates', to: 'Velvet Nights' }])
  expect(store.byId('velvet')?.settings.name).toBe('Velvet Nights')
  expect(await json(['publish', 'velvet', '--edge', edge])).toMatchObject({ version: 2, changed: false })
})

test('a dry run and a diff report the effects and store nothing', async () => {
  write('velvet')
  await run(['publish', 'velvet', '--edge', edge])
  write('velvet', { refund_days: 30 })
  const dry = await run(['publish', 'velvet', '--dry-run', '--edge', edge])
  expect(dry.stdout).toContain('refund_days  14 → 30')
  expect(dry.stdout).toContain('Legal text changes: /pages/return-policy, /pages/terms.')
  expect(dry.stdout).toContain('It would store version 2')
  expect(await json(['diff', 'velvet'])).toEqual({
    id: 'velvet',
    version: 1,
    changes: [{ field: 'refund_days', from: 14, to: 30 }],
    effects: ['Legal text changes: /pages/return-policy, /pages/terms.']
  })
  await store.reload()
  expect(store.byId('velvet')?.version).toBe(1)
})

test('an edge that does not follow the origin is pushed, signed, until it serves the version', async () => {
  write('velvet')
  const deaf = await anEdge(() => pushes.length)
  expect(await json(['publish', 'velvet', '--edge', deaf])).toMatchObject({
    edges: [{ edge: deaf }]
  })
  expect([...new Set(pushes)]).toEqual(['{"tenant":"velvet","version":1}'])
  expect(await json(['publish', 'velvet'], { EDGE_URLS: `${deaf},${edge}` })).toMatchObject({ edges: [{ edge: deaf }, { edge }] })
  const wrong = await run(['publish', 'velvet', '--edge', 'edge.example.net'])
  expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('--edge takes an address')])
})

test('rollback serves an old version as a new one and lists who stored which', async () => {
  write('velvet', { name: 'Good' })
  await run(['publish', 'velvet', '--edge', edge])
  write('velvet', { name: 'Bad' })
  await run(['publish', 'velvet', '--edge', edge])
  const back = await run(['rollback', 'velvet', '1', '--edge', edge])
  expect(back.stdout).toContain('name  Bad → Good')
  expect(back.stdout).toContain('Published velvet version 3.')
  expect(store.byId('velvet')).toMatchObject({ version: 3, settings: { name: 'Good' } })
  const versions = (await json(['rollback', 'velvet'])) as unknown as { version: number; author: string }[]
  expect(versions.map(({ version, author }) => [version, author])).toEqual([
    [3, 'ada'],
    [2, 'ada'],
    [1, 'ada']
  ])
  const unknown = await run(['rollback', 'velvet', '9', '--edge', edge])
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('"velvet" has no version 9')])
})

test('a file with a mistake, a published host of another brand, and a demo in production are refused', async () => {
  write('velvet', { niche: 9 })
  expect((await run(['publish', 'velvet'])).stderr).toContain('The file of "velvet" has mistakes.')
  write('velvet')
  await run(['publish', 'velvet', '--edge', edge])
  rmSync(join(folder, 'velvet.json'))
  write('roses', { domain: 'roses.example', aliases: ['www.velvet.example'] })
  const taken = await run(['publish', 'roses', '--edge', edge])
  expect([taken.status, taken.stderr]).toEqual([1, expect.stringMatching(/"www\.velvet\.example" .*is published as a host of "velvet"\./)])
  write('roses', { demo: true })
  const demo = await run(['publish', 'roses', '--edge', edge], { APP_ENV: 'production' })
  expect([demo.status, demo.stderr]).toEqual([1, expect.stringContaining('Production refuses tenants marked "demo": roses.')])
  expect(store.byId('roses')).toBeNull()
})

test('check lists brands that are served although their files are gone, and gone ends them', async () => {
  write('velvet')
  write('roses', { status: 'live' })
  write('dusk', { status: 'draft' })
  for (const id of ['velvet', 'roses', 'dusk']) await run(['publish', id, '--edge', edge])
  expect((await run(['check'])).stdout).not.toContain('still served')
  for (const id of ['roses', 'dusk']) rmSync(join(folder, `${id}.json`))
  const removed =
    /roses\.json\n +1:1 {2}warning {2}This file is gone, but version 1 of "roses" is still served at roses\.example\.\n.*npm run tenants -- gone roses/
  const all = await run(['check'])
  expect([all.status, all.stdout]).toEqual([0, expect.stringMatching(removed)])
  expect(all.stdout).toContain('1 tenant, 0 errors, 1 warning')
  expect((await run(['check', 'roses'])).stdout).toMatch(removed)
  expect((await run(['check', 'velvet'])).stdout).not.toContain('roses')
  expect((await run(['check', 'tulips'])).stderr).toContain('There is no tenant "tulips".')
  // As older versions could publish it: with a host of another brand.
  const { settings, company } = store.byId('roses')!
  await store.publish({ ...settings, aliases: ['velvet.example'] }, company, 'ada', new Date())
  const moved = await run(['rollback', 'velvet', '1', '--edge', edge])
  expect([moved.status, moved.stderr]).toEqual([1, expect.stringMatching(/"velvet\.example" .*is published as a host of "roses"\./)])
  expect((await run(['gone', 'roses', '--edge', edge])).stdout).toContain('status  live → gone')
  expect((await run(['check'])).stdout).not.toContain('still served')
})

test('check of the files doesn’t need the database, and says when it couldn’t query it', async () => {
  write('velvet')
  const away = await run(['check'], { DATABASE_URL: 'postgres://localhost:1/none' })
  expect([away.status, away.stderr.trim()]).toEqual([
    0,
    expect.stringMatching(/^Not compared with what is published: The database of DATABASE_URL does not answer: connect ECONNREFUSED \S+$/)
  ])
  const none = await run(['check'], { DATABASE_URL: '', DATA_DIR: join(folder, 'nothing') })
  expect([none.status, none.stderr]).toEqual([0, ''])
  rmSync(join(folder, 'velvet.json'))
  const empty = await run(['check'])
  expect([empty.status, empty.stderr.trim()]).toEqual([1, `There is no brand in ${folder}. Create one: npm run tenants -- new velvet`])
})

test('without a database it says what to start', async () => {
  write('velvet')
  const { status, stderr } = await run(['diff', 'velvet'], { DATABASE_URL: '', DATA_DIR: join(folder, 'nothing') })
  expect([status, stderr.trim()]).toEqual([1, 'This command needs the database, and none runs here. Run npm start, or set DATABASE_URL.'])
})

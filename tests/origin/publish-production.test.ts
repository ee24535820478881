import { getRequestListener } from '@hono/node-server'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { follow } from '../fixtures/processes.ts'
import { createTestOrigin, type TestOrigin } from '../fixtures/origin.ts'
import { edgeBefore } from '../fixtures/site.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'
import { commandProcess, tenantsCommand } from '../fixtures/command.ts'
import type { Said } from '../fixtures/in-this-process.ts'

// Origin and edge in production mode on the operator's machine, the edge on its own port, as `npm start` runs them.
let origin: TestOrigin
let folder: string
let server: Server
let stopFollowing: () => Promise<void>

beforeEach(async () => {
  origin = await createTestOrigin({ sites: [], local: false })
  stopFollowing = follow({ tenants: origin.deps.tenants, log: origin.deps.log }, origin.databaseUrl)
  const edge = edgeBefore(origin)
  origin.deps.tenants.onChange((tenant) => void edge.changed(tenant))
  const listener = getRequestListener((request) => edge.fetch(request, { ip: '127.0.0.1', country: 'NL' }))
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  folder = mkdtempSync(join(tmpdir(), 'tether-production-'))
  mkdirSync(join(folder, 'companies'))
  writeFileSync(join(folder, 'companies/brand-house.json'), companyFile().text)
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await stopFollowing()
  await origin.close()
  rmSync(folder, { recursive: true })
})

const write = (fields: Record<string, unknown>, dir = folder) =>
  writeFileSync(join(dir, 'velvet.json'), tenantFile('velvet', { status: 'live', ...fields }).text)

function run(words: string[], env: NodeJS.ProcessEnv = {}, command = tenantsCommand): Promise<Said> {
  return command(words, {
    APP_ENV: 'production',
    DATABASE_URL: origin.databaseUrl,
    EDGE_SECRET: origin.deps.secrets.edge,
    PORT: String((server.address() as AddressInfo).port),
    TENANTS_DIR: folder,
    TENANTS_AUTHOR: 'ada',
    ...env
  })
}

interface Outcome {
  version: number
  seconds: number
  edges: { edge: string; ms: number | null; status?: number }[]
}

/** The command succeeds, and the edge was told: by itself it looks for news every 15 s. `seconds` is how long the command waited for the edges. */
async function soon(words: string[], env?: NodeJS.ProcessEnv): Promise<Outcome> {
  const { status, stdout, stderr } = await run([...words, '--json'], env)
  expect([words, status, stderr]).toEqual([words, 0, ''])
  const outcome = JSON.parse(stdout) as Outcome
  expect(outcome.seconds).toBeLessThan(15)
  expect(outcome.edges.map(({ ms }) => ms)).toEqual([expect.any(Number)])
  return outcome
}

describe.each([
  ['with the secret that edges know', {}],
  ['without it', { EDGE_SECRET: '' }]
])('in production on the edge’s own machine, %s', (_, env) => {
  test('publish, rollback and gone end as soon as the edge serves what they stored', async () => {
    for (const [status, answer] of [
      ['live', 200],
      ['paused', 503],
      ['gone', 410],
      ['draft', 404]
    ] as const) {
      write({ status })
      expect((await soon(['publish', 'velvet'], env)).edges).toMatchObject([{ status: answer }])
    }
    expect((await soon(['rollback', 'velvet', '1'], env)).edges).toMatchObject([{ status: 200 }])
    expect((await soon(['gone', 'velvet'], env)).edges).toMatchObject([{ status: 410 }])
    expect(origin.deps.tenants.byId('velvet')).toMatchObject({ version: 6, settings: { status: 'gone' } })
  })
})

test('the commands say what readers get, and that a draft is served nowhere', async () => {
  write({ status: 'draft' })
  const draft = await run(['publish', 'velvet'])
  expect(draft.stdout).toMatch(/^answers 404 {2}http:\/\/localhost:\d+ after \d+\.\d\d s$/m)
  expect(draft.stdout).not.toContain('serves it')
  write({})
  expect((await run(['publish', 'velvet'])).stdout).toMatch(/^serves it {2}http/m)
  const gone = await run(['gone', 'velvet'])
  expect(gone.stdout).toContain('status  live → gone')
  expect(gone.stdout).toMatch(/^answers 410 {2}http/m)
})

test('an edge that has an older draft is not mistaken for one that has this one', async () => {
  write({ status: 'draft' })
  await soon(['publish', 'velvet'])
  // An edge in front of an origin that doesn't follow.
  await stopFollowing()
  write({ status: 'draft', name: 'Roses' })
  const behind = run(['publish', 'velvet', '--json'])
  const published = async () => (await sql`select 1 from tenant_versions where version = 2`.execute(origin.deps.db)).rows.length
  await vi.waitFor(async () => expect(await published()).toBe(1), { timeout: 20_000 })
  stopFollowing = follow({ tenants: origin.deps.tenants, log: origin.deps.log }, origin.databaseUrl)
  const { status, stdout } = await behind
  expect([status, (JSON.parse(stdout) as Outcome).edges]).toEqual([0, [expect.objectContaining({ status: 404 })]])
  expect(origin.deps.tenants.byId('velvet')?.version).toBe(2)
})

test('without APP_ENV the database itself says that this is production', async () => {
  await sql`insert into production_use (since) values (now())`.execute(origin.deps.db)
  write({})
  await soon(['publish', 'velvet'], { APP_ENV: undefined })
  write({ demo: true })
  const demo = await run(['publish', 'velvet'], { APP_ENV: undefined })
  expect([demo.status, demo.stderr]).toEqual([1, expect.stringContaining('Production refuses tenants marked "demo": velvet.')])
})

/** Runs a command in a process of its own: two can run at once. */
const beside = (words: string[], env?: NodeJS.ProcessEnv) => run(words, env, (...given) => commandProcess('tenants', ...given))

/** Pauses two commands at the point where each has read what is published and wants to store, then lets them continue. */
async function atOnce(...commands: (() => Promise<Said>)[]): Promise<Said[]> {
  const { db } = origin.deps
  return await db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(hashtext('tenant_versions'), hashtext('velvet'))`.execute(holder)
    const running = commands.map((command) => command())
    const waiting = async () =>
      (
        await sql`select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
      ).rows.length
    await vi.waitFor(async () => expect(await waiting()).toBe(commands.length), { timeout: 20_000 })
    await sql`select pg_advisory_unlock_all()`.execute(holder)
    return await Promise.all(running)
  })
}

describe.runIf(isLong)('two people at once', () => {
  let other: string
  beforeEach(async () => {
    other = mkdtempSync(join(tmpdir(), 'tether-other-'))
    mkdirSync(join(other, 'companies'))
    writeFileSync(join(other, 'companies/brand-house.json'), companyFile().text)
    write({})
    await soon(['publish', 'velvet'])
    write({ name: 'Ada' })
    write({ name: 'Bea' }, other)
  })
  afterEach(() => rmSync(other, { recursive: true }))
  const byBea = { TENANTS_AUTHOR: 'bea' }
  const names = async () =>
    (await sql<{ name: string }>`select settings->>'name' as name from tenant_versions order by version`.execute(origin.deps.db)).rows.map(
      ({ name }) => name
    )

  test.each([
    ['publish and gone', ['publish', 'velvet'], ['gone', 'velvet']],
    ['rollback and publish', ['rollback', 'velvet', '1'], ['publish', 'velvet']]
  ])('%s: the second is refused and told whose version came in between', async (_, first, second) => {
    if (first[0] === 'rollback') await soon(['publish', 'velvet'])
    const before = (await names()).length
    const said = await atOnce(
      () => beside(first),
      () => beside(second, { TENANTS_DIR: other, ...byBea })
    )
    const refused = said.filter(({ status }) => status !== 0)
    expect(refused.map(({ status, stderr }) => [status, stderr.trim()])).toEqual([
      [1, expect.stringMatching(/^(ada|bea) published version \d of "velvet" meanwhile\. .*npm run tenants -- diff velvet\b.*--force/)]
    ])
    expect(await names()).toHaveLength(before + 1)
    // After looking at the change, publishing works.
    expect((await run(second, { TENANTS_DIR: other, ...byBea })).status).toBe(0)
  })

  test('--force stores both, one after the other', async () => {
    const said = await atOnce(
      () => beside(['publish', 'velvet', '--force']),
      () => beside(['publish', 'velvet', '--force'], { TENANTS_DIR: other, ...byBea })
    )
    expect(said.map(({ status }) => status)).toEqual([0, 0])
    expect((await names()).toSorted()).toEqual(['Ada', 'Bea', 'Velvet Dates'])
  })

  test('the same content twice is one version, and no conflict', async () => {
    write({ name: 'Ada' }, other)
    const said = await atOnce(
      () => beside(['publish', 'velvet']),
      () => beside(['publish', 'velvet'], { TENANTS_DIR: other, ...byBea })
    )
    expect(said.map(({ status, stderr }) => [status, stderr])).toEqual([
      [0, ''],
      [0, '']
    ])
    expect(await names()).toEqual(['Velvet Dates', 'Ada'])
  })
})

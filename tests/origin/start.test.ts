import { sql } from 'kysely'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDemoWorld } from '../../origin/demo/create-demo-world.ts'
import { openDatabase } from '../../origin/db/database.ts'
import { startOrigin, type OriginOptions } from '../../origin/start.ts'
import { signEdgeRequest } from '../../shared/auth/edge-signature.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { aCompany, aTenant } from '../fixtures/tenants.ts'

let database: TestDatabase
let folder: string
const running: { close(): Promise<void> }[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tether-start-'))
  await mkdir(join(folder, 'companies'))
  await writeFile(join(folder, 'companies', 'brandhouse.json'), JSON.stringify(aCompany()))
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const SECRETS = { edgeSecret: 'e'.repeat(32), appSecret: 'a'.repeat(32) }

async function start(options: Partial<OriginOptions> = {}) {
  const origin = await startOrigin({
    databaseUrl: database.url,
    ...SECRETS,
    local: false,
    tenantsDir: folder,
    dataDir: folder,
    smtpUrl: 'smtp://127.0.0.1:9',
    linkBase: ({ domain }) => `https://${domain}`,
    log: pino({ level: 'silent' }),
    ...options
  })
  running.push(origin)
  return origin
}
const writeTenant = (overrides: Parameters<typeof aTenant>[0]) =>
  writeFile(join(folder, `${overrides?.id ?? 'velvet'}.json`), JSON.stringify(aTenant({ payment_provider: 'none', ...overrides }).settings))

test('production does not start with a missing, short or shared secret or without a mail server, and says what to set', async () => {
  await writeTenant({})
  const wrong: [Partial<OriginOptions>, RegExp][] = [
    [{ edgeSecret: '' }, /^EDGE_SECRET is missing or short\. Set it to 32 or more random characters\.$/],
    [{ appSecret: 'short' }, /^APP_SECRET is missing or short\./],
    [{ appSecret: SECRETS.edgeSecret }, /^EDGE_SECRET and APP_SECRET are the same\./],
    [{ smtpUrl: '' }, /^SMTP_URL is missing\./]
  ]
  for (const [options, message] of wrong) await expect(start(options)).rejects.toThrow(message)
})

test('production refuses demo tenants, in the folder and in the database, by name', async () => {
  await writeTenant({ id: 'showcase', demo: true })
  await expect(start()).rejects.toThrow(/^Production refuses tenants marked "demo": showcase\./)
  const local = await start({ local: true, smtpUrl: '' })
  expect(local.deps.tenants.byId('showcase')?.version).toBe(1)
  await rm(join(folder, 'showcase.json'))
  await expect(start()).rejects.toThrow(/^Production refuses tenants marked "demo": showcase\./)
})

test('a database that has run in production is not opened in local mode: it gets no demo brand and no demo member', async () => {
  await writeTenant({})
  await start()
  await writeTenant({ id: 'afterdusk', demo: true })
  const local = start({ local: true, smtpUrl: '' }).then(({ deps }) => createDemoWorld(deps))
  await expect(local).rejects.toThrow(/^This database has run in production\b.* APP_ENV=production/)
  const db = openDatabase(database.url)
  expect(await db.selectFrom('tenant_versions').select(['tenant', 'version']).execute()).toEqual([{ tenant: 'velvet', version: 1 }])
  expect(await db.selectFrom('members').select('email').execute()).toEqual([])
  await db.destroy()
  await rm(join(folder, 'afterdusk.json'))
  await start()
})

test('a refused production start leaves the database usable in local mode', async () => {
  await writeTenant({ id: 'showcase', demo: true })
  await expect(start()).rejects.toThrow('"demo"')
  expect((await start({ local: true, smtpUrl: '' })).deps.tenants.byId('showcase')?.version).toBe(1)
})

test('production publishes what is new in the folder; a changed file changes nothing until it is published', async () => {
  await writeTenant({ name: 'First' })
  const first = await start()
  expect(first.deps.tenants.byId('velvet')?.settings.name).toBe('First')
  await writeTenant({ name: 'Second' })
  const second = await start()
  expect(second.deps.tenants.byId('velvet')).toMatchObject({ version: 1, settings: { name: 'First' } })
  expect([first.deps.setNow, first.deps.local]).toEqual([null, false])
})

const BROKEN = [
  ['text that is no JSON', 'velvet.json', '{\n  "id": "velvet"\n  "name": "V"\n}', /velvet\.json:2:\d+ error: This is not JSON/],
  [
    'a value that is refused',
    'velvet.json',
    JSON.stringify({ ...aTenant({ payment_provider: 'none' }).settings, niche: 9 }),
    /velvet\.json:1:\d+ error: "niche"/
  ],
  ['a mistake in its company', 'companies/brandhouse.json', '{}', /brandhouse\.json:1:1 error: /]
] as const

test.each(BROKEN)('production does not start when a brand that was never published has %s, and says where', async (_, file, text, line) => {
  await writeTenant({})
  await writeFile(join(folder, file), text)
  await expect(start()).rejects.toThrow(line)
  // Nor with others that could be served: new brands are published all or none.
  await writeTenant({ id: 'sound', company_id: 'other' })
  await writeFile(join(folder, 'companies', 'other.json'), JSON.stringify(aCompany({ id: 'other' })))
  await expect(start()).rejects.toThrow(line)
})

test.each(BROKEN)('a published brand with %s is served as it was published, and the log says where', async (_, file, text, line) => {
  await writeTenant({})
  await start()
  await writeFile(join(folder, file), text)
  const lines: string[] = []
  const origin = await start({ log: pino({}, { write: (one: string) => void lines.push((JSON.parse(one) as { msg: string }).msg) }) })
  expect(origin.deps.tenants.byId('velvet')?.version).toBe(1)
  expect(lines.join('\n')).toMatch(line)
})

test('production does not start when a brand that was never published has a host of another, even of one that is gone', async () => {
  await writeTenant({})
  const { deps } = await start()
  const { settings, company } = deps.tenants.byId('velvet')!
  await deps.tenants.publish({ ...settings, status: 'gone' }, company, 'ada', new Date())
  // Its file was renamed with the brand.
  await rm(join(folder, 'velvet.json'))
  await writeTenant({ id: 'velours', domain: 'www.velvet.example' })
  await expect(start()).rejects.toThrow('"www.velvet.example" of "velours" is published as a host of "velvet".')
  await deps.tenants.reload()
  expect(deps.tenants.byId('velours')).toBeNull()
})

test.each([true, false])('nothing to serve is reported at once (local: %s)', async (local) => {
  const nothing = new RegExp(
    `^There is no brand to serve: none is published, and ${folder} has none\\. Create one: npm run tenants -- new velvet$`
  )
  await expect(start({ local })).rejects.toThrow(nothing)
})

test('in local mode a changed file is served within a second, and a mistake in it leaves the tenant as it was', async () => {
  await writeTenant({ name: 'First' })
  const { deps } = await start({ local: true, smtpUrl: '' })
  await writeTenant({ name: 'Second' })
  await vi.waitFor(() => expect(deps.tenants.byId('velvet')).toMatchObject({ version: 2, settings: { name: 'Second' } }), {
    timeout: 1500,
    interval: 20
  })
  await writeFile(join(folder, 'velvet.json'), '{"id": "velvet"')
  await writeTenant({ id: 'other', name: 'Other' })
  await vi.waitFor(() => expect(deps.tenants.byId('other')?.version).toBe(1), { timeout: 1500, interval: 20 })
  expect(deps.tenants.byId('velvet')).toMatchObject({ version: 2, settings: { name: 'Second' } })
})

test('a started origin answers the edge, and its jobs send a mail that an earlier process left', async () => {
  await writeTenant({})
  const db = openDatabase(database.url)
  const now = new Date()
  const mail = {
    tenant: 'velvet',
    channel: 'mail',
    recipient: 'a@mail.example',
    message: JSON.stringify({
      subject: 's',
      text: 't',
      html: 'h',
      from: { name: 'Velvet', address: 'help@velvet.example' },
      links: [],
      unsubscribe: null
    })
  } as const
  await db
    .insertInto('outbox')
    .values({ ...mail, created_at: now, due_at: now })
    .execute()
  const origin = await start({ local: true, smtpUrl: '' })
  const facts = { host: '', country: 'XX', selectedCountry: '', language: 'en', ip: '', requestId: 'r', tracking: '', local: '' }
  const headers = await signEdgeRequest(SECRETS.edgeSecret, 'GET', '/api/hosts.php', facts, Date.now())
  const answer = await origin.fetch(new Request('http://origin.internal/api/hosts.php', { headers }))
  expect(await answer.json()).toMatchObject({ tenants: [{ id: 'velvet' }] })
  const sentAt = async () => (await db.selectFrom('outbox').select('delivered_at').executeTakeFirst())?.delivered_at
  await vi.waitFor(async () => expect(await sentAt()).toEqual(expect.any(Date)), { timeout: 5000, interval: 100 })
  await db.destroy()
})

/**
 * Before the database, like a pooler that gives each transaction another connection: it refuses connections with parameters that it doesn't know, and
 * `sees` whatever is sent.
 */
async function pooler(sees: (text: string) => void): Promise<string> {
  const { hostname, port } = new URL(database.url)
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    far.pipe(near)
    near.once('data', (first) => {
      if (/_timeout|options/.test(first.toString('latin1'))) near.destroy()
    })
    near.on('data', (data) => {
      sees(data.toString('latin1'))
      far.write(data)
    })
  }).listen(0, '127.0.0.1')
  running.push({ close: async () => void server.close() })
  await once(server, 'listening')
  const url = new URL(database.url)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return url.href
}

test('an origin starts behind a transaction pooler, and takes locks that belong to a connection past it', async () => {
  await writeTenant({})
  let sent = ''
  const databaseUrl = await pooler((text) => (sent += text))
  const { deps } = await start({ databaseUrl, databaseListenUrl: database.url, preparedStatements: false })
  expect(await deps.db.selectFrom('tenant_versions').select('tenant').execute()).toEqual([{ tenant: 'velvet' }])
  expect(sent).toContain('tenant_versions')
  expect(sent).not.toMatch(/pg_advisory_lock|\blisten "/i)
})

/** How often each job runs. Listed here again on purpose: nothing else fails when a job is no longer scheduled. */
const SCHEDULE = {
  books: '* * * * *',
  deletionMarks: '* * * * *',
  mails: '* * * * *',
  news: '* * * * *',
  payments: '* * * * *',
  pushes: '* * * * *',
  sms: '* * * * *',
  suspensions: '* * * * *',
  sweeps: '*/5 * * * *'
}

test('a started origin schedules every job, and runs each once at once', async () => {
  await writeTenant({})
  await start()
  const db = openDatabase(database.url)
  const { rows } = await sql<{ name: string; cron: string }>`select name, cron from pgboss.schedule`.execute(db)
  expect(Object.fromEntries(rows.map(({ name, cron }) => [name, cron]))).toEqual(SCHEDULE)
  const completed = async () => {
    const done = await sql<{ name: string }>`select distinct name from pgboss.job where state = 'completed'`.execute(db)
    return done.rows.map(({ name }) => name)
  }
  await vi.waitFor(async () => expect(await completed()).toEqual(expect.arrayContaining(Object.keys(SCHEDULE))), {
    timeout: 15_000,
    interval: 200
  })
  await db.destroy()
})

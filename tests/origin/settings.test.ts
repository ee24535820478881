import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTenantStore, hostTaken, publishedTenants, storedVersion } from '../../origin/settings/store.ts'
import type { Tables } from '../../origin/db/tables.ts'
import { openDatabase } from '../../origin/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { aCompany, aTenant } from '../fixtures/tenants.ts'
import { follow } from '../fixtures/processes.ts'
import { createTestOrigin, START, type TestOrigin } from '../fixtures/origin.ts'

let origin: TestOrigin
let database: TestDatabase
beforeEach(async () => {
  origin = await createTestOrigin()
  database = await createTestDatabase()
})
afterEach(async () => {
  await origin.close()
  await database.drop()
})

test('the edge reads all settings of a host, its aliases and www too, and the campaign changes nothing [API-10] [API-11] [SET-1]', async () => {
  await origin.publish({ id: 'velvet', aliases: ['velvet-dates.example'] })
  const ask = (host: string, query: Record<string, string> = {}) =>
    origin.call('getSettings', { query: { 'forced-domain': host, ...query } })
  const first = await ask('velvet.example')
  expect(first.body).toMatchObject({
    settings: { id: 'velvet', name: 'Velvet', signups: 'all' },
    company: { name: 'Brandhouse B.V.' },
    domain_language: 'nl',
    version: 2
  })
  for (const host of ['VELVET.example', 'velvet.example.', 'velvet-dates.example', 'www.velvet.example', 'velvet.localhost'])
    expect((await ask(host)).text).toBe(first.text)
  expect((await ask('velvet.example', { network: 'x', sub1: 'y', lb: '1' })).text).toBe(first.text)
  for (const host of ['nobody.example', '', 'velvet.example@evil.example', 'velvet.example/x']) expect((await ask(host)).status).toBe(404)
})

test('the list of hosts has a version that grows with every publication', async () => {
  const hosts = async () => (await origin.call('getHosts')).body
  const before = await hosts()
  expect(before.tenants?.find(({ id }) => id === 'isle')).toEqual({
    id: 'isle',
    domain: 'isle.example',
    aliases: [],
    status: 'live',
    group: null,
    domain_language: 'en',
    countries: ['GB', 'US'],
    version: 1
  })
  await origin.publish({ id: 'isle', status: 'paused' })
  const after = await hosts()
  expect(after.version).toBe(before.version + 1)
  expect(after.tenants?.find(({ id }) => id === 'isle')).toMatchObject({ status: 'paused', version: 2 })
})

test('what the edge already has is a 304, until something is published', async () => {
  const ask = async (endpoint: 'getSettings' | 'getHosts', tag?: string) =>
    origin.call(endpoint, {
      ...(endpoint === 'getSettings' ? { query: { 'forced-domain': 'velvet.example' } } : {}),
      ...(tag ? { headers: { 'if-none-match': tag } } : {})
    })
  for (const endpoint of ['getSettings', 'getHosts'] as const) {
    const tag = (await ask(endpoint)).headers.get('etag')!
    expect((await ask(endpoint, tag)).status).toBe(304)
    await origin.publish({ id: 'velvet', name: `Velvet for ${endpoint}` })
    const after = await ask(endpoint, tag)
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(tag)
  }
})

test('settings are served from the moment they are published; every answer names their version', async () => {
  const version = async () => (await origin.call('listInterests')).headers.get('x-config-version')
  expect(await version()).toBe('velvet=1')
  await origin.publish({ id: 'velvet', interests: ['tea', 'art'] })
  expect(await version()).toBe('velvet=2')
  expect((await origin.call('listInterests')).body).toEqual({ interests: ['tea', 'art'] })
})

test('publishing the same settings again writes nothing, however their keys are ordered', async () => {
  const { settings, company } = origin.tenant('velvet')
  const turned = Object.fromEntries(Object.entries(settings).toReversed()) as typeof settings
  const again = await origin.deps.tenants.publish(turned, company, 'test', START)
  expect([again.changed, again.record.version]).toEqual([false, 1])
  const moved = await origin.deps.tenants.publish(settings, aCompany({ city: 'Breda' }), 'test', START)
  expect([moved.changed, moved.record.version]).toEqual([true, 2])
})

test('two processes that publish one tenant at once write two versions, in order', async () => {
  const [one, two] = [openDatabase(database.url), openDatabase(database.url)]
  const stores = await Promise.all([one, two].map((db) => createTenantStore(db, { local: false })))
  const { settings, company } = aTenant()
  await Promise.all(stores.map((store, index) => store.publish({ ...settings, name: `Name ${index}` }, company, 'test', START)))
  const rows = await one.selectFrom('tenant_versions').select('version').orderBy('version').execute()
  expect(rows.map((row) => row.version)).toEqual([1, 2])
  await Promise.all([one.destroy(), two.destroy()])
})

test('what another process publishes is served within a second, even after the connection broke', async () => {
  const [one, two] = [openDatabase(database.url), openDatabase(database.url)]
  const [publishing, serving] = [await createTenantStore(one, { local: false }), await createTenantStore(two, { local: false })]
  const changed: string[] = []
  serving.onChange((tenant) => changed.push(tenant))
  const stop = follow({ tenants: serving, log: origin.deps.log }, database.url)
  const { settings, company } = aTenant()
  await publishing.publish(settings, company, 'test', START)
  await vi.waitFor(() => expect(serving.find('velvet.example')?.version).toBe(1), { timeout: 1000, interval: 10 })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`.execute(one)
  await publishing.publish({ ...settings, name: 'Renamed' }, company, 'test', START)
  await vi.waitFor(() => expect(serving.byId('velvet')?.settings.name).toBe('Renamed'), { timeout: 3000, interval: 20 })
  expect(changed).toEqual(['velvet', 'velvet'])
  await stop()
  await Promise.all([one.destroy(), two.destroy()])
})

/** Stores a version like another version of the program would. */
async function store(db: Kysely<Tables>, version: number, settings: object, company: object = aCompany()): Promise<void> {
  await db
    .insertInto('tenant_versions')
    .values({
      tenant: 'velvet',
      version,
      settings: JSON.stringify(settings),
      company: JSON.stringify(company),
      digest: `of another program ${version}`,
      author: 'test',
      created_at: START
    })
    .execute()
}

/** Only a future version of the program knows this status. */
const unreadable = () => ({ ...aTenant().settings, status: 'frozen' })

test('a stored version that this program cannot read is reported, and the newest one that it can read is served', async () => {
  const db = openDatabase(database.url)
  const reported: unknown[] = []
  const open = () => createTenantStore(db, { local: false, onUnreadable: (...what) => reported.push(what) })
  const { settings } = aTenant()
  await store(db, 1, { ...settings, name: 'First' })
  await store(db, 2, { ...settings, name: 'Second', domain: 'second.example' })
  await store(db, 3, unreadable())
  await store(db, 4, unreadable())
  const tenants = await open()
  expect(tenants.byId('velvet')).toMatchObject({ version: 2, settings: { name: 'Second' } })
  expect(reported).toEqual([
    ['velvet', 4],
    ['velvet', 3]
  ])
  expect(hostTaken(await publishedTenants(db), aTenant({ id: 'other', domain: 'second.example' }).settings)).toContain(
    '"second.example" of "other" is published as a host of "velvet".'
  )
  expect((await storedVersion(db, 'velvet'))?.version).toBe(2)
  await store(db, 5, unreadable())
  await tenants.reload()
  expect(tenants.byId('velvet')?.version).toBe(2)
  await store(db, 6, { ...settings, name: 'Sixth' })
  await tenants.reload()
  expect(tenants.byId('velvet')?.settings.name).toBe('Sixth')
  await db.destroy()
})

test('what a newer program stored is served without the fields that only it knows, at every depth', async () => {
  const db = openDatabase(database.url)
  const { settings } = aTenant({ theme: { primary: '#1f5f8b' }, claims: { source: 'A survey' } })
  const newer = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, isObject(value) ? { ...value, surprise: 'of tomorrow' } : value])
  )
  await store(db, 1, { ...newer, surprise: { deep: [1] } }, { ...aCompany(), surprise: 1 })
  const tenants = await createTenantStore(db, { local: false })
  expect(tenants.byId('velvet')).toEqual({ settings, company: aCompany(), version: 1 })
  await db.destroy()
})

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0

test('what an older program stored gets the defaults of every newer field', async () => {
  const db = openDatabase(database.url)
  const { id, name, domain, domain_language, countries, niche, index_title, description, company_id, mail_name, support_email } =
    aTenant().settings
  const oldest = { id, name, domain, domain_language, countries, niche, index_title, description, company_id, mail_name, support_email }
  await store(db, 1, oldest)
  const tenants = await createTenantStore(db, { local: false })
  expect(tenants.byId('velvet')?.settings).toMatchObject({ ...oldest, min_age: 18, signups: 'none', theme: {}, aliases: [] })
  expect([tenants.find('velvet.example')?.settings.id, tenants.find('velvet.localhost')]).toEqual(['velvet', null])
  await db.destroy()
})

test('interests, regions and the company are those of the site [ENT-13]', async () => {
  expect((await origin.call('listInterests', { tenant: 'isle' })).body.interests).toEqual(expect.arrayContaining(['bondage', 'tea']))
  const { body } = await origin.call('listRegions', { query: { country: 'NL' } })
  expect(body.country).toBe('NL')
  expect(body.regions).toEqual(expect.arrayContaining([{ code: 'NL-NH', name: 'Noord-Holland' }]))
  expect((await origin.call('listRegions', { query: { country: 'ZZ' } })).body.regions).toEqual([])
  expect((await origin.call('getCompanyInfo')).body).toEqual({
    name: 'Brandhouse B.V.',
    address: 'Kade 1',
    kvk: '12345678',
    city: 'Rotterdam',
    country: 'NL',
    tradenames: ['Brandhouse'],
    vat_numbers: ['NL123456789B01'],
    support_phone: '',
    delete_discount: false,
    added: '2024-05-01'
  })
})

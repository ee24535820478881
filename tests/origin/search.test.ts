import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import type { NewMember } from '../../origin/db/tables/members.ts'
import { createWorld, type TestMember, type World } from '../fixtures/origin.ts'

let world: World
let anna: TestMember

// Every test has its own pool, so that it has its own totals.
let sites = 0
async function aSite(overrides: object = {}): Promise<string> {
  const id = `site${++sites}`
  await world.publish({ id, ...overrides })
  return id
}

beforeAll(async () => {
  world = await createWorld()
  anna = await world.aMember()
})
afterAll(() => world.close())

const search = (as: TestMember | null, query: Record<string, string> = {}, options: object = {}) =>
  world.call('searchMembers', { as, query, ...options })

async function crowd(tenant: string, count: number, of: (index: number) => Partial<NewMember> = () => ({})) {
  const row = (index: number): NewMember => ({
    public_id: newPublicId(),
    pool: tenant,
    home_tenant: tenant,
    email: `${index}@${tenant}.example`,
    email_key: `${index}@${tenant}.example`,
    name: `Crowd ${index}`,
    name_key: `crowd ${index}`,
    password_hash: '',
    language: 'nl',
    status: 'confirmed',
    profile_status: 'active',
    signup_date: world.now(),
    active_day: '2026-11-16',
    consent: '{}',
    gender: 'woman',
    date_of_birth: '1990-05-17',
    country: 'NL',
    ...of(index)
  })
  return await world.deps.db
    .insertInto('members')
    .values(Array.from({ length: count }, (_, index) => row(index)))
    .returning(['id', 'public_id'])
    .execute()
}

test('results are sorted by newest active day, then in a stable order, in pages of 20 without duplicates [ENT-18] [API-26]', async () => {
  const tenant = await aSite()
  const reader = await world.aMember({ tenant })
  const members = await crowd(tenant, 45, (index) => ({ active_day: `2026-11-${String(1 + (index % 9)).padStart(2, '0')}` }))
  const pages = await Promise.all([1, 2, 3, 4].map((page) => search(reader, { page: String(page) })))
  expect(pages.map(({ body }) => [body.members.length, body.total, body.total_exact, body.page, body.pages])).toEqual([
    [20, 45, true, 1, 3],
    [20, 45, true, 2, 3],
    [5, 45, true, 3, 3],
    [0, 45, true, 4, 3]
  ])
  const dayOf = (index: number) => index % 9
  const expected = members
    .map((member, index) => ({ ...member, day: dayOf(index) }))
    .sort((a, b) => b.day - a.day || a.id - b.id)
    .map((member) => member.public_id)
  expect(pages.flatMap(({ body }) => body.members.map((card) => card.id))).toEqual(expected)
})

test('gender, country, region and ages filter [ENT-17]', async () => {
  const tenant = await aSite()
  const reader = await world.aMember({ tenant, gender: 'other' })
  const man = await world.aMember({ tenant, gender: 'man', country: 'BE', region: 'BE-VAN', date_of_birth: '1980-11-16' })
  const young = await world.aMember({ tenant, gender: 'man', country: 'NL', region: 'NL-NH', date_of_birth: '2008-11-16' })
  const woman = await world.aMember({ tenant, gender: 'woman', country: 'NL', region: 'NL-UT', date_of_birth: '1980-11-17' })
  const ids = async (query: Record<string, string>) => (await search(reader, query)).body.members.map((card) => card.id).sort()
  const sorted = (...members: TestMember[]) => members.map((member) => member.id).sort()
  expect(await ids({})).toEqual(sorted(man, young, woman))
  expect(await ids({ gender: 'man' })).toEqual(sorted(man, young))
  expect(await ids({ country: 'NL' })).toEqual(sorted(young, woman))
  expect(await ids({ country: 'NL', countryregion: 'NL-NH' })).toEqual(sorted(young))
  expect(await ids({ countryregion: 'BE-VAN' })).toEqual(sorted(man))
  expect(await ids({ countryregion: 'NL-NH', country: 'BE' })).toEqual([])
  expect(await ids({ min_age: '46' })).toEqual(sorted(man))
  expect(await ids({ max_age: '45' })).toEqual(sorted(young, woman))
  expect(await ids({ min_age: '18', max_age: '18' })).toEqual(sorted(young))
  expect(await ids({ min_age: '46', max_age: '45' })).toEqual(sorted(man, woman))
  expect(await ids({ min_age: '99' })).toEqual([])
})

test('no one younger than the tenant allows is found there', async () => {
  const open = await aSite()
  await world.publish({ id: `${open}-mature`, pool: open, min_age: 40 })
  const reader = await world.aMember({ tenant: open })
  await world.aMember({ tenant: open, date_of_birth: '1990-01-01' })
  const older = await world.aMember({ tenant: open, date_of_birth: '1980-01-01' })
  expect((await search(reader)).body.total).toBe(2)
  const found = (await search(await world.signIn(reader, `${open}-mature`), { min_age: '18', max_age: '99' })).body
  expect(found.members.map((card) => card.id)).toEqual([older.id])
})

test('bad filters are refused field by field', async () => {
  const query = { gender: 'robot', country: 'nl', countryregion: 'x', min_age: '17', max_age: 'old', page: '0' }
  const { status, body } = await search(anna, query)
  expect(status).toBe(422)
  expect(body.error?.fields?.map((field) => field.field).sort()).toEqual([
    'country',
    'countryregion',
    'gender',
    'max_age',
    'min_age',
    'page'
  ])
})

test('only active members are found; not oneself, not the blocked, not other pools', async () => {
  const tenant = await aSite()
  const reader = await world.aMember({ tenant })
  const [seen, blocked, blocker] = [await world.aMember({ tenant }), await world.aMember({ tenant }), await world.aMember({ tenant })]
  await world.aMember({ tenant, status: 'banned' })
  await world.aMember({ tenant, status: 'deleted' })
  await world.aMember({ tenant, status: 'not_confirmed', profile_status: 'disabled' })
  await world.aMember({ tenant, fictional: true })
  await world.call('blockMember', { as: reader, body: { id: blocked.id } })
  await world.call('blockMember', { as: blocker, body: { id: reader.id } })
  const { body } = await search(reader)
  expect(body.members.map((card) => card.id)).toEqual([seen.id])
  expect(body.total).toBe(1)
  expect(body.similar).toEqual([])
})

test('fictional profiles are found on a tenant that has them, labelled', async () => {
  const tenant = await aSite({ fictional_profiles: true })
  const reader = await world.aMember({ tenant })
  await world.aMember({ tenant, fictional: true })
  expect((await search(reader)).body.members.map((card) => [card.fictional, card.online])).toEqual([[true, 'no']])
})

test('few results bring similar ones: any region first, then any country, then ages five years wider, never another gender [ENT-19]', async () => {
  const tenant = await aSite()
  const reader = await world.aMember({ tenant, gender: 'man' })
  const as = (name: string, overrides: Partial<NewMember>) =>
    world.aMember({ tenant, name, gender: 'woman', country: 'NL', region: 'NL-NH', date_of_birth: '1996-01-01', ...overrides })
  await as('Exact', {})
  await as('Other age', { date_of_birth: '1993-01-01', active_day: '2026-11-15' })
  await as('Other country', { country: 'BE', region: 'BE-VAN' })
  await as('Other region', { region: 'NL-UT', active_day: '2026-11-01' })
  await as('Too old', { date_of_birth: '1980-01-01' })
  await as('Other gender', { gender: 'man' })
  const query = { gender: 'woman', country: 'NL', countryregion: 'NL-NH', min_age: '29', max_age: '31' }
  const { body } = await search(reader, query)
  expect(body.members.map((card) => card.name)).toEqual(['Exact'])
  expect(body.similar.map((card) => card.name)).toEqual(['Other region', 'Other country', 'Other age'])
  expect((await search(reader, { ...query, page: '2' })).body.similar).toEqual([])
})

test('a full first page has no similar results', async () => {
  const tenant = await aSite()
  const reader = await world.aMember({ tenant })
  await crowd(tenant, 5, () => ({ region: 'NL-NH' }))
  await crowd(tenant, 1, () => ({ region: 'NL-UT', email_key: 'x', name_key: 'x' }))
  const { body } = await search(reader, { countryregion: 'NL-NH' })
  expect([body.total, body.similar.length]).toEqual([5, 0])
})

test('visitors see members who chose to be shown: all, the first page, or none of them [ROLE-1] [SET-6]', async () => {
  const open = await aSite({ logged_out_search: 'all' })
  await crowd(open, 25, (index) => ({ shown_to_visitors: index > 0, name: `Ilse de Wit ${index}` }))
  await world.publish({ id: `${open}-limited`, pool: open, logged_out_search: 'limited' })
  await world.publish({
    id: `${open}-none`,
    pool: open,
    logged_out_search: 'none',
    logged_out_search_trafficsource: 'all',
    campaigns: ['partner']
  })
  const at = async (tenant: string, query = {}, visit = '') => (await search(null, query, { tenant, facts: { visit } })).body

  const all = await at(open)
  expect([all.access, all.total, all.members.length, all.pages]).toEqual(['all', 24, 20, 2])
  expect(all.members[0]?.name).toMatch(/^Ilse de Wit \d+$/)
  expect((await at(open, { page: '2' })).members.length).toBe(4)

  const limited = await at(`${open}-limited`)
  expect([limited.access, limited.members.length, limited.pages]).toEqual(['limited', 20, 1])
  expect(new Set(limited.members.map((card) => `${card.name} ${card.online}`))).toEqual(new Set(['Ilse no']))
  expect((await at(`${open}-limited`, { page: '2' })).members).toEqual([])

  const closed = await at(`${open}-none`)
  expect(closed).toEqual({ members: [], total: 0, total_exact: true, page: 1, pages: 0, similar: [], access: 'none' })
  expect((await at(`${open}-none`, {}, 'ref=partner')).access).toBe('all')
  expect((await at(`${open}-none`, {}, 'ref=somebody')).access).toBe('none')
})

test('a total is exact up to 10,000 and says so when it is not', async () => {
  const tenant = await aSite()
  const reader = await world.aMember({ tenant })
  for (let part = 0; part < 10; part++) {
    await crowd(tenant, 1000, (index) => ({ email_key: `${part}-${index}`, name_key: `${part}-${index}` }))
  }
  const exact = (await search(reader)).body
  expect([exact.total, exact.total_exact, exact.pages]).toEqual([10_000, true, 500])
  await world.aMember({ tenant })
  const more = (await search(reader, { page: '500' })).body
  expect([more.total, more.total_exact, more.pages, more.members.length]).toEqual([10_000, false, 500, 20])
})

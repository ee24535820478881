import { beforeAll, expect, test } from 'vitest'
import type { NewMember } from '../../origin/db/tables/members.ts'
import { insertMembers } from '../fixtures/members.ts'
import { createTestOrigin, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
let anna: TestMember

// Every test has its own pool, so that it has its own totals.
let sites = 0
async function aSite(overrides: object = {}): Promise<string> {
  const id = `site${++sites}`
  await origin.publish({ id, ...overrides })
  return id
}

beforeAll(async () => {
  anna = await origin.aMember()
})

const search = (as: TestMember | null, query: Record<string, string> = {}, options: object = {}) =>
  origin.call('searchMembers', { as, query, ...options })

const crowd = (tenant: string, count: number, of?: (index: number) => Partial<NewMember>) =>
  insertMembers(origin.deps.db, origin.tenant(tenant).settings, origin.now(), count, of)

test('results are sorted by newest active day, then in a stable order, in pages of 20 without duplicates [ENT-18] [API-26]', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant })
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

/** All results, each page continuing where the one before ended; `meanwhile` runs between the pages. */
async function follow(as: TestMember | null, query: Record<string, string> = {}, meanwhile = async (_page: number) => {}, options = {}) {
  const ids: string[] = []
  let after: string | null = null
  for (let page = 1; page === 1 || after !== null; page++) {
    const { body, status } = await search(as, { ...query, page: String(page), ...(after !== null && { after }) }, options)
    expect(status).toBe(200)
    ids.push(...body.members.map((card) => card.id))
    after = body.next
    await meanwhile(page)
  }
  return ids
}

const PLACES = [
  { country: 'NL', region: 'NL-UT' },
  { country: 'NL', region: 'NL-NH' },
  { country: 'NL', region: null },
  { country: 'BE', region: 'BE-VAN' },
  { country: 'DE', region: null }
]

test('a member finds their own region first, then their country, then everyone else, each by active day; a visitor by active day alone [API-26]', async () => {
  const tenant = await aSite({ logged_out_search: 'all' })
  const reader = await origin.aMember({ tenant, country: 'NL', region: 'NL-UT' })
  const rows = Array.from({ length: 90 }, (_, index) => ({
    ...PLACES[(index * 7) % PLACES.length]!,
    active_day: `2026-11-${String(1 + ((index * 5) % 9)).padStart(2, '0')}`,
    shown_to_visitors: true
  }))
  const crowded = await crowd(tenant, rows.length, (index) => rows[index]!)
  const inOrder = (rankOf: (row: (typeof rows)[number]) => number) =>
    crowded
      .map(({ id, public_id }, index) => ({ id, public_id, day: rows[index]!.active_day, rank: rankOf(rows[index]!) }))
      .sort((one, other) => one.rank - other.rank || other.day.localeCompare(one.day) || one.id - other.id)
      .map(({ public_id }) => public_id)
  const expected = inOrder(({ country, region }) => (region === 'NL-UT' ? 0 : country === 'NL' ? 1 : 2))
  expect(await follow(reader)).toEqual(expected)
  const byNumber = await Promise.all([1, 2, 3, 4, 5].map((page) => search(reader, { page: String(page) })))
  expect(byNumber.flatMap(({ body }) => body.members.map((card) => card.id))).toEqual(expected)
  expect(await follow(null, {}, undefined, { tenant })).toEqual(inOrder(() => 0))
  // The same out of a crowd so large that few pass the filters.
  await origin.deps.db
    .insertInto('search_counts')
    .values({ pool: tenant, country: '', region: '', gender: 'man', born: 398, ...NONE, members: 1_000_000 })
    .execute()
  expect(await follow(reader, { gender: 'woman' })).toEqual(expected)
  expect(await follow(null, { gender: 'woman' }, undefined, { tenant })).toEqual(inOrder(() => 0))
})

const NONE = { members: 0, shown: 0, for_woman: 0, for_man: 0, for_couple: 0, for_other: 0 }

test('pages that follow one another repeat and skip no one, however many come and go meanwhile [API-26]', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant, country: 'NL', region: 'NL-UT' })
  const crowded = await crowd(tenant, 70, (index) => ({
    region: index % 2 ? 'NL-UT' : null,
    active_day: `2026-11-${String(10 + (index % 3)).padStart(2, '0')}`
  }))
  const { db } = origin.deps
  const ids = await follow(reader, {}, async (page) => {
    // Members of later pages, and of earlier ones, are here again: by number, all would have moved on by as many places.
    await db
      .updateTable('members')
      .set({ active_day: '2026-11-16' })
      .where(
        'id',
        'in',
        crowded.slice(page * 3, page * 3 + 3).map(({ id }) => id)
      )
      .execute()
    await crowd(tenant, 5, () => ({ region: 'NL-UT' }))
  })
  expect(new Set(ids).size).toBe(ids.length)
  const moved = new Set(crowded.slice(3, 15).map(({ public_id }) => public_id))
  expect(crowded.filter(({ public_id }) => !moved.has(public_id) && !ids.includes(public_id))).toEqual([])
})

test('where a page begins says nothing to anyone: no row number, no day, and it is of no use to others', async () => {
  const tenant = await aSite()
  const [reader, other] = [await origin.aMember({ tenant }), await origin.aMember({ tenant })]
  await crowd(tenant, 25)
  const { next } = (await search(reader)).body
  expect(Buffer.from(next!, 'base64url').toString('latin1')).not.toContain('2026')
  expect((await search(reader)).body.next).not.toBe(next)
  for (const after of [next!.slice(0, -4) + 'AAAA', 'A'.repeat(64)]) {
    const { status, body } = await search(reader, { page: '2', after })
    expect([status, body.error?.fields]).toEqual([422, [expect.objectContaining({ field: 'after', code: 'invalid' })]])
  }
  expect((await search(other, { page: '2', after: next! })).status).toBe(422)
  expect((await search(reader, { page: '2', after: next! })).status).toBe(200)
})

test('several genders at once, and only those who look for a gender or for anyone', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant, gender: 'man' })
  const as = (name: string, gender: 'woman' | 'man' | 'couple' | 'other', looking_for: string[]) =>
    origin.aMember({ tenant, name, gender, looking_for })
  await as('Wants a man', 'woman', ['man', 'couple'])
  await as('Wants a woman', 'woman', ['woman'])
  await as('Wants anyone', 'couple', [])
  await as('Wants men', 'man', ['man'])
  const names = async (query: Record<string, string>) => (await search(reader, query)).body.members.map((card) => card.name).sort()
  expect(await names({ gender: 'woman,couple' })).toEqual(['Wants a man', 'Wants a woman', 'Wants anyone'])
  expect(await names({ gender: 'couple,couple' })).toEqual(['Wants anyone'])
  expect(await names({ looking_for: 'man' })).toEqual(['Wants a man', 'Wants anyone', 'Wants men'])
  expect(await names({ gender: 'woman,couple', looking_for: 'man' })).toEqual(['Wants a man', 'Wants anyone'])
  for (const gender of ['', ',', 'woman,', 'woman,robot', 'woman,man,couple,other,woman']) {
    expect((await search(reader, { gender })).status).toBe(422)
  }
})

test('similar results come from neighbouring countries, not from the other side of the world [ENT-19]', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant, gender: 'other' })
  const as = (name: string, country: string) => origin.aMember({ tenant, name, country })
  await as('Here', 'NL')
  await as('Next door', 'DE')
  await as('Far away', 'US')
  const { body } = await search(reader, { country: 'NL', min_age: '30', max_age: '40' })
  expect([body.members, body.similar].map((cards) => cards.map((card) => card.name))).toEqual([['Here'], ['Next door']])
})

test('a search can be counted without showing anyone, by members alone, and uses up no budget of cards', async () => {
  const tenant = await aSite({ distinct_cards_per_hour: 100 })
  const origin = await createTestOrigin({ sites: [], limitFactor: 1 })
  try {
    await origin.publish({ id: tenant, distinct_cards_per_hour: 100 })
    const reader = await origin.aMember({ tenant })
    await origin.aMember({ tenant, country: 'NL', gender: 'man' })
    await origin.aMember({ tenant, country: 'BE', gender: 'man' })
    const blocked = await origin.aMember({ tenant, country: 'NL', gender: 'man' })
    await origin.call('blockMember', { as: blocked, body: { id: reader.id } })
    const count = async (query: Record<string, string>) => (await origin.call('countMembers', { as: reader, query })).body
    expect(await count({ gender: 'man' })).toEqual({ total: 2, total_exact: true })
    expect(await count({ gender: 'man', country: 'NL' })).toEqual({ total: 1, total_exact: true })
    expect((await origin.call('countMembers', { as: reader, query: { min_age: '7' } })).status).toBe(422)
    expect((await origin.call('countMembers', { tenant })).status).toBe(403)
  } finally {
    await origin.close()
  }
})

test('gender, country, region and ages filter [ENT-17]', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant, gender: 'other' })
  const man = await origin.aMember({ tenant, gender: 'man', country: 'BE', region: 'BE-VAN', date_of_birth: '1980-11-16' })
  const young = await origin.aMember({ tenant, gender: 'man', country: 'NL', region: 'NL-NH', date_of_birth: '2008-11-16' })
  const woman = await origin.aMember({ tenant, gender: 'woman', country: 'NL', region: 'NL-UT', date_of_birth: '1980-11-17' })
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
  await origin.publish({ id: `${open}-mature`, pool: open, min_age: 40 })
  const reader = await origin.aMember({ tenant: open })
  await origin.aMember({ tenant: open, date_of_birth: '1990-01-01' })
  const older = await origin.aMember({ tenant: open, date_of_birth: '1980-01-01' })
  expect((await search(reader)).body.total).toBe(2)
  const found = (await search(await origin.signIn(reader, `${open}-mature`), { min_age: '18', max_age: '99' })).body
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
  const reader = await origin.aMember({ tenant })
  const [seen, blocked, blocker] = [await origin.aMember({ tenant }), await origin.aMember({ tenant }), await origin.aMember({ tenant })]
  await origin.aMember({ tenant, status: 'banned' })
  await origin.aMember({ tenant, status: 'deleted' })
  await origin.aMember({ tenant, status: 'not_confirmed', profile_status: 'disabled' })
  await origin.aMember({ tenant, fictional: true })
  await origin.call('blockMember', { as: reader, body: { id: blocked.id } })
  await origin.call('blockMember', { as: blocker, body: { id: reader.id } })
  const { body } = await search(reader)
  expect(body.members.map((card) => card.id)).toEqual([seen.id])
  expect(body.total).toBe(1)
  expect(body.similar).toEqual([])
})

test('fictional profiles are found on a tenant that has them, labelled', async () => {
  const tenant = await aSite({ fictional_profiles: true })
  const reader = await origin.aMember({ tenant })
  await origin.aMember({ tenant, fictional: true })
  expect((await search(reader)).body.members.map((card) => [card.fictional, card.online])).toEqual([[true, 'no']])
})

test('few results bring similar ones: any region first, then any country, then ages five years wider, never another gender [ENT-19]', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant, gender: 'man' })
  const as = (name: string, overrides: Partial<NewMember>) =>
    origin.aMember({ tenant, name, gender: 'woman', country: 'NL', region: 'NL-NH', date_of_birth: '1996-01-01', ...overrides })
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
  const reader = await origin.aMember({ tenant })
  await crowd(tenant, 5, () => ({ region: 'NL-NH' }))
  await crowd(tenant, 1, () => ({ region: 'NL-UT' }))
  const { body } = await search(reader, { countryregion: 'NL-NH' })
  expect([body.total, body.similar.length]).toEqual([5, 0])
})

test('members see who is a match and who joined within the last week, visitors don’t; profiles made by the company are never new', async () => {
  const site = await aSite({ fictional_profiles: true, logged_out_search: 'all' })
  const now = origin.now()
  const signed = (days: number) => ({
    tenant: site,
    shown_to_visitors: true,
    signup_date: new Date(now.getTime() - days * 24 * 3600_000)
  })
  const viewer = await origin.aMember(signed(90))
  const [old, fresh, made, match] = [
    await origin.aMember(signed(8)),
    await origin.aMember(signed(6)),
    await origin.aMember({ ...signed(1), fictional: true }),
    await origin.aMember(signed(8))
  ]
  await origin.call('likeMember', { as: viewer, body: { id: old.id } })
  for (const [as, { id }] of [
    [viewer, match],
    [match, viewer]
  ] as const)
    await origin.call('likeMember', { as, body: { id } })
  const tags = async (as: TestMember | null) => {
    const { members } = (await search(as, {}, { tenant: site })).body
    return [old, fresh, made, match].map(({ id }) => {
      const found = members.find((one) => one.id === id)!
      return [found.match ?? false, found.newcomer ?? false]
    })
  }
  expect(await tags(viewer)).toEqual([
    [false, false],
    [false, true],
    [false, false],
    [true, false]
  ])
  expect(await tags(null)).toEqual(Array.from({ length: 4 }, () => [false, false]))
  // Of the other side's unlike the next search knows.
  await origin.call('unlikeMember', { as: match, body: { id: viewer.id } })
  expect((await tags(viewer))[3]).toEqual([false, false])
})

test('visitors see members who chose to be shown: all, the first page, or none of them [ROLE-1] [SET-6]', async () => {
  const open = await aSite({ logged_out_search: 'all' })
  await crowd(open, 25, (index) => ({ shown_to_visitors: index > 0, name: `Ilse de Wit ${index}` }))
  await origin.publish({ id: `${open}-limited`, pool: open, logged_out_search: 'limited' })
  await origin.publish({
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
  expect(closed).toEqual({ members: [], total: 0, total_exact: true, page: 1, pages: 0, next: null, similar: [], access: 'none' })
  expect((await at(`${open}-none`, {}, 'ref=partner')).access).toBe('all')
  expect((await at(`${open}-none`, {}, 'ref=somebody')).access).toBe('none')
})

test('a total is exact up to 10,000 and says so when it is not', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant })
  await crowd(tenant, 10_000)
  const exact = (await search(reader)).body
  expect([exact.total, exact.total_exact, exact.pages]).toEqual([10_000, true, 500])
  await origin.aMember({ tenant })
  const more = (await search(reader, { page: '500' })).body
  expect([more.total, more.total_exact, more.pages, more.members.length]).toEqual([10_000, false, 500, 20])
})

const searchOf = async (as: TestMember) => (await origin.call('getUser', { as })).body.user.search
const remember = (as: TestMember, filters: object | null) => origin.call('rememberSearch', { as, body: { filters } })

test('a member begins with whom they look for and who look for them, in their country, of about their age', async () => {
  const tenant = await aSite({ countries: ['NL', 'BE'], min_age: 21 })
  const reader = (overrides: Partial<NewMember>) =>
    origin.aMember({ tenant, gender: 'man', looking_for: ['woman', 'couple'], country: 'NL', date_of_birth: '1990-05-17', ...overrides })
  expect(await searchOf(await reader({}))).toEqual({
    gender: 'woman,couple',
    looking_for: 'man',
    country: 'NL',
    min_age: '26',
    max_age: '46'
  })
  expect(await searchOf(await reader({ looking_for: [], date_of_birth: '2003-05-17' }))).toEqual({
    looking_for: 'man',
    country: 'NL',
    min_age: '21',
    max_age: '33'
  })
  // Nowhere that this site's form could name.
  expect(await searchOf(await reader({ country: 'DE' }))).not.toHaveProperty('country')
  await origin.publish({ id: tenant, search_fields: ['country'] })
  expect(await searchOf(await reader({}))).toEqual({ country: 'NL' })
  await origin.publish({ id: tenant, search_fields: [] })
  expect(await searchOf(await reader({}))).toEqual({ anyone: '1' })
  // The endpoint itself has no defaults.
  expect((await search(await reader({}))).body.total).toBe(5)
})

test('a brand of one country begins with it if its sister sites show it members of others, and anywhere can be chosen', async () => {
  const pool = await aSite({ countries: ['DK', 'SE'] })
  await origin.publish({ id: `${pool}-dk`, pool, countries: ['DK'] })
  const reader = await origin.aMember({ tenant: `${pool}-dk`, country: 'DK' })
  for (const country of ['DK', 'SE', 'SE']) await origin.aMember({ tenant: pool, country, looking_for: [] })
  const own = await searchOf(reader)
  expect(own).toMatchObject({ country: 'DK' })
  expect((await search(reader, { country: own.country! })).body.total).toBe(1)
  await remember(reader, { min_age: '18' })
  expect(await searchOf(reader)).toEqual({ min_age: '18' })
  // All members of a brand on its own are in its country: nothing to choose.
  const alone = await aSite({ countries: ['DK'] })
  expect(await searchOf(await origin.aMember({ tenant: alone, country: 'DK' }))).not.toHaveProperty('country')
})

test('the last search is remembered on every device, also that it is anyone, until the profile is meant again', async () => {
  const tenant = await aSite({ countries: ['NL', 'BE'] })
  const reader = await origin.aMember({ tenant, gender: 'man', looking_for: ['woman'], country: 'NL' })
  const device = await origin.signIn(reader)
  const before = await searchOf(device)
  const chosen = { gender: 'man,couple', country: 'BE', countryregion: 'BE-VAN', min_age: '30', max_age: '40' }
  expect((await remember(reader, chosen)).body).toEqual({ search: chosen })
  expect(await searchOf(device)).toEqual(chosen)
  expect((await remember(reader, {})).body).toEqual({ search: { anyone: '1' } })
  expect(await searchOf(device)).toEqual({ anyone: '1' })
  expect((await remember(reader, null)).body).toEqual({ search: before })
  expect(await searchOf(device)).toEqual(before)
  // Another site of the pool shows what its form can show.
  await remember(reader, chosen)
  await origin.publish({ id: `${tenant}-other`, pool: tenant, countries: ['NL', 'DE'], search_fields: ['gender', 'country'] })
  expect(await searchOf(await origin.signIn(reader, `${tenant}-other`))).toEqual({ gender: 'man,couple' })
  for (const filters of [{ gender: 'robot' }, { page: '2' }, { min_age: 30 }, { after: 'A'.repeat(64) }]) {
    expect((await remember(reader, filters)).status).toBe(422)
  }
  expect(await searchOf(device)).toEqual(chosen)
})

test('a member who hides fictional profiles meets none in search, match finder and game, whatever else they search for, until they show them again', async () => {
  const tenant = await aSite({ fictional_profiles: true })
  const made = await origin.aMember({ tenant, fictional: true, gender: 'man', looking_for: [] })
  const reader = await origin.aMember({ tenant, gender: 'woman', looking_for: ['man'] })
  const { answers } = (await origin.call('findMatches', { as: reader })).body
  await origin.call('answerMatchFinder', { as: reader, body: answers })
  const met = async () => {
    const { anyone, ...query } = await searchOf(reader)
    expect(anyone).toBe(Object.keys(query).length === 0 ? '1' : undefined)
    const [found, finder, deck] = [
      await search(reader, query),
      await origin.call('findMatches', { as: reader }),
      await origin.call('getSwipeDeck', { as: reader })
    ]
    expect((await origin.call('countMembers', { as: reader, query })).body.total).toBe(found.body.total)
    return [found.body.members, finder.body.members, deck.body.cards].map((cards) => cards.map(({ id }) => id))
  }
  const everywhere = [[made.id], [made.id], [made.id]]
  expect(await met()).toEqual(everywhere)
  expect((await remember(reader, { gender: 'man', fictional: 'hide' })).body.search).toEqual({ gender: 'man', fictional: 'hide' })
  expect(await met()).toEqual([[], [], []])
  expect((await remember(reader, null)).body.search).toMatchObject({ looking_for: 'woman', fictional: 'hide' })
  expect(await met()).toEqual([[], [], []])
  // A sister site without any doesn't ask, so a search there says nothing about it.
  await origin.publish({ id: `${tenant}-real`, pool: tenant })
  expect((await remember(await origin.signIn(reader, `${tenant}-real`), { gender: 'man' })).status).toBe(200)
  expect(await met()).toEqual([[], [], []])
  // A site without any has no such choice.
  await origin.publish({ id: tenant, fictional_profiles: false })
  expect(await searchOf(reader)).not.toHaveProperty('fictional')
  await origin.publish({ id: tenant, fictional_profiles: true })
  expect((await remember(reader, {})).body.search).toEqual({ anyone: '1' })
  expect(await met()).toEqual(everywhere)
  expect((await remember(reader, { fictional: 'show' })).status).toBe(422)
})

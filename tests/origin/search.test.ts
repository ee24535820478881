import { beforeAll, expect, test } from 'vitest'
import type { NewMember } from '../../origin/db/tables/members.ts'
import type { MemberFilters } from '../../shared/api/search.ts'
import { GENDERS } from '../../shared/rules/genders.ts'
import { createTestOrigin, type TestMember } from '../fixtures/origin.ts'
import { searching } from '../fixtures/searching.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
const { aSite, search, crowd } = searching(origin)
let anna: TestMember

beforeAll(async () => {
  anna = await origin.aMember()
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

test('a search can be counted without showing anyone, only by members, and without using up the budget of cards', async () => {
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
  const at = async (tenant: string, query = {}, tracking = '') => (await search(null, query, { tenant, facts: { tracking } })).body

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
  expect((await at(`${open}-none`, {}, 'ref=someone')).access).toBe('none')
})

test('no filter of a limited search tells visitors apart whose cards and profiles look the same to them', async () => {
  const tenant = await aSite({ logged_out_search: 'limited', countries: ['NL', 'BE'], fictional_profiles: true })
  const shown = { tenant, shown_to_visitors: true, gender: 'woman', country: 'NL', region: 'NL-UT', date_of_birth: '1992-05-17' }
  const withheld: Partial<NewMember>[] = [
    { looking_for: ['man'] },
    { looking_for: ['woman', 'couple'], date_of_birth: '1995-05-17', interests: ['art'], sexuality: 'lesbian', reason: 'casual' },
    { looking_for: [], hidden_fields: ['date_of_birth', 'sexuality'], shows_presence: false, about: 'Hello', name: 'Anna van Dam' }
  ]
  const alike: string[] = []
  for (const more of withheld) alike.push((await origin.aMember({ ...shown, name: `Anna ${alike.length}`, ...more })).id)
  await origin.aMember({ ...shown, gender: 'man', country: 'BE', region: 'BE-VAN', date_of_birth: '1970-05-17', fictional: true })
  const seen = async (id: string) => {
    const { member } = (await origin.call('getMember', { query: { id }, tenant })).body
    return { ...member, id: '' }
  }
  for (const id of alike) expect(await seen(id)).toEqual(await seen(alike[0]!))

  const ages = Array.from({ length: 82 }, (_, index) => String(18 + index))
  const filters: Record<keyof MemberFilters, readonly string[]> = {
    gender: [...GENDERS, 'woman,couple'],
    looking_for: GENDERS,
    country: ['NL', 'BE'],
    countryregion: ['NL-UT', 'NL-NH', 'BE-VAN'],
    min_age: ages,
    max_age: ages,
    fictional: ['hide']
  }
  for (const [filter, value] of Object.entries(filters).flatMap(([name, values]) => values.map((value) => [name, value] as const))) {
    const { members, similar } = (await search(null, { [filter]: value }, { tenant })).body
    for (const cards of [members, similar])
      expect([0, alike.length], `${filter}=${value}`).toContain(cards.filter(({ id }) => alike.includes(id)).length)
  }
})

test.each([18, 21])(
  'a limited search tells visitors no more than age bands, whatever they filter by, from %i on [O-14]',
  async (min_age) => {
    const tenant = await aSite({ logged_out_search: 'limited', min_age })
    const ages = Array.from({ length: 18 }, (_, index) => min_age + index)
    await crowd(tenant, ages.length, (index) => ({
      date_of_birth: `${2026 - ages[index]!}-11-16`,
      shown_to_visitors: true,
      name: `Ilse ${index}`
    }))
    const at = async (query: object) => (await search(null, { ...query }, { tenant })).body
    const everyone = (await at({})).members
    const bandOf = (age: number) => `${Math.max(18, age - (age % 5))}–${age - (age % 5) + 4}`
    expect(everyone.map((card) => String(card.age)).sort()).toEqual(ages.map(bandOf).sort())
    expect((await origin.call('getMember', { query: { id: everyone[0]!.id }, tenant })).body.member?.age).toBe(everyone[0]!.age)

    const found = new Map<string, string>()
    for (const age of Array.from({ length: 20 }, (_, index) => 18 + index)) {
      for (const query of [
        { min_age: age },
        { max_age: age },
        { min_age: age, max_age: age },
        { min_age: age, max_age: Math.max(18, age - 1) }
      ]) {
        const { members, similar, total } = await at(
          Object.fromEntries(Object.entries(query).map(([name, years]) => [name, String(years)]))
        )
        const answer = JSON.stringify([total, ...[members, similar].map((cards) => cards.map(({ id }) => id))])
        const asked = JSON.stringify(Object.entries(query).map(([name, years]) => `${name} ${bandOf(years)}`))
        expect(found.get(asked) ?? answer, asked).toBe(answer)
        found.set(asked, answer)
      }
    }
  }
)

import { expect, test } from 'vitest'
import type { NewMember } from '../../origin/db/tables/members.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { searching } from '../fixtures/searching.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
const { aSite, search } = searching(origin)

const searchOf = async (as: TestMember, facts = {}) => (await origin.call('getUser', { as, facts })).body.user.search
const remember = (as: TestMember, filters: object | null, facts = {}) => origin.call('rememberSearch', { as, body: { filters }, facts })

test('a first search is for members of the wanted genders who want the member’s own, in their country, of about their age', async () => {
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
  // A country that this site's form can't name.
  expect(await searchOf(await reader({ country: 'DE' }))).not.toHaveProperty('country')
  await origin.publish({ id: tenant, search_fields: ['country'] })
  expect(await searchOf(await reader({}))).toEqual({ country: 'NL' })
  await origin.publish({ id: tenant, search_fields: [] })
  expect(await searchOf(await reader({}))).toEqual({ anyone: '1' })
  // The endpoint itself has no defaults.
  expect((await search(await reader({}))).body.total).toBe(5)
})

test('a first search is in the country that the member has chosen, if the form offers countries [SET-7]', async () => {
  const tenant = await aSite({ countries: ['NL', 'BE'] })
  const reader = await origin.aMember({ tenant, country: 'NL', region: 'NL-UT' })
  const chosen = { selectedCountry: 'BE' }
  const first = await searchOf(reader)
  expect(first).toMatchObject({ country: 'NL' })
  expect(await searchOf(reader, chosen)).toEqual({ ...first, country: 'BE' })
  // A search of one's own is kept, until the member goes back to the first one.
  await remember(reader, { country: 'NL' })
  expect(await searchOf(reader, chosen)).toEqual({ country: 'NL' })
  expect((await remember(reader, null, chosen)).body.search).toEqual({ ...first, country: 'BE' })
  await origin.publish({ id: tenant, search_fields: ['gender', 'age'] })
  expect(await searchOf(reader, chosen)).not.toHaveProperty('country')
})

test('a poll says what a first search is in a country that was chosen since, even where prices stay the same', async () => {
  const tenant = await aSite({ countries: ['NL', 'BE'] })
  const reader = await origin.aMember({ tenant, country: 'NL' })
  const poll = (selectedCountry: string, tag = '') =>
    origin.call('getUser', { as: reader, facts: { country: 'BE', selectedCountry }, headers: { 'if-none-match': tag } })
  const tag = (await poll('')).headers.get('etag')!
  expect((await poll('', tag)).status).toBe(304)
  expect((await poll('BE', tag)).body.user.search).toMatchObject({ country: 'BE' })
})

test('on a brand of one country, the first search is for that country if sister sites lend it members of others, and can be widened', async () => {
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

test('the last search is remembered on every device, even an unfiltered one, until the member goes back to the profile’s', async () => {
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

test('the last search is for members who look for the gender that the member has now', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant, gender: 'man', region: null })
  await remember(reader, { gender: 'woman', looking_for: 'man' })
  const becomes = (gender: string) => origin.call('updateProfile', { as: reader, body: { gender } })
  expect((await becomes('woman')).status).toBe(200)
  expect(await searchOf(reader)).toEqual({ gender: 'woman', looking_for: 'woman' })
  // Without that filter, it stays without.
  await remember(reader, { gender: 'woman' })
  await becomes('couple')
  expect(await searchOf(reader)).toEqual({ gender: 'woman' })
})

test('a member who hides fictional profiles sees none in search, match finder and game, whatever else they search for, until they show them again', async () => {
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

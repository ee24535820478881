import { describe, expect, test } from 'vitest'
import { eventsOf, like, write } from '../fixtures/acts.ts'
import { PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const own = async (as: TestMember) => (await origin.call('getProfile', { as })).body.profile
const change = (as: TestMember, body: object) => origin.call('updateProfile', { as, body })
const seen = async (as: TestMember, id: string) => (await origin.call('getMember', { as, query: { id } })).body.member!

const TOLD = {
  sexuality: 'bisexual',
  relationship_status: 'single',
  body_type: 'athletic',
  hair_colour: 'red',
  eye_colour: 'green',
  tattoos: 'some',
  reason: 'curious',
  about: 'I bake.',
  wishes: 'Long talks',
  limits: 'No smoke',
  interests: ['art', 'bondage']
}

test('everything entered is stored, returned to its member, and shown to others [SCR-24] [SCR-28] [RT-25]', async () => {
  const [anna, bob] = await Promise.all([origin.aMember(), origin.aMember()])
  const choices = { gender: 'couple', hidden_fields: [], intimate_shown_to: 'members' }
  const { status, body } = await change(anna, { ...TOLD, ...choices, looking_for: ['man', 'man'] })
  expect(status).toBe(200)
  expect(body.profile).toMatchObject({ ...TOLD, ...choices, looking_for: ['man'] })
  expect(await own(anna)).toEqual(body.profile)
  expect(await seen(bob, anna.id)).toMatchObject({ ...TOLD, gender: 'couple', date_of_birth: '1990-05-17' })
})

test('prompts are answered up to three, each once, on one line; one without an answer goes, and others see them where texts are shown [SET-16]', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const answered = [
    { prompt: 'sunday', answer: 'Pancakes' },
    { prompt: 'laugh', answer: '  Cats\n on roofs ' },
    { prompt: 'song', answer: ' ' }
  ]
  const kept = [
    { prompt: 'sunday', answer: 'Pancakes' },
    { prompt: 'laugh', answer: 'Cats on roofs' }
  ]
  expect((await change(anna, { prompts: answered })).body.profile.prompts).toEqual(kept)
  expect((await own(anna)).prompts).toEqual(kept)
  expect((await seen(bob, anna.id)).prompts).toEqual(kept)
  const [first] = kept
  for (const prompts of [
    [first, first],
    [{ prompt: 'kitchen', answer: 'x'.repeat(141) }],
    [{ prompt: 'none', answer: 'x' }],
    [...answered, first]
  ])
    expect((await change(anna, { prompts })).status, JSON.stringify(prompts)).toBe(422)
  await origin.publish({ id: 'wordless', pool: 'north', visible_profile_notes: [] })
  expect((await seen(await origin.signIn(bob, 'wordless'), anna.id)).prompts).toEqual([])
  expect((await change(anna, { prompts: [] })).body.profile.prompts).toEqual([])
})

test('what is left out stays: two tabs change different fields, both changes are stored, and the other tab is notified', async () => {
  const anna = await origin.aMember()
  await Promise.all([change(anna, { about: 'First tab' }), change(anna, { tattoos: 'many' }), change(anna, { interests: ['tea'] })])
  expect(await own(anna)).toMatchObject({ about: 'First tab', tattoos: 'many', interests: ['tea'] })
  expect((await eventsOf(origin, anna)).map(({ type }) => type)).toContain('profile_changed')
})

test('no change causes no event', async () => {
  const anna = await origin.aMember()
  expect((await change(anna, {})).status).toBe(200)
  expect(await eventsOf(origin, anna)).toEqual([])
})

test('a hidden field is visible only to the member; the date of birth is hidden until they show it', async () => {
  const [anna, bob] = await Promise.all([origin.aMember(), origin.aMember()])
  await change(anna, TOLD)
  expect((await seen(bob, anna.id)).date_of_birth).toBeNull()
  await change(anna, { hidden_fields: ['sexuality', 'interests', 'reason'] })
  expect(await seen(bob, anna.id)).toMatchObject({
    sexuality: null,
    interests: [],
    reason: null,
    body_type: 'athletic',
    date_of_birth: '1990-05-17'
  })
  expect(await own(anna)).toMatchObject({ sexuality: 'bisexual', interests: ['art', 'bondage'] })
})

test('fields and notes that the operator doesn’t show never leave the origin [SET-15] [SET-16]', async () => {
  await origin.publish({ id: 'sparse', pool: 'north', visible_profile_fields: ['body_type'], visible_profile_notes: ['limits'] })
  const [anna, bob] = await Promise.all([origin.aMember(), origin.aMember()])
  await change(anna, { ...TOLD, hidden_fields: [] })
  const reader = await origin.signIn(bob, 'sparse')
  const { text, body } = await origin.call('getMember', { as: reader, query: { id: anna.id } })
  expect(body.member).toMatchObject({
    body_type: 'athletic',
    limits: 'No smoke',
    about: null,
    wishes: null,
    sexuality: null,
    date_of_birth: null
  })
  expect(text).not.toMatch(/I bake|Long talks|bisexual|1990-05-17|bondage/)
})

test('age and gender that the operator doesn’t show are on no card either: search, matches, likes, chats [SET-15]', async () => {
  await origin.publish({ id: 'ageless', pool: 'north', visible_profile_fields: ['interests'] })
  const [anna, bob] = await Promise.all([origin.aMember(), origin.aMember()])
  await like(origin, anna, bob)
  await write(origin, anna, bob, 'Hello')
  const cardsOf = async (as: TestMember) => {
    const [member, search, matches, likes, chats] = await Promise.all([
      origin.call('getMember', { as, query: { id: anna.id } }),
      origin.call('searchMembers', { as }),
      origin.call('getSignupMatches', { as }),
      origin.call('listLikes', { as }),
      origin.call('listChats', { as })
    ])
    const lists = [search.body.members, matches.body.members, likes.body.liked_by, chats.body.chats.map(({ profile }) => profile!)]
    expect(lists.map((list) => list.length > 0)).toEqual([true, true, true, true])
    return [member.body.member!, ...lists.flat()].map(({ age, gender }) => ({ age, gender }))
  }
  expect(await cardsOf(bob)).not.toContainEqual({ age: null, gender: null })
  const hidden = await cardsOf(await origin.signIn(bob, 'ageless'))
  expect(hidden.filter(({ age, gender }) => age !== null || gender !== null)).toEqual([])
})

test('the region can be set, and the search finds the member there [SCR-27]', async () => {
  const [anna, bob] = await Promise.all([origin.aMember({ country: 'NL', region: null }), origin.aMember()])
  const found = async () =>
    (await origin.call('searchMembers', { as: bob, query: { countryregion: 'NL-ZE' } })).body.members.map(({ id }) => id)
  expect(await found()).not.toContain(anna.id)
  expect((await change(anna, { region: 'NL-ZE' })).status).toBe(200)
  expect(await found()).toContain(anna.id)
})

test('a region lies in its country; changing the country without a region clears it', async () => {
  await origin.publish({ id: 'wide', pool: 'north', countries: ['NL', 'BE'] })
  const anna = await origin.aMember({ tenant: 'wide', country: 'NL', region: 'NL-ZE' })
  expect((await change(anna, { region: 'BE-VAN' })).body).toMatchObject({ error: { fields: [{ field: 'region', code: 'invalid' }] } })
  expect((await change(anna, { country: 'BE', region: 'BE-VAN' })).body.profile).toMatchObject({ country: 'BE', region: 'BE-VAN' })
  expect((await change(anna, { country: 'NL' })).body.profile).toMatchObject({ country: 'NL', region: null })
  expect((await change(anna, { country: 'US' })).body).toMatchObject({ error: { fields: [{ field: 'country' }] } })
})

test('only interests of this site can be chosen; one that was chosen before may stay', async () => {
  await origin.publish({ id: 'plain', pool: 'north', interests: ['tea', 'art'] })
  const anna = await origin.aMember({ tenant: 'plain', interests: ['wine'] })
  expect((await change(anna, { interests: ['tea', 'wine'] })).status).toBe(200)
  expect((await change(anna, { interests: ['bondage'] })).body).toMatchObject({ error: { fields: [{ field: 'interests' }] } })
})

describe('what a member may not change or write', () => {
  test.each([
    [{ date_of_birth: '2000-01-01' }, 'date_of_birth'],
    [{ name: 'Someone else' }, 'name'],
    [{ paid_user: true }, 'paid_user'],
    [{ profile_status: 'active' }, 'profile_status'],
    [{ sexuality: 'none of yours' }, 'sexuality'],
    [{ hidden_fields: ['age'] }, 'hidden_fields.0'],
    [{ about: 'x'.repeat(2001) }, 'about'],
    [{ limits: 'a\0b' }, 'limits'],
    [{ shown_to_visitors: 'yes' }, 'shown_to_visitors'],
    [{ shown_in: ['isle'] }, 'shown_in']
  ])('%o', async (body, field) => {
    const anna = await origin.aMember()
    const before = await own(anna)
    const answer = await change(anna, body)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ error: { fields: [{ field }] } })
    expect(await own(anna)).toEqual(before)
  })
})

test('an emptied text becomes null, and texts are trimmed', async () => {
  const anna = await origin.aMember({ about: 'Old' })
  expect((await change(anna, { about: '  ' })).body.profile.about).toBeNull()
  expect((await change(anna, { about: ' New \n' })).body.profile.about).toBe('New')
})

test('visitors see a member from the moment they allow it until they revoke it', async () => {
  const anna = await origin.aMember()
  const open = async () => (await origin.call('getMember', { query: { id: anna.id } })).status
  expect(await open()).toBe(404)
  await change(anna, { shown_to_visitors: true })
  expect(await open()).toBe(200)
  await change(anna, { shown_to_visitors: false })
  expect(await open()).toBe(404)
})

test('one’s own profile is shown as others see it; while no one sees it, not at all', async () => {
  const anna = await origin.aMember({ sexuality: 'queer', about: 'Me', hidden_fields: ['sexuality'] })
  expect(await seen(anna, anna.id)).toMatchObject({ about: 'Me', sexuality: null, liked: false, match: false })
  const shy = await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' })
  expect((await origin.call('getMember', { as: shy, query: { id: shy.id } })).status).toBe(404)
})

describe('a blocked member', () => {
  test('is listed by name, newest first, and leaves the list when unblocked', async () => {
    const [anna, bob, carla, dora] = await Promise.all(['', '', '', ''].map(() => origin.aMember()))
    const list = async () => (await origin.call('listBlocked', { as: anna! })).body
    for (const other of [bob!, carla!]) {
      await origin.call('blockMember', { as: anna!, body: { id: other.id } })
      origin.advance(60)
    }
    // Members who blocked Anna aren't in her list.
    await origin.call('blockMember', { as: dora!, body: { id: anna!.id } })
    expect(await list()).toMatchObject({
      blocked: [
        { id: carla!.id, name: carla!.row.name },
        { id: bob!.id, name: bob!.row.name }
      ],
      total: 2,
      page: 1
    })
    expect(Object.keys((await list()).blocked[0]!)).toEqual(['id', 'name', 'blocked_at'])
    await origin.call('unblockMember', { as: anna!, body: { id: carla!.id } })
    expect((await list()).blocked.map(({ id }) => id)).toEqual([bob!.id])
  })

  test('is not named while their account is deleted', async () => {
    const [anna, bob, carla] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
    for (const other of [bob, carla]) await origin.call('blockMember', { as: anna, body: { id: other.id } })
    await origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })
    const { text, body } = await origin.call('listBlocked', { as: anna })
    expect([body.blocked.map(({ id }) => id), body.total]).toEqual([[carla.id], 1])
    expect(text).not.toContain(bob.row.name)
  })

  test('is still in the list when the other side blocks too, and can be unblocked', async () => {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    await origin.call('blockMember', { as: anna, body: { id: bob.id } })
    await origin.deps.db
      .insertInto('blocks')
      .values({ blocker_id: bob.row.id, blocked_id: anna.row.id, created_at: origin.now() })
      .execute()
    expect((await origin.call('listBlocked', { as: anna })).body.total).toBe(1)
    expect((await origin.call('unblockMember', { as: anna, body: { id: bob.id } })).status).toBe(200)
    expect((await origin.call('listBlocked', { as: anna })).body.total).toBe(0)
  })
})

import { beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { like, write } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { EMPTY_FIELDS } from '../fixtures/own-pages.ts'

const origin = sharedOrigin()
let anna: TestMember

beforeAll(async () => {
  anna = await origin.aMember({ name: 'Anna', interests: ['wine'] })
})

const open = (as: TestMember | null, id: string, options: object = {}) => origin.call('getMember', { as, query: { id }, ...options })

test('a member reads the profile of another', async () => {
  const bob = await origin.aMember({
    name: 'Bob Builder',
    gender: 'man',
    looking_for: ['woman', 'couple'],
    date_of_birth: '1990-11-17',
    country: 'NL',
    region: 'NL-NH',
    interests: ['art', 'wine'],
    about: 'I build.'
  })
  const { status, body } = await open(anna, bob.id)
  expect(status).toBe(200)
  expect(body.member).toEqual({
    id: bob.id,
    name: 'Bob Builder',
    age: 35,
    gender: 'man',
    country: 'NL',
    region: 'NL-NH',
    region_name: 'Noord-Holland',
    main_image: null,
    fictional: false,
    online: 'now',
    liked: false,
    photo_count: 0,
    more_photos: [],
    interests: ['art', 'wine'],
    shared_interests: ['wine'],
    date_of_birth: null,
    ...EMPTY_FIELDS,
    about: 'I build.',
    looking_for: ['woman', 'couple'],
    match: false,
    accepts_gifts: true,
    gifts: [],
    confirmed: true
  })
  expect(body.now).toBe(origin.now().toISOString())
})

test('a member whose profile is not active is found by those whom they like or have written to, not by those who like them', async () => {
  const [me, bob, carl] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  await like(origin, me, bob)
  await like(origin, me, carl)
  const status = async (of: TestMember) => (await open(me, of.id)).status
  expect([await status(bob), await status(carl)]).toEqual([200, 200])
  for (const { row } of [bob, carl])
    await origin.deps.db.updateTable('members').set({ profile_status: 'disabled' }).where('id', '=', row.id).execute()
  expect([await status(bob), await status(carl)]).toEqual([404, 404])
  await like(origin, bob, me)
  await write(origin, carl, me, 'Hello')
  expect([await status(bob), await status(carl)]).toEqual([200, 200])
})

test('an answer contains neither address nor number nor date of birth', async () => {
  const bob = await origin.aMember({ name: 'Quiet', email: 'quiet@mail.example' })
  const { text } = await open(anna, bob.id)
  expect(text).not.toMatch(/mail\.example|1990-05-17|password|tracking/)
})

test('interests are shown only where the tenant shows them', async () => {
  await origin.publish({ id: 'plain', pool: 'north', visible_profile_fields: ['age'] })
  const bob = await origin.aMember({ interests: ['art'] })
  const visitor = await origin.signIn(anna, 'plain')
  expect((await open(visitor, bob.id)).body.member!.interests).toEqual([])
  expect((await open(anna, bob.id)).body.member!.interests).toEqual(['art'])
})

test('unknown, banned, deleted and inactive ids are the same 404', async () => {
  const gone = [
    newPublicId(),
    (await origin.aMember({ status: 'banned' })).id,
    (await origin.aMember({ status: 'deleted', deleted_at: origin.now() })).id,
    (await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' })).id,
    (await origin.aMember({ profile_status: 'disabled' })).id
  ]
  const answers = await Promise.all(gone.map((id) => open(anna, id)))
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(404)
})

test('a member without a confirmed address is visible to those they wrote to or like, and to no one else', async () => {
  const newcomer = await origin.aMember({ name: 'Newcomer', status: 'not_confirmed', profile_status: 'disabled' })
  const [bob, carla, dora] = await Promise.all([origin.aMember(), origin.aMember(), origin.aMember()])
  await write(origin, newcomer, bob, 'Hello')
  await like(origin, newcomer, carla)
  expect((await open(bob, newcomer.id)).body.member).toMatchObject({ name: 'Newcomer', confirmed: false })
  expect((await open(carla, newcomer.id)).body.member).toMatchObject({ name: 'Newcomer', confirmed: false })
  expect((await open(dora, newcomer.id)).status).toBe(404)
})

test('a visit clears the new-like flag and notifies the other tabs, once; reading the profile alone does neither [LIKE-1]', async () => {
  const [bob, carla] = await Promise.all([origin.aMember(), origin.aMember()])
  await like(origin, bob, anna)
  await like(origin, carla, anna)
  const before = (await origin.call('listLikes', { as: anna })).body
  expect(before.total_new).toBe(2)

  expect((await open(anna, bob.id)).body.member!.match).toBe(false)
  expect((await origin.call('listLikes', { as: anna })).body.total_new).toBe(2)
  const visit = (id: string) => origin.call('visitMember', { as: anna, body: { id } })
  for (let time = 0; time < 2; time++) expect((await visit(bob.id)).body).toEqual({})
  const after = (await origin.call('listLikes', { as: anna })).body
  expect(after.total_new).toBe(1)
  expect(after.liked_by.find((one) => one.id === bob.id)?.like_new).toBe(false)
  const events = await origin.deps.db.selectFrom('events').selectAll().where('member_id', '=', anna.row.id).orderBy('number').execute()
  expect(events.slice(-2).map((event) => [event.type, event.data])).toEqual([
    ['like', { profile_id: carla.id }],
    ['likes_seen', {}]
  ])
})

test('a visit to oneself, to an unknown id or to someone invisible is refused and stores nothing', async () => {
  const [stranger, foreigner] = [await origin.aMember(), await origin.aMember({ tenant: 'isle' })]
  await like(origin, stranger, anna)
  expect((await origin.call('blockMember', { as: stranger, body: { id: anna.id } })).status).toBe(200)
  const everything = await origin.everything()
  for (const id of [anna.id, stranger.id, foreigner.id, newPublicId()])
    expect((await origin.call('visitMember', { as: anna, body: { id } })).status).toBe(404)
  expect(await origin.everything()).toBe(everything)
})

test('the profile shows a match once both like each other', async () => {
  const bob = await origin.aMember()
  await like(origin, anna, bob)
  expect((await open(anna, bob.id)).body.member).toMatchObject({ liked: true, match: false })
  await like(origin, bob, anna)
  expect((await open(anna, bob.id)).body.member).toMatchObject({ liked: true, match: true })
})

test('presence is shown by the day; a fictional profile is never online', async () => {
  await origin.publish({ id: 'stage', pool: 'north', fictional_profiles: true })
  const spectator = await origin.signIn(anna, 'stage')
  const ago = (seconds: number) => ({ last_seen_at: new Date(origin.now().getTime() - seconds * 1000) })
  const online = async (overrides: object) => (await open(spectator, (await origin.aMember(overrides)).id)).body.member!.online
  expect(await online(ago(170))).toBe('now')
  expect(await online(ago(400))).toBe('today')
  expect(await online(ago(90_000))).toBe('no')
  expect(await online({ fictional: true })).toBe('no')
})

test('fictional profiles exist only on tenants that have them, with their label', async () => {
  await origin.publish({ id: 'theatre', pool: 'north', fictional_profiles: true })
  const actress = await origin.aMember({ fictional: true })
  expect((await open(anna, actress.id)).status).toBe(404)
  const { body } = await open(await origin.signIn(anna, 'theatre'), actress.id)
  expect(body.member!.fictional).toBe(true)
})

test('visitors open only profiles of members who chose to be shown, by the rules of the tenant [ROLE-1]', async () => {
  const shown = await origin.aMember({ name: 'Shown Girl', shown_to_visitors: true, about: 'Call me Shown Girl', interests: ['art'] })
  const hidden = await origin.aMember()
  expect((await open(null, shown.id)).body.member).toMatchObject({
    name: 'Shown Girl',
    about: 'Call me Shown Girl',
    // Presence is mutual, and visitors have none to show.
    online: 'no',
    liked: false
  })
  expect((await open(null, hidden.id)).status).toBe(404)
  // nordic shows visitors no member at all
  expect((await open(null, shown.id, { tenant: 'nordic' })).text).toBe((await open(null, newPublicId(), { tenant: 'nordic' })).text)
})

test('on a limited tenant a visitor sees only a first name and a card', async () => {
  await origin.publish({ id: 'veiled', pool: 'north', logged_out_search: 'limited', logged_out_search_trafficsource: 'all' })
  const shown = await origin.aMember({
    name: 'Eva van Dam',
    shown_to_visitors: true,
    about: 'Eva van Dam here',
    interests: ['art'],
    looking_for: ['man']
  })
  const limited = (await open(null, shown.id, { tenant: 'veiled' })).body.member
  expect(limited).toMatchObject({ name: 'Eva', about: null, interests: [], looking_for: [], online: 'no' })
  const fromCampaign = (await open(null, shown.id, { tenant: 'veiled', facts: { tracking: 'network=partner' } })).body.member
  expect(fromCampaign).toMatchObject({ name: 'Eva van Dam', about: 'Eva van Dam here' })
})

test('the age is counted to the day in the time zone of the tenant', async () => {
  // 23:30 UTC on the 16th is the 17th in Amsterdam.
  origin.setNow(new Date('2026-11-16T23:30:00Z'))
  const bob = await origin.aMember({ date_of_birth: '1990-11-17' })
  const reader = await origin.signIn(anna)
  expect((await open(reader, bob.id)).body.member!.age).toBe(36)
})

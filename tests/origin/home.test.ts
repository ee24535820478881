import { roundTripsOf } from '../fixtures/round-trips.ts'
import { expect, test } from 'vitest'
import { block, like, write } from '../fixtures/acts.ts'
import { createTestOrigin, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'

const origin = sharedOrigin()

// Every test has its own pool, so that no one else is new in it.
let sites = 0
async function aSite(overrides: object = {}): Promise<string> {
  const id = `home${++sites}`
  await origin.publish({ id, countries: ['NL', 'BE'], ...overrides })
  return id
}

async function homeOf(as: TestMember) {
  const { status, body } = await origin.call('getHome', { as })
  expect(status).toBe(200)
  return body
}

const idsOf = (members: readonly { id: string }[]) => members.map(({ id }) => id)

const DAY = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(origin.now().getTime() - days * DAY)

test('new likes show their faces until they are seen, the newest first, and which of them are matches [LIKE-4]', async () => {
  const tenant = await aSite()
  const me = await origin.aMember({ tenant, signup_date: daysAgo(90) })
  const [first, second, ...others] = await Promise.all(
    Array.from({ length: 6 }, () => origin.aMember({ tenant, signup_date: daysAgo(90) }))
  )
  await like(origin, me, second!)
  for (const one of [first!, second!]) {
    origin.advance(1)
    await like(origin, one, me)
  }
  expect((await homeOf(me)).likes).toMatchObject([
    { id: second!.id, match: true, liked: true },
    { id: first!.id, match: false, liked: false }
  ])
  await origin.call('visitMember', { as: me, body: { id: second!.id } })
  expect(idsOf((await homeOf(me)).likes)).toEqual([first!.id])

  for (const one of others) {
    origin.advance(1)
    await like(origin, one, me)
  }
  expect(idsOf((await homeOf(me)).likes)).toEqual(others.toReversed().map(({ id }) => id))
  await block(origin, others[3]!, me)
  expect(idsOf((await homeOf(me)).likes)).not.toContain(others[3]!.id)
})

test('unread conversations show their last line until they are read', async () => {
  const tenant = await aSite()
  const [me, anna, bea] = await Promise.all([1, 2, 3].map(() => origin.aMember({ tenant, signup_date: daysAgo(90) })))
  await write(origin, anna!, me!, 'Hello')
  const { conversation_id: conversation } = await write(origin, anna!, me!, 'Are you there?')
  origin.advance(1)
  await write(origin, me!, bea!, 'My own words')
  expect((await homeOf(me!)).chats).toMatchObject([
    {
      conversation_id: conversation,
      profile_id: anna!.id,
      num_unread_messages: 2,
      last_message: { content: { text: 'Are you there?' }, mine: false }
    }
  ])
  await origin.call('readChat', { as: me!, body: { conversation, position: 2 } })
  expect((await homeOf(me!)).chats).toEqual([])

  await write(origin, anna!, me!, 'Still here')
  expect((await homeOf(me!)).chats).toHaveLength(1)
  await block(origin, me!, anna!)
  expect((await homeOf(me!)).chats).toEqual([])
})

test('unread conversations with someone who has blocked the member don’t hide those that can be answered', async () => {
  const tenant = await aSite()
  const me = await origin.aMember({ tenant, signup_date: daysAgo(90) })
  const [anna, ...gone] = await Promise.all([1, 2, 3, 4, 5].map(() => origin.aMember({ tenant, signup_date: daysAgo(90) })))
  await write(origin, anna!, me, 'Hello')
  for (const one of gone) {
    origin.advance(1)
    await write(origin, one, me, 'Bye')
    await block(origin, one, me)
  }
  expect((await homeOf(me)).chats).toMatchObject([{ profile_id: anna!.id, num_unread_messages: 1 }])
})

test('new members are of the viewer’s region first, then of the rest of the country, and suit both ways', async () => {
  const tenant = await aSite()
  const me = await origin.aMember({ tenant, gender: 'man', looking_for: ['woman', 'couple'], region: 'NL-UT', signup_date: daysAgo(400) })
  const someone = (overrides: object) => origin.aMember({ tenant, region: 'NL-UT', looking_for: ['man'], ...overrides })
  const old = await someone({ signup_date: daysAgo(29) })
  const far = await someone({ region: 'NL-NH', signup_date: daysAgo(1) })
  const nowhere = await someone({ region: null, looking_for: [], signup_date: daysAgo(3) })
  const couple = await someone({ gender: 'couple', signup_date: daysAgo(2) })
  const others = {
    abroad: await someone({ country: 'BE', region: null }),
    'too long ago': await someone({ signup_date: daysAgo(31) }),
    'of another gender': await someone({ gender: 'man' }),
    'looking for others': await someone({ looking_for: ['woman'] }),
    fictional: await someone({ fictional: true }),
    unconfirmed: await someone({ status: 'not_confirmed', profile_status: 'disabled' }),
    'of another pool': await origin.aMember({ region: 'NL-UT', looking_for: ['man'] }),
    'blocked by me': await someone({}),
    'who blocked me': await someone({})
  }
  await block(origin, me, others['blocked by me'])
  await block(origin, others['who blocked me'], me)
  expect(idsOf((await homeOf(me)).people)).toEqual([couple, old, far, nowhere].map(({ id }) => id))

  // Without a region everyone in the country is as near.
  const lost = await origin.aMember({ tenant, gender: 'man', region: null, signup_date: daysAgo(400) })
  expect(idsOf((await homeOf(lost)).people).slice(-4)).toEqual([far, couple, nowhere, old].map(({ id }) => id))
})

test('fictional profiles are not new members even where the site has them', async () => {
  const tenant = await aSite({ fictional_profiles: true })
  const me = await origin.aMember({ tenant, signup_date: daysAgo(90) })
  await origin.aMember({ tenant, fictional: true })
  const real = await origin.aMember({ tenant })
  expect(idsOf((await homeOf(me)).people)).toEqual([real.id])
})

test('at most eight new members are shown, and each counts once against the hour’s budget of cards', async () => {
  const tight = await createTestOrigin({ limitFactor: 0.05 })
  await tight.publish({ id: 'tight', countries: ['NL'], distinct_cards_per_hour: 200 })
  const me = await tight.aMember({ tenant: 'tight', signup_date: daysAgo(90) })
  for (let count = 0; count < 12; count++) await tight.aMember({ tenant: 'tight' })
  // Ten cards an hour: the eight new members, again and again, but not two searches of others.
  for (let again = 0; again < 3; again++) expect((await tight.call('getHome', { as: me })).body.people).toHaveLength(8)
  expect((await tight.call('searchMembers', { as: me })).status).toBe(429)
  await tight.close()
})

test('the next step is what is missing from the profile, and changes with it', async () => {
  const tenant = await aSite()
  const me = await origin.aMember({ tenant, signup_complete: true })
  expect((await homeOf(me)).next_step).toBe('photo')
  await givePhoto(origin, me)
  expect((await homeOf(me)).next_step).toBe('about')
  await origin.call('updateProfile', { as: me, body: { about: 'I bake.' } })
  expect((await homeOf(me)).next_step).toBe('interests')
  await origin.call('updateProfile', { as: me, body: { interests: ['tea'] } })
  expect((await homeOf(me)).next_step).toBeNull()
  expect((await homeOf(await origin.aMember({ tenant, status: 'not_confirmed' }))).next_step).toBe('confirm_mail')
  expect((await homeOf(await origin.aMember({ tenant, signup_complete: false }))).next_step).toBe('complete')
})

test('a home takes four statements of its own, in two round trips', async () => {
  const tenant = await aSite()
  const me = await origin.aMember({ tenant })
  await like(origin, await origin.aMember({ tenant }), me)
  const [caller, ...own] = await roundTripsOf(origin, () => origin.call('getHome', { as: me }))
  expect([caller!.length, ...own.map(({ length }) => length)]).toEqual([1, 3, 1])
})

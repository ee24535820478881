import { expect, test } from 'vitest'
import { PROFILE_FIELDS } from '../../shared/tenants/schema.ts'
import { block, eventsOf, like, pass } from '../fixtures/acts.ts'
import { deadlocks } from '../fixtures/locks.ts'
import { repeats } from '../fixtures/long.ts'
import { createTestOrigin, PASSWORD, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { exportOf } from '../fixtures/export.ts'

const HOUR = 3600

const origin = sharedOrigin()

/** A woman looking for men, in a country of her own: whom the deck shows is up to each test. */
const COUNTRIES = [
  'NL',
  'BE',
  'DE',
  'FR',
  'IT',
  'ES',
  'SE',
  'NO',
  'DK',
  'FI',
  'PL',
  'GB',
  'IE',
  'CH',
  'AT',
  'LU',
  'CA',
  'US',
  'AU',
  'NZ',
  'MX',
  'AR'
]
let used = 0
async function aPlayer(overrides: Parameters<TestOrigin['aMember']>[0] = {}) {
  const country = COUNTRIES[used++]!
  const player = await origin.aMember({ gender: 'woman', looking_for: ['man'], country, ...overrides })
  const aMan = (more: Parameters<TestOrigin['aMember']>[0] = {}) => origin.aMember({ gender: 'man', country, ...more })
  return { player, aMan }
}

async function deckOf(as: TestMember) {
  const { status, body } = await origin.call('getSwipeDeck', { as })
  expect(status).toBe(200)
  return body
}

/** The deck's cards by id, of those given. */
async function dealt(as: TestMember, among: readonly TestMember[]): Promise<TestMember[]> {
  const { cards } = await deckOf(as)
  return cards.flatMap(({ id }) => among.find((one) => one.id === id) ?? [])
}

const swipe = (as: TestMember, { id }: { id: string }, choice: 'like' | 'pass' | 'undo') =>
  origin.call('swipeMember', { as, body: { id, choice } })

test('a like in the game is a like like any other: both lists, events, a match, and the card never comes again [SCR-8] [LIKE-4]', async () => {
  const { player, aMan } = await aPlayer()
  const [ben, carl] = [await aMan(), await aMan()]
  await like(origin, ben, player)
  expect(await dealt(player, [ben, carl])).toHaveLength(2)

  expect((await swipe(player, ben, 'like')).body).toMatchObject({ choice: 'like', match: { id: ben.id, match: true }, likes_left: 3 })
  expect((await swipe(player, carl, 'like')).body).toMatchObject({ choice: 'like', match: null, likes_left: 2 })
  expect((await eventsOf(origin, ben)).at(-1)).toMatchObject({ type: 'match', data: { profile_id: player.id } })
  expect((await eventsOf(origin, carl)).map(({ type }) => type)).toEqual(['like'])
  const { profiles } = (await origin.call('listLikes', { as: player })).body
  expect(new Set(profiles.map(({ id }) => id))).toEqual(new Set([ben.id, carl.id]))
  expect(await dealt(player, [ben, carl])).toEqual([])
})

test('a pass is not counted, tells no one, is not shown again, and can be taken back, the newest first', async () => {
  const { player, aMan } = await aPlayer()
  const men = [await aMan(), await aMan(), await aMan()]
  for (const man of men) {
    origin.advance(1)
    expect((await swipe(player, man, 'pass')).body).toMatchObject({ choice: 'pass', match: null, likes_left: 4 })
    expect(await eventsOf(origin, man)).toEqual([])
  }
  expect(await dealt(player, men)).toEqual([])
  expect((await deckOf(player)).passed.map(({ id }) => id)).toEqual(men.toReversed().map(({ id }) => id))
  expect((await swipe(player, men[2]!, 'undo')).body).toMatchObject({ choice: null, likes_left: 4 })
  expect(await dealt(player, men)).toEqual([men[2]])
  expect((await deckOf(player)).passed.map(({ id }) => id)).toEqual([men[1]!.id, men[0]!.id])
})

test('repeating a choice changes nothing; a like can be neither passed nor taken back', async () => {
  const { player, aMan } = await aPlayer()
  const man = await aMan()
  for (let time = 0; time < 2; time++) expect((await swipe(player, man, 'pass')).body).toMatchObject({ choice: 'pass', likes_left: 4 })
  for (let time = 0; time < 2; time++) expect((await swipe(player, man, 'like')).body).toMatchObject({ choice: 'like', likes_left: 3 })
  expect(await eventsOf(origin, man)).toHaveLength(1)
  for (const choice of ['pass', 'undo'] as const)
    expect((await swipe(player, man, choice)).body).toMatchObject({ choice: 'like', likes_left: 3 })
  expect((await deckOf(player)).passed).toEqual([])
  expect((await origin.call('listLikes', { as: player })).body.profiles).toHaveLength(1)
})

test('a member who was liked elsewhere costs no like of the day', async () => {
  const { player, aMan } = await aPlayer()
  const man = await aMan()
  await like(origin, player, man)
  expect(await dealt(player, [man])).toEqual([])
  expect((await swipe(player, man, 'like')).body).toMatchObject({ likes_left: 4 })
})

test('the fifth like of a day is refused and says when the next is due; then there are four more, by the site’s calendar [CON-13]', async () => {
  origin.setNow(new Date('2026-11-16T12:00:00Z'))
  const { player, aMan } = await aPlayer()
  const men = await Promise.all(Array.from({ length: 9 }, () => aMan()))
  for (const man of men.slice(0, 4)) expect((await swipe(player, man, 'like')).status).toBe(200)
  // Amsterdam's midnight.
  const due = '2026-11-16T23:00:00.000Z'
  expect(await deckOf(player)).toMatchObject({ likes_left: 0, next_likes_at: due })
  const before = await eventsOf(origin, men[4]!)
  const refused = await swipe(player, men[4]!, 'like')
  expect([refused.status, refused.body.error?.code, refused.headers.get('retry-after')]).toEqual([409, 'limit_reached', String(11 * HOUR)])
  expect(await eventsOf(origin, men[4]!)).toEqual(before)
  expect(await dealt(player, men)).toContainEqual(men[4])
  // What was taken back elsewhere stays counted, and passing goes on.
  await origin.call('unlikeMember', { as: player, body: { id: men[0]!.id } })
  expect((await swipe(player, men[5]!, 'like')).status).toBe(409)
  expect((await swipe(player, men[5]!, 'pass')).status).toBe(200)

  origin.setNow(new Date('2026-11-16T22:59:59Z'))
  expect((await swipe(player, men[4]!, 'like')).status).toBe(409)
  origin.setNow(new Date(due))
  expect(await deckOf(player)).toMatchObject({ likes_left: 4, next_likes_at: '2026-11-17T23:00:00.000Z' })
  for (const man of men.slice(4, 8)) expect((await swipe(player, man, 'like')).status).toBe(200)
  expect((await swipe(player, men[8]!, 'like')).status).toBe(409)

  // A clock that is set back begins no day a second time.
  origin.setNow(new Date('2026-11-16T12:00:00Z'))
  expect((await swipe(player, men[8]!, 'like')).status).toBe(409)
  expect(await deckOf(player)).toMatchObject({ likes_left: 0, next_likes_at: '2026-11-17T23:00:00.000Z' })
})

test('days are those of the site where the member signed up, whichever sister site they play on', async () => {
  await origin.publish({ id: 'nordic', time_zone: 'Pacific/Auckland' })
  try {
    origin.setNow(new Date('2026-11-16T12:00:00Z'))
    const { player, aMan } = await aPlayer()
    const onSister = await origin.signIn(player, 'nordic')
    for (let count = 0; count < 4; count++) expect((await swipe(onSister, await aMan(), 'like')).status).toBe(200)
    for (const as of [player, onSister]) {
      expect(await deckOf(as)).toMatchObject({ likes_left: 0, next_likes_at: '2026-11-16T23:00:00.000Z' })
      expect((await swipe(as, await aMan(), 'like')).status).toBe(409)
    }
  } finally {
    await origin.publish({ id: 'nordic', time_zone: 'Europe/Amsterdam' })
  }
})

const ROUNDS = repeats(4, 100)

test(`fifty likes at the same moment are exactly four, ${ROUNDS} rounds [CON-13]`, { timeout: 240_000 }, async () => {
  const men = await Promise.all(Array.from({ length: 50 }, () => origin.aMember({ gender: 'man' })))
  const before = await deadlocks(origin)
  for (let round = 0; round < ROUNDS; round++) {
    const player = await origin.aMember()
    const answers = await Promise.all(men.map((man) => swipe(player, man, 'like')))
    const statuses = answers.map(({ status }) => status).sort((one, other) => one - other)
    expect(statuses).toEqual([...Array.from({ length: 4 }, () => 200), ...Array.from({ length: 46 }, () => 409)])
    expect((await origin.call('listLikes', { as: player })).body.profiles).toHaveLength(4)
    expect(await deckOf(player)).toMatchObject({ likes_left: 0 })
  }
  expect(await deadlocks(origin)).toBe(before)
})

test('the deck has members who suit: of a gender that is looked for, looking for the player’s, of about the same age, the nearest first', async () => {
  const { player, aMan } = await aPlayer({ region: 'XX-1', date_of_birth: '1990-05-17' })
  const country = player.row.country
  // Active last of everyone in the origin, so first among those who live elsewhere.
  const far = await aMan({ country: 'ZZ', active_day: '2030-01-01' })
  const near = await aMan({ region: 'XX-1', active_day: '2026-11-01' })
  const nearToo = await aMan({ region: 'XX-1', active_day: '2026-11-10', looking_for: ['woman', 'couple'] })
  const there = await aMan({ region: 'XX-2', active_day: '2026-11-16' })
  const others = [
    await origin.aMember({ gender: 'woman', country }),
    await aMan({ looking_for: ['man'] }),
    await aMan({ date_of_birth: '1960-01-01' }),
    await aMan({ date_of_birth: '2006-01-01' }),
    await aMan({ status: 'not_confirmed', profile_status: 'disabled' }),
    await aMan({ status: 'banned' }),
    await origin.aMember({ tenant: 'isle', gender: 'man', country })
  ]
  const shown = await dealt(player, [player, far, near, nearToo, there, ...others])
  expect(shown.map(({ id }) => id)).toEqual([nearToo, near, there, far].map(({ id }) => id))
})

test('a card shows the interests that both have, if the other one and the site show them', async () => {
  const { player, aMan } = await aPlayer({ interests: ['tea', 'hiking', 'wine'] })
  const open = await aMan({ interests: ['wine', 'tea', 'art'] })
  const hides = await aMan({ interests: ['wine', 'tea'], hidden_fields: ['interests'] })
  const sharedBy = async ({ id }: TestMember) => (await deckOf(player)).cards.find((card) => card.id === id)?.shared_interests
  expect([await sharedBy(open), await sharedBy(hides)]).toEqual([['tea', 'wine'], []])
  await origin.publish({ id: 'velvet', visible_profile_fields: ['age'] })
  try {
    expect(await sharedBy(open)).toEqual([])
  } finally {
    await origin.publish({ id: 'velvet', visible_profile_fields: [...PROFILE_FIELDS] })
  }
})

test('profiles made by the company are in the deck only where the site has them, and say so', async () => {
  const { player, aMan } = await aPlayer()
  const made = await aMan({ fictional: true })
  expect(await dealt(player, [made])).toEqual([])
  await origin.publish({ id: 'velvet', fictional_profiles: true })
  try {
    expect((await deckOf(player)).cards.find(({ id }) => id === made.id)).toMatchObject({ fictional: true, online: 'no' })
  } finally {
    await origin.publish({ id: 'velvet', fictional_profiles: false })
  }
})

test('blocked either way: neither dealt nor among the passes, and swiping is a 404 like an unknown id [ROLE-12] [ROLE-13]', async () => {
  const { player, aMan } = await aPlayer()
  const [blocks, blocked, passed] = [await aMan(), await aMan(), await aMan()]
  await pass(origin, player, passed)
  await block(origin, blocks, player)
  await block(origin, player, blocked)
  await block(origin, passed, player)
  expect(await dealt(player, [blocks, blocked, passed])).toEqual([])
  expect((await deckOf(player)).passed).toEqual([])
  for (const other of [blocks, blocked, passed])
    for (const choice of ['like', 'pass', 'undo'] as const) expect((await swipe(player, other, choice)).status).toBe(404)
  expect((await swipe(player, player, 'like')).status).toBe(404)
  expect(await deckOf(player)).toMatchObject({ likes_left: 4 })
})

test('the export has passes and the likes of the day; with the account they are gone', async () => {
  const { player, aMan } = await aPlayer()
  const [stays, leaves] = [await aMan({ name: 'Passed and there' }), await aMan({ name: 'Passed and gone' })]
  await pass(origin, player, stays)
  origin.advance(1)
  await pass(origin, player, leaves)
  await swipe(player, await aMan(), 'like')
  await origin.call('deleteAccount', { as: leaves, body: { password: PASSWORD } })
  const account = (await exportOf(origin, player)).json('account.json') as Record<string, unknown>
  expect(account.passes).toMatchObject([{ name: 'Passed and there' }, { name: null }])
  expect(account.swipe_likes).toMatchObject({ likes: 1 })
})

test('cards count against what a member is shown an hour', async () => {
  const own = await createTestOrigin({ limitFactor: 1 })
  try {
    await own.publish({ id: 'velvet', distinct_cards_per_hour: 100 })
    const player = await own.aMember()
    const others = await Promise.all(Array.from({ length: 115 }, () => own.aMember()))
    let statuses: number[] = []
    for (let round = 0; round < 10; round++) {
      const { status, body } = await own.call('getSwipeDeck', { as: player })
      statuses = [...statuses, status]
      if (status !== 200) break
      await own.deps.db
        .insertInto('passes')
        .values(
          body.cards.map(({ id }) => ({
            passer_id: player.row.id,
            passed_id: others.find((one) => one.id === id)!.row.id,
            created_at: own.now()
          }))
        )
        .execute()
    }
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.length).toBeGreaterThan(8)
  } finally {
    await own.close()
  }
})

import { afterEach, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { NETWORK_LINES } from '../../shared/rules/addresses.ts'
import { LIMITS } from '../../shared/api/endpoint.ts'
import { write } from '../fixtures/acts.ts'
import { createWorld, type TestMember, type World } from '../fixtures/origin.ts'

let world: World
afterEach(() => world.close())

const repeat = async <T>(times: number, call: () => Promise<T>) => {
  const results: T[] = []
  for (let time = 0; time < times; time++) results.push(await call())
  return results
}

test('beyond the endpoint’s limit a member, or a visitor by address, has to wait, and is told how long; others don’t', async () => {
  world = await createWorld({ limitFactor: 0.05 })
  const [anna, ben] = [await world.aMember(), await world.aMember()]
  const most = LIMITS.read * 0.05
  const get = (as: typeof anna | null, ip = '203.0.113.7') => world.call('listInterests', { as, facts: { ip } })
  for (const as of [anna, null]) {
    const statuses = (await repeat(most, () => get(as))).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const over = await get(as)
    expect([over.status, over.body.error?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(over.headers.get('retry-after'))).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60)
  }
  expect((await get(ben)).status).toBe(200)
  expect((await get(null, '198.51.100.4')).status).toBe(200)
  expect((await world.call('updateUser', { as: anna, body: { language: 'de' } })).status).toBe(200)
})

test('attempts with passwords and tokens have the smallest limit, counted before anything is hashed or stored', async () => {
  world = await createWorld({ limitFactor: 0.1 })
  const token = 'x'.repeat(43)
  await repeat(LIMITS.attempt * 0.1, () => world.call('activate', { body: { token } }))
  const before = await world.everything()
  const answers = [
    await world.call('activate', { body: { token } }),
    await world.call('login', { body: { credentials: { login: 'a', password: 'b' } } }),
    await world.call('getToken', { query: { token } })
  ]
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429])
  expect(await world.everything()).toBe(before)
})

test('beyond the site’s different profiles per hour a member, or a visitor by address, has to wait for the hour to end', async () => {
  world = await createWorld({ limitFactor: 1 })
  await world.publish({ id: 'velvet', logged_out_search: 'all', distinct_profiles_per_hour: 10 })
  const [anna, ben] = [await world.aMember(), await world.aMember({ shown_to_visitors: true })]
  const look = (as: typeof anna | null, id: string, ip = '2001:db8:1::1') => world.call('getMember', { as, query: { id }, facts: { ip } })
  for (const as of [anna, null]) {
    expect((await look(as, ben.id)).status).toBe(200)
    // Ids that no one has count as well.
    await repeat(9, () => look(as, newPublicId()))
    const over = await look(as, newPublicId(), '2001:db8:1::2')
    expect([over.status, over.body.error?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(over.headers.get('retry-after'))).toSatisfy((seconds: number) => seconds > 3500 && seconds <= 3600)
    expect((await look(as, ben.id)).status).toBe(200)
  }
  expect((await look(null, newPublicId(), '2001:db8:2::1')).status).toBe(404)
  world.advanceReal(3600)
  for (const as of [anna, null]) expect((await look(as, newPublicId())).status).toBe(404)
})

test('one’s own profile, and those of members who like one or share a conversation, can be opened without limit', async () => {
  world = await createWorld({ limitFactor: 1 })
  await world.publish({ id: 'velvet', distinct_profiles_per_hour: 10 })
  const anna = await world.aMember()
  const look = async (id: string) => (await world.call('getMember', { as: anna, query: { id } })).status
  await repeat(10, () => look(newPublicId()))
  const [fan, pen, idol] = [await world.aMember(), await world.aMember(), await world.aMember()]
  await world.call('likeMember', { as: fan, body: { id: anna.id } })
  await world.call('likeMember', { as: anna, body: { id: idol.id } })
  await write(world, anna, pen, 'Hi')
  expect([await look(anna.id), await look(fan.id), await look(pen.id)]).toEqual([200, 200, 200])
  // A like costs nothing: a member who is only liked counts like anyone else.
  expect(await look(idol.id)).toBe(429)
})

/** Every endpoint that shows cards of members who weren't requested by id. */
const SHOWS: Record<string, (as: TestMember | null, page: number) => Promise<{ status: number; body: object; headers: Headers }>> = {
  'the search': (as, page) => world.call('searchMembers', { as, query: { page: String(page) } }),
  'members outside the filters': (as, page) =>
    world.call('searchMembers', { as, query: { gender: 'couple', min_age: '90', max_age: '95', country: 'NL', page: String(page) } }),
  suggestions: (as) => world.call('getSignupMatches', { as })
}

test('beyond the site’s cards per hour, from whatever endpoint, a caller has to wait; the same members again are free', async () => {
  world = await createWorld({ limitFactor: 1 })
  await world.publish({ id: 'velvet', logged_out_search: 'all', distinct_cards_per_hour: 100 })
  const anna = await world.aMember()
  for (let n = 0; n < 130; n++) await world.aMember({ shown_to_visitors: true, gender: 'man', looking_for: ['woman'] })
  for (const as of [anna, null]) {
    for (let page = 1; page <= 5; page++) expect((await SHOWS['the search']!(as, page)).status).toBe(200)
    const over = await SHOWS['the search']!(as, 6)
    expect([over.status, over.body]).toMatchObject([429, { error: { code: 'too_many_requests' } }])
    expect(Number(over.headers.get('retry-after'))).toSatisfy((seconds: number) => seconds > 3500 && seconds <= 3600)
    for (let page = 1; page <= 5; page++) expect((await SHOWS['the search']!(as, page)).status).toBe(200)
  }
  // A caller who has seen that many gets no others from another endpoint.
  for (const [name, show] of Object.entries(SHOWS)) {
    const caller = await world.aMember({ gender: 'woman', looking_for: ['man'], date_of_birth: '1991-01-01' })
    const seen = new Set<string>()
    const see = ({ body }: { body: object }) => {
      const { members = [], similar = [] } = body as { members?: { id: string }[]; similar?: { id: string }[] }
      for (const { id } of [...members, ...similar]) seen.add(id)
    }
    for (let page = 1; page <= 4; page++) see(await SHOWS['the search']!(caller, page))
    for (let page = 1; page <= 7; page++) see(await show(caller, page))
    expect([name, seen.size]).toSatisfy(([, size]: [string, number]) => size >= 80 && size <= 100)
  }
  world.advanceReal(3600)
  expect((await SHOWS['the search']!(anna, 6)).status).toBe(200)
})

test('a caller who requests 236 pages of a search in a minute is shown two thousand members of them', async () => {
  world = await createWorld({ limitFactor: 1 })
  await world.publish({ id: 'velvet', logged_out_search: 'all' })
  const { id, public_id: _, email_key: _1, name_key: _2, ...row } = (await world.aMember({ shown_to_visitors: true })).row
  const crowd = Array.from({ length: 2100 }, (_, n) => ({
    ...row,
    prompts: '[]',
    tracking: '{}',
    consent: '{}',
    search: null,
    public_id: newPublicId(),
    email_key: `${id} ${n}`,
    name_key: `${id} ${n}`
  }))
  for (let at = 0; at < crowd.length; at += 700)
    await world.deps.db
      .insertInto('members')
      .values(crowd.slice(at, at + 700))
      .execute()
  const seen = new Set<string>()
  for (let page = 1; page <= 104; page++) {
    const { body } = await world.call('searchMembers', { query: { page: String(page) } })
    for (const member of body.members ?? []) seen.add(member.id)
  }
  expect(seen.size).toBe(2000)
})

let tries = 0

/** How many log-ins with a wrong password are attempted, and not refused as too many, from alternating addresses. */
async function triedFrom(addresses: (index: number) => string, most: number): Promise<number> {
  let tried = 0
  for (let index = 0; index < most; index++) {
    const body = { credentials: { login: `somebody${(tries += 1)}@mail.example`, password: 'a wrong password' } }
    const { status, body: answer } = await world.call('login', { body, facts: { ip: addresses(index) } })
    if (status !== 429 && answer.error?.code === 'login_failed') tried += 1
  }
  return tried
}

test('however a proxy writes addresses, each connection has its own budget, whatever the port', async () => {
  world = await createWorld({ limitFactor: 1 })
  const most = LIMITS.attempt
  // IPv4 inside IPv6: different people.
  expect(await triedFrom((index) => `::ffff:198.51.${index}.1`, most + 10)).toBe(most + 10)
  // One of them from different ports, in every notation.
  expect(await triedFrom((index) => `192.0.2.1:${1000 + index}`, most + 10)).toBe(most)
  expect(await triedFrom((index) => `[::ffff:192.0.2.2]:${1000 + index}`, most + 10)).toBe(most)
  expect(await triedFrom((index) => `[2001:db8:1:2::${index}]:${1000 + index}`, most + 10)).toBe(most)
})

test('an IPv6 /48 network has the budgets of sixteen connections, not 65,536', { timeout: 60_000 }, async () => {
  world = await createWorld({ limitFactor: 1 })
  const most = LIMITS.search * NETWORK_LINES
  const statusFrom = async (ip: string) => (await world.call('searchMembers', { facts: { ip } })).status
  const answered = await Promise.all(Array.from({ length: most + 50 }, (_, index) => statusFrom(`2001:db8:7:${index.toString(16)}::1`)))
  expect(answered.filter((status) => status === 200)).toHaveLength(most)
  expect(answered.filter((status) => status === 429)).toHaveLength(50)
  expect(await statusFrom('2001:db8:8::1')).toBe(200)
})

test('wrong passwords from all over a network finally block it, but not its neighbour', async () => {
  world = await createWorld()
  const from = (ip: string) => triedFrom(() => ip, 1)
  expect(await from('2001:db8:9:1::1')).toBe(1)
  // As if all other addresses of the network had tried as well: sixteen times fifty.
  await world.deps.db
    .updateTable('login_failures')
    .set({ failures: 50 * NETWORK_LINES - 2 })
    .execute()
  expect([await from('2001:db8:9:2::1'), await from('2001:db8:9:3::1')]).toEqual([1, 1])
  expect([await from('2001:db8:9:4::1'), await from('2001:db8:a::1')]).toEqual([0, 1])
})

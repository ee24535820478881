import { afterEach, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { NETWORK_LINES } from '../../shared/rules/addresses.ts'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import { LIMITS } from '../../shared/api/endpoint.ts'
import { write } from '../fixtures/acts.ts'
import { insertMembers } from '../fixtures/members.ts'
import { createTestOrigin, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { bodyFields, queryFields, showsMembers } from '../fixtures/schemas.ts'
import { edgeBefore } from '../fixtures/site.ts'

let origin: TestOrigin
afterEach(async () => await origin?.close())

const repeat = async <T>(times: number, call: () => Promise<T>) => {
  const results: T[] = []
  for (let time = 0; time < times; time++) results.push(await call())
  return results
}

test('beyond the endpoint’s limit a member, or a visitor by address, has to wait, and is told how long; others don’t', async () => {
  origin = await createTestOrigin({ limitFactor: 0.05 })
  const [anna, ben] = [await origin.aMember(), await origin.aMember()]
  const most = LIMITS.read * 0.05
  const get = (as: typeof anna | null, ip = '203.0.113.7') => origin.call('listInterests', { as, facts: { ip } })
  for (const as of [anna, null]) {
    const statuses = (await repeat(most, () => get(as))).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const over = await get(as)
    expect([over.status, over.body.error?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(over.headers.get('retry-after'))).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60)
  }
  expect((await get(ben)).status).toBe(200)
  expect((await get(null, '198.51.100.4')).status).toBe(200)
  expect((await origin.call('updateUser', { as: anna, body: { language: 'de' } })).status).toBe(200)
})

test('attempts with passwords and tokens have the smallest limit, counted before anything is hashed or stored', async () => {
  origin = await createTestOrigin({ limitFactor: 0.1 })
  const token = 'x'.repeat(43)
  await repeat(LIMITS.attempt * 0.1, () => origin.call('activate', { body: { token } }))
  const before = await origin.everything()
  const answers = [
    await origin.call('activate', { body: { token } }),
    await origin.call('login', { body: { credentials: { login: 'a', password: 'b' } } }),
    await origin.call('getToken', { query: { token } })
  ]
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429])
  expect(await origin.everything()).toBe(before)
})

test('a member can guess at codes as rarely as at passwords, whichever call takes them', async () => {
  origin = await createTestOrigin({ limitFactor: 0.1 })
  const guessed = ENDPOINTS.filter((endpoint) =>
    [...queryFields(endpoint), ...bodyFields(endpoint).flatMap(({ path }) => path)].includes('code')
  )
  expect(guessed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['getCredits', 'getDiscountCode', 'createPayment', 'signDirectDebit'])
  )
  for (const { name, method } of guessed) {
    const me = await origin.aMember()
    const code = { code: 'SPRING25' }
    const answers = await repeat(LIMITS.attempt * 0.1 + 1, () =>
      origin.call(name as EndpointName, { as: me, ...(method === 'GET' ? { query: code } : { body: code }) })
    )
    expect([name, answers.at(-1)!.status]).toEqual([name, 429])
  }
  // Prices without a code are only read.
  const me = await origin.aMember()
  for (const { status } of await repeat(LIMITS.attempt, () => origin.call('getCredits', { as: me }))) expect(status).not.toBe(429)
})

test('beyond the site’s different profiles per hour a member, or a visitor by address, has to wait for the hour to end', async () => {
  origin = await createTestOrigin({ limitFactor: 1 })
  await origin.publish({ id: 'velvet', logged_out_search: 'all', distinct_profiles_per_hour: 10 })
  const [anna, ben] = [await origin.aMember(), await origin.aMember({ shown_to_visitors: true })]
  const look = (as: typeof anna | null, id: string, ip = '2001:db8:1::1') => origin.call('getMember', { as, query: { id }, facts: { ip } })
  for (const as of [anna, null]) {
    expect((await look(as, ben.id)).status).toBe(200)
    // Unknown ids count as well.
    await repeat(9, () => look(as, newPublicId()))
    const over = await look(as, newPublicId(), '2001:db8:1::2')
    expect([over.status, over.body.error?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(over.headers.get('retry-after'))).toSatisfy((seconds: number) => seconds > 3500 && seconds <= 3600)
    expect((await look(as, ben.id)).status).toBe(200)
  }
  expect((await look(null, newPublicId(), '2001:db8:2::1')).status).toBe(404)
  origin.advanceReal(3600)
  for (const as of [anna, null]) expect((await look(as, newPublicId())).status).toBe(404)
})

test('one’s own profile, and those of members who like one or share a conversation, can be opened without limit', async () => {
  origin = await createTestOrigin({ limitFactor: 1 })
  await origin.publish({ id: 'velvet', distinct_profiles_per_hour: 10 })
  const anna = await origin.aMember()
  const look = async (id: string) => (await origin.call('getMember', { as: anna, query: { id } })).status
  await repeat(10, () => look(newPublicId()))
  const [fan, pen, idol] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  await origin.call('likeMember', { as: fan, body: { id: anna.id } })
  await origin.call('likeMember', { as: anna, body: { id: idol.id } })
  await write(origin, anna, pen, 'Hi')
  expect([await look(anna.id), await look(fan.id), await look(pen.id)]).toEqual([200, 200, 200])
  // A like costs nothing: a member who is only liked counts like anyone else.
  expect(await look(idol.id)).toBe(429)
})

/** How a robot calls every endpoint that has a budget; `seen` are the ids that it knows. */
const ROBOT: Record<
  string,
  (as: TestMember | null, page: number, seen: string[]) => Promise<{ status: number; body: object; headers: Headers }>
> = {
  searchMembers: (as, page) => origin.call('searchMembers', { as, query: { page: String(page) } }),
  getSignupMatches: (as) => origin.call('getSignupMatches', { as }),
  getHome: (as) => origin.call('getHome', { as }),
  autoLike: (as) => origin.call('autoLike', { as }),
  findMatches: (as) => origin.call('findMatches', { as }),
  getSwipeDeck: (as) => origin.call('getSwipeDeck', { as }),
  getMember: (as, page, seen) => origin.call('getMember', { as, query: { id: seen[page] ?? newPublicId() } }),
  getLike: (as, page, seen) => origin.call('getLike', { as, query: { id: seen[page] ?? newPublicId() } }),
  getChat: (as, page, seen) => origin.call('getChat', { as, query: { member: seen[page] ?? newPublicId() } })
}
/** Endpoints that show only those with whom one has something already. */
const ACQUAINTED = ['listChats', 'listLikes', 'listVisits', 'listBlocked']

const idsIn = (body: object) => [...JSON.stringify(body).matchAll(/"id":"([\w-]{22})"/g)].map(([, id]) => id!)

test('every read that shows members has a budget of cards or profiles, but for lists of acquaintances', () => {
  const shows = ENDPOINTS.filter((one) => one.method === 'GET' && one.answer === 'json' && showsMembers(one)).map(({ name }) => name)
  expect(shows.sort()).toEqual([...Object.keys(ROBOT), ...ACQUAINTED].sort())
  for (const { name, quota } of ENDPOINTS) expect([name, quota !== null]).toEqual([name, Object.hasOwn(ROBOT, name)])
})

test('a robot that asks everything, as visitor and as free member, is shown the site’s cards per hour, then waits; the same members again are free', async () => {
  origin = await createTestOrigin({ limitFactor: 1 })
  await origin.publish({
    id: 'velvet',
    logged_out_search: 'all',
    distinct_cards_per_hour: 100,
    distinct_profiles_per_hour: 10,
    auto_like: 'suggestion'
  })
  const anna = await origin.aMember({ gender: 'woman', looking_for: ['man'], signup_date: new Date(0) })
  const crowd = Array.from({ length: 130 }, () => origin.aMember({ shown_to_visitors: true, gender: 'man', looking_for: ['woman'] }))
  const people = new Set((await Promise.all(crowd)).map(({ id }) => id))
  const answers = { genders: [], min_age: 18, max_age: 99, country: null, region: null, interests: [], reasons: [] }
  expect((await origin.call('answerMatchFinder', { as: anna, body: answers })).status).toBe(200)
  for (const as of [anna, null]) {
    const shown = new Set<string>()
    const refused = new Set<string>()
    for (let page = 1; page <= 12; page++) {
      for (const [name, ask] of Object.entries(ROBOT)) {
        const { status, body, headers } = await ask(as, page, [...shown])
        if (status === 200) for (const id of idsIn(body)) if (people.has(id)) shown.add(id)
        if (status !== 429) continue
        refused.add(name)
        expect(body).toMatchObject({ error: { code: 'too_many_requests' } })
        expect(Number(headers.get('retry-after'))).toSatisfy((seconds: number) => seconds > 3500 && seconds <= 3600)
      }
    }
    expect(shown.size).toSatisfy((size: number) => size >= 80 && size <= 100)
    expect([...refused].sort()).toEqual(as ? ['getChat', 'getLike', 'getMember', 'searchMembers'] : ['getMember', 'searchMembers'])
    expect((await ROBOT.searchMembers!(as, 1, [])).status).toBe(200)
  }
  origin.advanceReal(3600)
  expect((await ROBOT.searchMembers!(anna, 6, [])).status).toBe(200)
})

test('a robot that reads pages through the edge without a session is shown no more', async () => {
  origin = await createTestOrigin({ limitFactor: 1 })
  await origin.publish({ id: 'velvet', logged_out_search: 'all', distinct_cards_per_hour: 100, distinct_profiles_per_hour: 10 })
  const crowd = await Promise.all(Array.from({ length: 130 }, () => origin.aMember({ shown_to_visitors: true })))
  const edge = edgeBefore(origin)
  const read = async (path: string, ip = '203.0.113.7') => {
    const answer = await edge.fetch(new Request(`http://velvet.example${path}`), { ip, country: 'NL' })
    return { status: answer.status, text: await answer.text() }
  }
  const shown = new Set<string>()
  for (let page = 1; page <= 7; page++) {
    const { text } = await read(`/members?page=${page}`)
    for (const { id } of crowd) if (text.includes(id)) shown.add(id)
  }
  expect(shown.size).toBe(100)
  const refused = await read('/api/members.php?page=7')
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([429, { error: { code: 'too_many_requests' } }])
  const named: TestMember[] = []
  for (const member of crowd.slice(0, 15)) if ((await read(`/members/${member.id}`)).text.includes(member.row.name)) named.push(member)
  expect(named).toHaveLength(10)
  // Another address has its own budget; no refusal was cached as a page.
  expect((await read(`/members/${crowd[14]!.id}`, '198.51.100.4')).text).toContain(crowd[14]!.row.name)
})

test('a caller who requests 236 pages of a search in a minute is shown two thousand members of them', async () => {
  origin = await createTestOrigin({ limitFactor: 1 })
  await origin.publish({ id: 'velvet', logged_out_search: 'all' })
  await insertMembers(origin.deps.db, origin.tenant('velvet').settings, origin.now(), 2100, () => ({ shown_to_visitors: true }))
  const seen = new Set<string>()
  for (let page = 1; page <= 104; page++) {
    const { body } = await origin.call('searchMembers', { query: { page: String(page) } })
    for (const member of body.members ?? []) seen.add(member.id)
  }
  expect(seen.size).toBe(2000)
})

let tries = 0

/** How many log-ins with a wrong password are attempted, and not refused as too many, from alternating addresses. */
async function triedFrom(addresses: (index: number) => string, most: number): Promise<number> {
  let tried = 0
  for (let index = 0; index < most; index++) {
    const body = { credentials: { login: `someone${(tries += 1)}@mail.example`, password: 'a wrong password' } }
    const { status, body: answer } = await origin.call('login', { body, facts: { ip: addresses(index) } })
    if (status !== 429 && answer.error?.code === 'login_failed') tried += 1
  }
  return tried
}

test('however a proxy writes addresses, each connection has its own budget, whatever the port', async () => {
  origin = await createTestOrigin({ limitFactor: 1 })
  const most = LIMITS.attempt
  // IPv4 inside IPv6: different people.
  expect(await triedFrom((index) => `::ffff:198.51.${index}.1`, most + 10)).toBe(most + 10)
  // One of them from different ports, in every notation.
  expect(await triedFrom((index) => `192.0.2.1:${1000 + index}`, most + 10)).toBe(most)
  expect(await triedFrom((index) => `[::ffff:192.0.2.2]:${1000 + index}`, most + 10)).toBe(most)
  expect(await triedFrom((index) => `[2001:db8:1:2::${index}]:${1000 + index}`, most + 10)).toBe(most)
})

test('an IPv6 /48 network has the budgets of sixteen connections, not 65,536', { timeout: 120_000 }, async () => {
  origin = await createTestOrigin({ limitFactor: 0.1 })
  const most = LIMITS.search * 0.1 * NETWORK_LINES
  const statusFrom = async (ip: string) => (await origin.call('searchMembers', { facts: { ip } })).status
  const addresses = Array.from({ length: most + 50 }, (_, index) => `2001:db8:7:${index.toString(16)}::1`)
  const answered: number[] = []
  // Not all at once: an origin that has too much to do would refuse some of them for that.
  while (answered.length < addresses.length) {
    answered.push(...(await Promise.all(addresses.slice(answered.length, answered.length + 30).map(statusFrom))))
  }
  expect(answered.filter((status) => status === 200)).toHaveLength(most)
  expect(answered.filter((status) => status === 429)).toHaveLength(50)
  expect(await statusFrom('2001:db8:8::1')).toBe(200)
})

test('an IPv6 /48 network is shown the profiles of sixteen connections; looking again, and its neighbour, are free', async () => {
  origin = await createTestOrigin({ limitFactor: 0.1 })
  await origin.publish({ id: 'velvet', logged_out_search: 'all', distinct_profiles_per_hour: 10 })
  const crowd = await Promise.all(Array.from({ length: NETWORK_LINES + 2 }, () => origin.aMember({ shown_to_visitors: true })))
  const statusOf = async (index: number, network = '7') =>
    (await origin.call('getMember', { query: { id: crowd[index]!.id }, facts: { ip: `2001:db8:${network}:${index.toString(16)}::1` } }))
      .status
  const answered: number[] = []
  for (const index of crowd.keys()) answered.push(await statusOf(index))
  expect(answered).toEqual(crowd.map((_, index) => (index < NETWORK_LINES ? 200 : 429)))
  expect([await statusOf(0), await statusOf(NETWORK_LINES, '8')]).toEqual([200, 200])
})

test('wrong passwords from all over a network finally block it, but not its neighbour', async () => {
  origin = await createTestOrigin()
  const from = (ip: string) => triedFrom(() => ip, 1)
  expect(await from('2001:db8:9:1::1')).toBe(1)
  // As if all other addresses of the network had tried as well: sixteen times fifty.
  await origin.deps.db
    .updateTable('login_failures')
    .set({ failures: 50 * NETWORK_LINES - 2 })
    .execute()
  expect([await from('2001:db8:9:2::1'), await from('2001:db8:9:3::1')]).toEqual([1, 1])
  expect([await from('2001:db8:9:4::1'), await from('2001:db8:a::1')]).toEqual([0, 1])
})

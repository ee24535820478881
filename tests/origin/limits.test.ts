import { afterEach, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { addressRange } from '../../origin/http/rate-limits.ts'
import { LIMITS } from '../../shared/api/entry.ts'
import { createWorld, type World } from '../world/origin.ts'

let world: World
afterEach(() => world.close())

const repeat = async <T>(times: number, call: () => Promise<T>) => {
  const results: T[] = []
  for (let time = 0; time < times; time++) results.push(await call())
  return results
}

test('beyond the limit of its entry a member, and a visitor by their line, is asked to wait, with the time; others are not', async () => {
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

test('beyond the different profiles an hour of the site a member, and a visitor by their line, has to wait for the hour to end', async () => {
  world = await createWorld({ limitFactor: 1 })
  await world.publish({ id: 'velvet', logged_out_search: 'all', distinct_profiles_per_hour: 10 })
  const [anna, ben] = [await world.aMember(), await world.aMember({ shown_to_visitors: true })]
  const look = (as: typeof anna | null, id: string, ip = '2001:db8:1::1') => world.call('getMember', { as, query: { id }, facts: { ip } })
  for (const as of [anna, null]) {
    expect((await look(as, ben.id)).status).toBe(200)
    // Ids that nobody has count as well.
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

test('the addresses of one line count as one: IPv4 whole, IPv6 by its first 64 bits, however it is written', async () => {
  world = await createWorld({ sites: [] })
  const ranges = [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
    ['', '']
  ]
  expect(ranges.map(([ip]) => [ip, addressRange(ip!)])).toEqual(ranges)
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { repeats } from '../fixtures/long.ts'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import { LIMITS } from '../../shared/api/endpoint.ts'
import { createTestOrigin, PASSWORD, type TestMember, type TestOrigin } from '../fixtures/origin.ts'

// Hundreds of log-ins at once, from one address or against one account, and people who want to log in meanwhile.

const FLOOD = repeats(60, 200)
const HONEST = 10

let origin: TestOrigin
beforeEach(async () => {
  origin = await createTestOrigin({ limitFactor: 1000 })
})
afterEach(() => origin.close())

interface Try {
  login: string
  password: string
  ip: string
  as?: TestMember
}

const logIn = ({ login, password, ip, as }: Try) => origin.call('login', { as, body: { credentials: { login, password } }, facts: { ip } })

/** Status and position of people who arrive during the flood, each from their own address. */
async function honestAmid(flood: (index: number) => Try) {
  const members = await Promise.all(Array.from({ length: HONEST }, () => origin.aMember()))
  const order: string[] = []
  const send = async (name: string, attempt: Try): Promise<number> => {
    const { status } = await logIn(attempt)
    order.push(name)
    return status
  }
  const flooded = Array.from({ length: FLOOD }, (_, index) => send('flood', flood(index)))
  // From now on the others are waiting: finding their sessions is done.
  await Promise.race(flooded)
  const honest = await Promise.all(
    members.map(({ row }, index) => send('honest', { login: row.email, password: PASSWORD, ip: `203.0.113.${index}` }))
  )
  await Promise.all(flooded)
  return { honest, last: order.lastIndexOf('honest') }
}

const wrong = (index: number, ip: string): Try => ({ login: `unknown${index}@mail.example`, password: 'a wrong password', ip })

test.each([
  ['one address', () => '198.51.100.1'],
  ['one IPv6 network', (index: number) => `2001:db8:5:${index.toString(16)}::1`]
])('a flood from %s leaves room: everyone else gets in, and before most of it', async (_, ip) => {
  const { honest, last } = await honestAmid((index) => wrong(index, ip(index)))
  expect(honest).toEqual(Array.from({ length: HONEST }, () => 200))
  expect(last).toBeLessThan(FLOOD)
})

test('a flood from one address leaves room, also with a session of another account in each request', async () => {
  const members = await Promise.all(Array.from({ length: FLOOD }, () => origin.aMember()))
  const { honest, last } = await honestAmid((index) => ({ ...wrong(index, '198.51.100.1'), as: members[index]! }))
  expect(honest).toEqual(Array.from({ length: HONEST }, () => 200))
  expect(last).toBeLessThan(FLOOD)
})

test('attempts that need no session are limited by address, also with a session', async () => {
  const limited = await createTestOrigin({ limitFactor: 1 })
  const members = await Promise.all(Array.from({ length: 3 }, () => limited.aMember()))
  const attempts = ENDPOINTS.filter(({ audience, limit, caller }) => audience === 'anyone' && limit === 'attempt' && caller === 'script')
  const statuses: number[] = []
  for (let index = 0; index <= LIMITS.attempt; index++) {
    const { name, when } = attempts[index % attempts.length]!
    const query = when === '' ? {} : { [when]: '1' }
    const { status } = await limited.call(name as EndpointName, { as: members[index % 3], query, facts: { ip: '198.51.100.1' } })
    statuses.push(status)
  }
  await limited.close()
  expect(attempts.length).toBeGreaterThan(5)
  expect(statuses.indexOf(429)).toBe(LIMITS.attempt)
})

test('a flood against one account from everywhere leaves room: everyone else gets in', async () => {
  const target = await origin.aMember()
  const { honest } = await honestAmid((index) => ({ login: target.row.email, password: 'a wrong one', ip: `198.18.${index}.1` }))
  expect(honest).toEqual(Array.from({ length: HONEST }, () => 200))
})

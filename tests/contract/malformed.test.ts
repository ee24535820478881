import { newPublicId } from '../../origin/db/public-id.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { CONTRACT, ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import type { Edge } from '../../worker/app.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { edgeBefore } from '../fixtures/site.ts'
import { ROWS } from './rows.ts'

/** The bench sends more: MALFORMED=10000. */
const REQUESTS = Number(process.env.MALFORMED ?? 2000)

const origin = sharedOrigin({ limitFactor: 1_000_000 })
let edge: Edge
let member: TestMember
let target: TestMember

beforeAll(async () => {
  edge = edgeBefore(origin)
  member = await origin.aMember()
  target = await origin.aMember()
})

const nasty = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    Number.POSITIVE_INFINITY,
    2 ** 63,
    Number.NaN,
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    '{{7*7}}',
    "' or 1=1 --",
    '../../etc/passwd',
    '2026-02-30',
    '@name',
    [],
    {},
    [[[[]]]]
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.integer(),
  fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 4 }),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.anything({ maxDepth: 2 }), { maxKeys: 4 }),
  fc.constant('x').map((letter) => letter.repeat(5000))
)

/** A request similar to one of the contract: its input with something broken, or something completely different. */
const request = fc.record({
  endpoint: fc.constantFrom(...ENDPOINTS.filter(({ answer }) => answer === 'json').map(({ name }) => name as EndpointName)),
  method: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'), { nil: null, freq: 8 }),
  broken: fc.constantFrom('field', 'extra', 'whole', 'json', 'nothing'),
  value: nasty,
  name: fc.oneof(
    fc.constantFrom('id', 'page', 'member', 'text', 'email', '__proto__', 'constructor', 'credits'),
    fc.string({ maxLength: 10 })
  ),
  query: fc.dictionary(
    fc.oneof(fc.constantFrom('id', 'page', 'conversation', 'member', 'before', 'country'), fc.string({ maxLength: 6 })),
    fc.string({ unit: 'binary', maxLength: 20 }),
    { maxKeys: 3 }
  ),
  type: fc.constantFrom(
    'application/json',
    'application/json',
    'application/json',
    'text/plain',
    'multipart/form-data',
    'application/json; charset=utf-16',
    'image/png',
    ''
  ),
  key: fc.oneof(fc.uuid(), fc.constantFrom('', 'x', 'k'.repeat(300))),
  cookie: fc.constantFrom('member', 'member', 'none', 'auth=1.2.3', '__Host-auth=\x01', 'a'.repeat(4000))
})

test(`${REQUESTS} malformed requests made from the contract: no answer is a 5xx, every refusal has the one form`, async () => {
  const token = 't'.repeat(43)
  const fixture = {
    target,
    caller: member,
    conversation: 'A'.repeat(22),
    activationToken: token,
    resetToken: token,
    mailChangeToken: token,
    order: newPublicId(),
    photo: 'p'.repeat(22)
  }
  await fc.assert(
    fc.asyncProperty(request, async ({ endpoint: called, method, broken, value, name, query, type, key, cookie }) => {
      const endpoint = CONTRACT[called]
      const input = ROWS[called].input(fixture).body
      const valid = (input instanceof Uint8Array ? {} : (input ?? {})) as Record<string, unknown>
      const bodies = {
        field: { ...valid, [Object.keys(valid)[0] ?? name]: value },
        extra: { ...valid, [name]: value },
        whole: value,
        nothing: valid
      }
      const body = broken === 'json' ? `{"a":${JSON.stringify(name)}` : JSON.stringify(bodies[broken])
      const verb = method ?? endpoint.method
      const search = new URLSearchParams(query).toString()
      const headers: Record<string, string> = { 'x-client-request': '1', 'sec-fetch-site': 'same-origin' }
      if (type) headers['content-type'] = type
      if (key) headers['idempotency-key'] = key
      if (cookie === 'member') headers.cookie = `__Host-auth=${member.cookie}`
      else if (cookie !== 'none') headers.cookie = cookie.replaceAll('\x01', 'x')
      const answer = await edge.fetch(
        new Request(`http://velvet.example${endpoint.path}${search ? `?${search}` : ''}`, {
          method: verb,
          headers,
          ...(verb === 'GET' || verb === 'HEAD' ? {} : { body: body ?? '' })
        }),
        { ip: '203.0.113.7', country: 'NL' }
      )
      const text = await answer.text()
      expect(answer.status, `${verb} ${endpoint.path}?${search} ${body} → ${text}`).toBeLessThan(500)
      if (answer.status >= 400 && verb !== 'HEAD') {
        const { error } = JSON.parse(text) as { error: { code: string; message_key: string; params: object } }
        expect(error.message_key).toBe(`error.${error.code}`)
        expect(error.params).toBeTypeOf('object')
      }
      // If the member was logged out along the way, they log in again.
      if (endpoint.name.startsWith('logout') && answer.ok) member = await origin.signIn(member)
    }),
    { numRuns: REQUESTS }
  )
}, 600_000)

import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENDPOINTS } from '../../shared/api/contract.ts'
import { addressOf } from '../../shared/api/endpoint.ts'
import { ERROR_STATUS } from '../../shared/api/errors.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { queryFields } from '../fixtures/schemas.ts'

const origin = sharedOrigin()
let member: TestMember
let before: string
beforeAll(async () => {
  member = await origin.aMember()
})
// No request in this file may change anything.
beforeEach(async () => {
  before = await origin.everything()
})
afterEach(async () => {
  expect(await origin.everything()).toBe(before)
})

/** A write with arbitrary bytes, as our script would send it. */
async function post(
  path: string,
  body: string | Uint8Array | ReadableStream,
  headers: Record<string, string | null> = {},
  method = 'POST'
) {
  const answer = await origin.send(path, {
    method,
    tenant: 'velvet',
    body,
    headers: {
      cookie: `auth=${member.cookie}`,
      'x-client-request': '1',
      'content-type': 'application/json',
      'idempotency-key': 'a-key-of-a-test',
      ...headers
    }
  })
  return {
    status: answer.status,
    headers: answer.headers,
    error: ((await answer.json()) as { error?: { code: string; fields?: { field: string; code: string }[] } }).error
  }
}

test('invalid JSON, invalid UTF-8, or nesting deeper than 16, is 400', async () => {
  const deep = (levels: number) => `${'{"credentials":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
  const bodies = [
    '',
    '{',
    '{"a":1,}',
    "{'a':1}",
    'undefined',
    '\u0000',
    '{"a":NaN}',
    new Uint8Array([0x7b, 0xff, 0x7d]),
    deep(17),
    '['.repeat(60_000),
    '{"a":'.repeat(10_000)
  ]
  for (const body of bodies)
    expect([String(body).slice(0, 20), (await post('/api/user.php', body)).error?.code]).toEqual([String(body).slice(0, 20), 'bad_json'])
  expect((await post('/api/user.php', deep(16))).error?.code).toBe('invalid')
})

test('JSON that isn’t an object is 422', async () => {
  for (const body of ['null', '1', '"text"', 'true', '[]', '[{}]', '[["credentials"]]']) {
    for (const path of ['/api/user.php', '/api/page-hidden.php'])
      expect([path, body, (await post(path, body)).status]).toEqual([path, body, 422])
  }
})

test('a body over 64 KiB is 413, also without a length header; at 64 KiB it is read', async () => {
  const json = (bytes: number) => `{"credentials":"${'x'.repeat(bytes - 18)}"}`
  const streamed = (text: string) => new Blob([text]).stream()
  expect((await post('/api/user.php', json(65_536))).error?.code).toBe('invalid')
  expect((await post('/api/user.php', json(65_537))).error?.code).toBe('too_large')
  expect((await post('/api/user.php', streamed(json(65_537)))).error?.code).toBe('too_large')
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(16_384).fill(0x20))
    }
  })
  expect((await post('/api/user.php', endless)).status).toBe(413)
  expect(sent).toBeLessThan(10)
})

test('anything but JSON by its content type is 415', async () => {
  const types = [
    null,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=latin1',
    'application/jsonp',
    'text/json',
    'application/json, text/plain'
  ]
  for (const type of types) expect([type, (await post('/api/user.php', '{}', { 'content-type': type })).status]).toEqual([type, 415])
  for (const type of ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"'])
    expect((await post('/api/user.php', '{}', { 'content-type': type })).status).toBe(422)
})

test('another method is 405 with the allowed ones; HEAD is answered like GET without a body', async () => {
  const allow = async (path: string, method: string) => {
    const answer = await origin.send(path, { method, tenant: 'velvet', headers: { 'x-client-request': '1' } })
    return [answer.status, answer.headers.get('allow'), await answer.text()]
  }
  const body = '{"error":{"code":"method_not_allowed","message_key":"error.method_not_allowed","params":{}}}'
  expect(await allow('/api/user.php', 'DELETE')).toEqual([405, 'GET, HEAD, POST, PUT', body])
  expect(await allow('/api/user.php', 'PATCH')).toEqual([405, 'GET, HEAD, POST, PUT', body])
  expect(await allow('/api/visit.php', 'GET')).toEqual([405, 'POST', body])
  expect(await allow('/api/visit.php', 'HEAD')).toEqual([405, 'POST', ''])
  expect(await allow('/api/message.php', 'OPTIONS')).toEqual([405, 'DELETE, POST, PUT', body])
  expect(await allow('/api/interests.php', 'HEAD')).toEqual([200, null, ''])
})

test('an unknown path is 404, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
    for (const path of [
      '/api/user.php/',
      '/api/User.php',
      '/api/user',
      '/api//user.php',
      '/api',
      '/',
      '/api/__proto__',
      '/api/user.php%00'
    ]) {
      const answer = await origin.send(path, { method, tenant: 'velvet' })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  }
})

test('every write without the client header is 403; a header with another value counts as none', async () => {
  for (const endpoint of ENDPOINTS.filter((one) => one.header)) {
    for (const value of [null, '', '0', '2', 'true', '1, 1']) {
      const answer = await origin.send(addressOf(endpoint), {
        method: endpoint.method,
        tenant: 'velvet',
        headers: {
          cookie: `auth=${member.cookie}`,
          'content-type': 'application/json',
          'idempotency-key': 'a-key-of-a-test',
          'x-client-request': value
        },
        ...(endpoint.body && { body: '{}' })
      })
      expect([endpoint.name, value, answer.status, await answer.text()]).toEqual([
        endpoint.name,
        value,
        403,
        '{"error":{"code":"client_header_missing","message_key":"error.client_header_missing","params":{}}}'
      ])
    }
  }
})

test('unknown and doubled query parameters are refused on every endpoint', async () => {
  for (const endpoint of ENDPOINTS.filter((one) => one.answer !== 'events' && one.caller !== 'webhook')) {
    for (const [query, name, code] of [
      ['zz=1', 'zz', 'unknown'],
      ['zz=1&zz=1', 'zz', 'invalid'],
      ['__proto__=1', '__proto__', 'unknown'],
      ['constructor=1', 'constructor', 'unknown'],
      ['%F0%28=%FF', '', 'unknown']
    ] as const) {
      const answer = await origin.send(`${addressOf(endpoint)}${endpoint.when === '' ? '?' : '&'}${query}`, {
        method: endpoint.method,
        ...(endpoint.caller === 'edge' ? {} : { tenant: 'velvet' }),
        headers: {
          cookie: `auth=${member.cookie}`,
          'x-client-request': '1',
          'content-type': 'application/json',
          'idempotency-key': 'a-key-of-a-test'
        },
        ...(endpoint.body && { body: '{}' })
      })
      const { error } = (await answer.json()) as { error: { fields: { field: string; code: string }[] } }
      expect([endpoint.name, query, answer.status]).toEqual([endpoint.name, query, 422])
      expect(error.fields).toContainEqual({ field: name, code, message_key: `field.${code}`, params: {} })
    }
  }
})

/** Values that aren't a page, age, id, place, kind, cursor, coordinate or crop. */
const MAD = [
  '',
  ' ',
  '\0',
  '-1',
  '1.5.',
  '1e9',
  '0x10',
  '99999999999999999999',
  'NaN',
  '-Infinity',
  '١٢',
  '１２',
  'true',
  'null',
  'undefined',
  '[]',
  '[object Object]',
  '{"$gt":""}',
  "1' or 1=1 --",
  '1;drop table members',
  '../../etc/passwd',
  '%00',
  '%s%s%n',
  '{{7*7}}',
  '\u202e12',
  'nl-nh',
  'NL-',
  'NL-NH,BE-VAN',
  'ß'.repeat(22),
  '💥',
  'x'.repeat(5000)
]

/** A coordinate may be below zero. */
const madFor = (field: string) => MAD.filter((value) => value !== '-1' || !['lat', 'lon'].includes(field))

/** Fields that may be any text, or only have to be equal to something. */
const ANY_TEXT = ['code', 'forced-domain', 'expected_member']

test('absurd pages, ages, regions and ids are refused with the name of the field, in every read of the contract', async () => {
  let refused = 0
  for (const endpoint of ENDPOINTS.filter(({ caller, method }) => caller === 'script' && method === 'GET')) {
    for (const field of queryFields(endpoint)) {
      const answers = await Promise.all(
        madFor(field).map(async (value) => {
          const answer = await origin.send(`${endpoint.path}?${new URLSearchParams({ [field]: value })}`, {
            tenant: 'velvet',
            headers: { cookie: `auth=${member.cookie}`, 'x-client-request': '1' }
          })
          const { error } = (await answer.json()) as { error?: { code: string; message_key: string; fields?: { field: string }[] } }
          return { value, status: answer.status, key: error?.message_key, named: error?.fields?.some((one) => one.field === field) }
        })
      )
      const isText = ANY_TEXT.includes(field)
      for (const answer of answers) {
        const said = { endpoint: endpoint.name, field, ...answer }
        if (isText) expect(said.status, JSON.stringify(said)).toBeLessThan(500)
        else expect(said).toMatchObject({ status: 422, key: 'error.invalid', named: true })
      }
      if (!isText) refused += answers.length
    }
  }
  expect(refused).toBeGreaterThan(15 * MAD.length)
})

test('unknown fields of a body are refused; their names are never repeated if they aren’t valid field names', async () => {
  const good = { member: member.id, text: 'hi' }
  const fields = async (body: unknown) =>
    (await post('/api/message.php', JSON.stringify(body))).error?.fields?.map(({ field, code }) => [field, code])
  expect(await fields({ ...good, price: 0 })).toEqual([['price', 'unknown']])
  expect(await fields({ ...good, constructor: 1 })).toEqual([['constructor', 'unknown']])
  expect(await fields({ ...good, ['<script>alert(1)</script>']: 1 })).toEqual([['', 'unknown']])
  expect(await fields({ ...good, ['x'.repeat(5000)]: 1 })).toEqual([['', 'unknown']])
  expect((await post('/api/message.php', `{"member":"${member.id}","text":"hi","__proto__":{"admin":true}}`)).error?.fields).toMatchObject([
    { field: '__proto__', code: 'unknown' }
  ])
})

test('every wrong value has a code for its field, and no answer repeats what was sent', async () => {
  const secret = 'zq9-never-to-be-seen'
  const cases: [object, string, string][] = [
    [{ email: secret }, 'email', 'email'],
    [{ email: `${secret}@` }, 'email', 'email'],
    [{ email: 7 }, 'email', 'email'],
    [{ email: `a\u0000@${secret}.example` }, 'email', 'text'],
    [{ name: `@${secret}` }, 'name', 'name_at'],
    [{ name: 'ab' }, 'name', 'name_length'],
    [{ name: `${secret}${secret}` }, 'name', 'name_length'],
    [{ name: 'with/slash' }, 'name', 'name_letters'],
    [{ name: 'www.elsewhere' }, 'name', 'name_contact'],
    [{ name: 'elsewhere.example' }, 'name', 'name_contact'],
    [{ name: 'Anna 06 12 34 56' }, 'name', 'name_contact'],
    [{ name: 'nul\u0000nul' }, 'name', 'text'],
    [{ name: 'half \ud800 pair' }, 'name', 'text'],
    [{ name: undefined }, 'name', 'required'],
    [{ password: 'short' }, 'password', 'password_length'],
    [{ password: `${'x'.repeat(60)}\ud800` }, 'password', 'text'],
    [{ date_of_birth: secret }, 'date_of_birth', 'date_of_birth'],
    [{ date_of_birth: '2024-02-30' }, 'date_of_birth', 'date_of_birth'],
    [{ gender: secret }, 'gender', 'choose'],
    [{ looking_for: secret }, 'looking_for', 'invalid'],
    [{ looking_for: ['man', secret] }, 'looking_for.1', 'choose'],
    [{ country: 'nl' }, 'country', 'invalid'],
    [{ region: secret }, 'region', 'invalid'],
    [{ signup_message: 'x'.repeat(1001) }, 'signup_message', 'too_long'],
    [{ signup_message: `a\u0000${secret}` }, 'signup_message', 'text'],
    [{ consent_terms: false }, 'consent_terms', 'consent'],
    [{ consent_sensitive: 'true' }, 'consent_sensitive', 'consent']
  ]
  for (const [change, field, code] of cases) {
    const answer = await post('/api/signup.php', JSON.stringify({ ...aSignUp(), ...change }))
    expect([change, answer.status, answer.error?.fields?.[0]]).toMatchObject([change, 422, { field, code }])
    expect(JSON.stringify(answer.error)).not.toContain(secret)
  }
})

test('every error has the same format, and the status of its code', async () => {
  const answers = [
    await post('/api/user.php', '{'),
    await post('/api/user.php', '{}'),
    await post('/api/like.php', '{}', {}, 'PATCH'),
    await post('/api/like.php', `{"id":"${'x'.repeat(22)}"}`)
  ]
  for (const { status, error, headers } of answers) {
    expect(error).toMatchObject({ code: expect.any(String), message_key: `error.${error?.code}`, params: expect.any(Object) })
    expect(status).toBe(ERROR_STATUS[error?.code as keyof typeof ERROR_STATUS])
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  }
})

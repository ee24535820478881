import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { purgeExpiredKeys } from '../../origin/http/idempotency.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { browserOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const send = (as: TestMember, member: TestMember, text: string, key: string) =>
  origin.call('sendMessage', { as, body: { member: member.id, text }, headers: { 'idempotency-key': key } })
const texts = async () => (await origin.deps.db.selectFrom('messages').select('text').execute()).map((row) => row.text)

test('a call that arrives again has one effect and the same answer, byte for byte, in series and at the same moment [API-24]', async () => {
  const [anna, ben] = [await origin.aMember(), await origin.aMember()]
  for (const text of ['in series', 'at once']) {
    const key = randomUUID()
    const first = text === 'in series' ? await send(anna, ben, text, key) : null
    const others = await Promise.all(Array.from({ length: 8 }, () => send(anna, ben, text, key)))
    const answers = first ? [first, ...others] : others
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    for (const answer of answers) expect(answer.status).toBe(200)
    expect((await texts()).filter((one) => one === text)).toHaveLength(1)
  }
})

test('the key with another request is refused and does nothing; the formatting of the same request doesn’t matter', async () => {
  const [anna, ben, cleo] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  const key = randomUUID()
  const first = await send(anna, ben, 'hello', key)
  const before = await origin.everything()
  for (const answer of [await send(anna, ben, 'hello!', key), await send(anna, cleo, 'hello', key)]) {
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'idempotency_key_reused'])
  }
  const spelled = await origin.call('sendMessage', {
    as: anna,
    body: `{ "text": " hello ",\n "member": "${ben.id}" }`,
    headers: { 'idempotency-key': key }
  })
  expect(spelled.text).toBe(first.text)
  expect(await origin.everything()).toBe(before)
})

test('the same key of another member or another endpoint is another call', async () => {
  const [anna, ben] = [await origin.aMember(), await origin.aMember()]
  const key = randomUUID()
  const form = aSignUp()
  await send(anna, ben, 'from anna', key)
  await send(ben, anna, 'from ben', key)
  expect((await origin.call('signUp', { as: anna, body: form, headers: { 'idempotency-key': key } })).status).toBe(200)
  expect(await texts()).toEqual(expect.arrayContaining(['from anna', 'from ben']))
  expect(await origin.mails(form.email)).toHaveLength(1)
})

test('a refused call stores nothing: the same key works once the reason is gone', async () => {
  const [anna, ben] = [await origin.aMember(), await origin.aMember({ status: 'banned' })]
  const key = randomUUID()
  expect((await send(anna, ben, 'later', key)).status).toBe(404)
  await origin.deps.db.updateTable('members').set({ status: 'confirmed' }).where('id', '=', ben.row.id).execute()
  expect((await send(anna, ben, 'later', key)).status).toBe(200)
})

test('a sign-up that is sent several times, from any network, creates one account and one mail, and each answer has its cookie', async () => {
  const form = aSignUp()
  const headers = { 'idempotency-key': randomUUID() }
  const signUp = (more: { facts?: { ip: string }; tenant?: string; body?: object } = {}) =>
    origin.call('signUp', { body: form, headers, ...more })
  const elsewhere = { facts: { ip: '198.51.100.9' } }
  const answers = [...(await Promise.all([signUp(), signUp(), signUp(elsewhere)])), await signUp(), await signUp(elsewhere)]
  for (const answer of answers) expect(answer.text).toBe('{"status":"check_mail"}')
  expect(await origin.mails(form.email)).toHaveLength(1)
  const cookies = answers.map((answer) => browserOf(answer).cookie)
  expect([cookies[0], new Set(cookies).size]).toEqual([expect.stringMatching(/^signup=./), 1])
  // What identifies the browser can't be read from a copy of the database.
  expect(await origin.everything()).not.toContain(cookies[0]!.split('.')[1])
  // Another person's request isn't answered with it, nor the same one on another site.
  expect((await signUp({ body: { ...form, password: 'another quiet harbour' } })).body.error?.code).toBe('idempotency_key_reused')
  expect((await signUp({ tenant: 'isle' })).body.error?.code).toBe('invalid')
})

test('without a key, or with a malformed one, nothing happens and the error names it', async () => {
  const [anna, ben] = [await origin.aMember(), await origin.aMember()]
  const before = await origin.everything()
  const keys = ['', 'short12', 'x'.repeat(81), 'with space', 'ümläut-key', "'; drop table members"]
  for (const key of keys) {
    const answer = await origin.send('/api/message.php', {
      method: 'POST',
      tenant: 'velvet',
      headers: {
        cookie: `auth=${anna.cookie}`,
        'x-client-request': '1',
        'content-type': 'application/json',
        'idempotency-key': key === '' ? null : Buffer.from(key).toString('latin1')
      },
      body: JSON.stringify({ member: ben.id, text: 'hi' })
    })
    expect([key, answer.status, await answer.json()]).toMatchObject([
      key,
      422,
      { error: { code: 'invalid', fields: [{ field: 'idempotency_key', code: key === '' ? 'required' : 'invalid' }] } }
    ])
  }
  expect(await origin.everything()).toBe(before)
})

test('answers are stored for 48 hours', async () => {
  const [anna, ben] = [await origin.aMember(), await origin.aMember()]
  const kept = async () =>
    (await origin.deps.db.selectFrom('idempotency_keys').select('key').where('subject', '=', anna.id).execute()).length
  await send(anna, ben, 'kept', randomUUID())
  origin.advance(48 * 3600)
  await purgeExpiredKeys(origin.deps)
  expect(await kept()).toBe(1)
  origin.advance(1)
  await purgeExpiredKeys(origin.deps)
  expect(await kept()).toBe(0)
})

test('a stored request can’t be guessed from a copy of the table: it depends on the origin’s secret', async () => {
  const [anna, ben] = [await origin.aMember(), await origin.aMember()]
  const hashes = []
  for (const app of ['one secret', 'another secret']) {
    origin.deps.secrets.app = app
    const key = randomUUID()
    await send(anna, ben, 'the same', key)
    const row = await origin.deps.db.selectFrom('idempotency_keys').select('request_hash').where('key', '=', key).executeTakeFirstOrThrow()
    hashes.push(row.request_hash.toString('hex'))
  }
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(hashes[0]).not.toBe(hashes[1])
})

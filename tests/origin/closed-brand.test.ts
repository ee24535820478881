import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { batchTarget, type BatchAnswer } from '../../shared/api/batch.ts'
import { CONTRACT, ENDPOINTS } from '../../shared/api/contract.ts'
import type { SavedMethods } from '../../shared/api/credits.ts'
import { addressOf } from '../../shared/api/endpoint.ts'
import type { Edge } from '../../worker/app.ts'
import { like, write } from '../fixtures/acts.ts'
import { aComplaint, aSignUp } from '../fixtures/inputs.ts'
import { cookieValue, PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { anOrder, order, startPayments, type Payments } from '../fixtures/payments.ts'
import { edgeBefore } from '../fixtures/site.ts'
import { readZip } from '../fixtures/zip.ts'

const origin = sharedOrigin()
let payments: Payments
let edge: Edge
let anna: TestMember
let bob: TestMember
let paid: string
beforeAll(async () => {
  payments = await startPayments(origin)
  anna = await origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z') })
  bob = await origin.aMember({ paid_user: true, credits: 10 })
  await write(origin, anna, bob, 'Words of Anna')
  paid = await order(origin, payments, anna, 'pay', { save_card: true })
  const { settings, company } = origin.tenant('velvet')
  await origin.deps.tenants.publish({ ...settings, status: 'gone' }, { ...company, delete_discount: true }, 'test', origin.now())
  edge = edgeBefore(origin)
})
afterAll(() => payments.close())

/** A call of the origin itself, as if an edge had let it pass. */
const ask = (path: string, method: string, headers: Record<string, string> = {}) =>
  origin.send(path, {
    method,
    tenant: 'velvet',
    headers: { 'x-client-request': '1', 'content-type': 'application/json', cookie: `auth=${bob.cookie}`, ...headers },
    ...(method !== 'GET' && { body: '{}' })
  })
const codeOf = async (answer: Response) => (answer.status < 400 ? null : ((await answer.json()) as { error: { code: string } }).error.code)

test.each(
  ENDPOINTS.filter(({ caller, name }) => caller !== 'edge' && !/^log|^deleteAccount|^endSession/.test(name)).map(
    (one) => [one.name, one] as const
  )
)('the origin says itself whether %s is open on a closed brand', async (_, endpoint) => {
  const signed = endpoint.signature || endpoint.takes.kind === 'signed'
  const answer = await ask(addressOf(endpoint), endpoint.method, { 'idempotency-key': crypto.randomUUID() })
  const code = await codeOf(answer)
  if (endpoint.whileClosed) expect(code).not.toBe('site_closed')
  else expect([answer.status, code]).toEqual(signed ? [401, 'bad_signature'] : [410, 'site_closed'])
})

test('in a batch, too, each query is answered for itself', async () => {
  const answer = await ask(batchTarget([CONTRACT.getUser.path, CONTRACT.listChats.path]), 'GET')
  const lines = (await answer.text()).split('\n').filter((line) => line !== '')
  const statuses = lines.map((line) => JSON.parse(line) as BatchAnswer).sort((one, other) => one.index - other.index)
  expect(statuses.map(({ status }) => status)).toEqual([200, 410])
})

/** A browser at the front door of the brand: it keeps its cookie. */
function aBrowser() {
  let cookie = ''
  return async (path: string, fields?: Record<string, string>, json?: unknown, method = 'POST') => {
    const sent = fields ? new URLSearchParams(fields) : json === undefined ? undefined : JSON.stringify(json)
    const headers: Record<string, string> = {
      accept: 'text/html',
      origin: 'https://velvet.example',
      'sec-fetch-site': 'same-origin',
      cookie
    }
    if (json !== undefined)
      Object.assign(headers, { 'content-type': 'application/json', 'x-client-request': '1', 'idempotency-key': crypto.randomUUID() })
    const init = { headers, redirect: 'manual' as const, ...(sent === undefined ? {} : { method, body: sent }) }
    const answer = await edge.fetch(new Request(`https://velvet.example${path}`, init), { ip: '203.0.113.7', country: 'NL' })
    for (const line of answer.headers.getSetCookie()) if (line.includes('auth=')) cookie = line.split(';')[0]!
    return answer
  }
}

test('a member of a closed brand logs in, reads and exports their data, withdraws, removes the card, and deletes the account', async () => {
  const browse = aBrowser()
  const login = await browse('/login', { 'credentials.login': anna.row.email, 'credentials.password': PASSWORD })
  expect([login.status, login.headers.get('location')]).toEqual([303, '/settings'])
  expect((await browse('/settings')).status).toBe(200)
  expect(await (await browse('/transactions')).text()).toContain(paid)
  expect(await (await browse('/')).text()).toContain('href="/settings"')

  const file = await browse('/settings', { form: 'startExport', password: PASSWORD })
  expect(file.status).toBe(303)
  const files = readZip(Buffer.from(await (await browse(file.headers.get('location')!)).arrayBuffer()))
  expect([...files.keys()]).toEqual(['account.json', 'conversations/1.json'])
  expect(files.get('conversations/1.json')!.toString()).toContain('Words of Anna')

  expect((await browse(CONTRACT.withdraw.path, undefined, { payment_id: paid })).status).toBe(200)
  const row = await origin.deps.db.selectFrom('orders').selectAll().where('public_id', '=', paid).executeTakeFirstOrThrow()
  expect(row.refunded).toBeGreaterThan(0)

  const saved = (await (await browse(addressOf(CONTRACT.getSavedMethods))).json()) as SavedMethods
  const removed = await browse(addressOf(CONTRACT.removeStoredCard), undefined, { id: saved.stored_card!.id }, 'DELETE')
  expect(removed.status).toBe(200)
  await origin.idle()
  expect(await origin.deps.db.selectFrom('stored_cards').selectAll().execute()).toEqual([])

  const leaving = await browse(addressOf(CONTRACT.getLeaving))
  expect(await leaving.json()).toMatchObject({ offer: null })
  expect((await browse(addressOf(CONTRACT.deleteAccount), undefined, { password: PASSWORD }, 'DELETE')).status).toBe(200)
  const { status } = await origin.deps.db.selectFrom('members').selectAll().where('id', '=', anna.row.id).executeTakeFirstOrThrow()
  expect(status).toBe('deleted')
})

test('anyone can complain and reset a password; no one can sign up, write or buy', async () => {
  const browse = aBrowser()
  expect((await browse(CONTRACT.fileComplaint.path, undefined, aComplaint())).status).toBe(200)
  const reset = await browse('/reset-password', { email: bob.row.email })
  expect([reset.status, reset.headers.get('location')]).toEqual([303, '/reset-password?sent=1'])
  const token = tokenOf((await origin.mails(bob.row.email)).at(-1))
  expect((await browse(`/${token}`)).status).toBe(200)

  const before = await origin.everything()
  for (const [path, body] of [
    [CONTRACT.signUp.path, aSignUp()],
    [CONTRACT.sendMessage.path, { member: anna.id, text: 'Hi' }],
    [CONTRACT.createPayment.path, {}],
    ['/signup', null]
  ] as const) {
    const answer = body ? await browse(path, undefined, body) : await browse(path, { email: 'new@cast.example' })
    expect([path, answer.status]).toEqual([path, 410])
  }
  expect(await origin.everything()).toBe(before)
})

test('its members are found at a sister brand of the pool, where they log in as before and answer; lent to another pool, they are no longer shown', async () => {
  await origin.publish({ id: 'lender', pool: 'lender', member_resell: true })
  const lena = await origin.aMember({ tenant: 'lender', shown_in: ['north'] })
  const [olga, nora] = [await origin.aMember(), await origin.aMember({ tenant: 'nordic' })]
  const found = async () => (await origin.call('searchMembers', { as: nora })).text
  expect(await found()).toContain(lena.id)
  await origin.publish({ id: 'lender', status: 'gone' })
  expect(await found()).not.toContain(lena.id)
  expect((await origin.call('sendMessage', { as: nora, body: { member: lena.id, text: 'Hi' } })).status).toBe(404)

  expect(await found()).toContain(olga.id)
  await like(origin, nora, olga)
  await write(origin, nora, olga, 'Still here?')
  const login = await origin.call('login', { tenant: 'nordic', body: { credentials: { login: olga.row.email, password: PASSWORD } } })
  const there = { tenant: 'nordic', headers: { cookie: `auth=${cookieValue(login.headers.get('set-cookie'))}` } }
  expect((await origin.call('listChats', there)).body.total_unread).toBe(1)
  expect((await origin.call('sendMessage', { ...there, body: { member: nora.id, text: 'On this side, yes' } })).status).toBe(200)
})

test('an order that was begun before and is paid after the closing brings credits where a sister brand takes them; else the money goes back', async () => {
  await origin.publish({ id: 'velvet', status: 'live' })
  const end = async (sister: 'live' | 'gone') => {
    const otto = await origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z') })
    const { payment_id: id } = (await origin.call('createPayment', { as: otto, body: anOrder(origin) })).body
    await origin.publish({ id: 'nordic', status: sister })
    await origin.publish({ id: 'velvet', status: 'gone' })
    await payments.choose(id, 'pay')
    await origin.idle()
    await payments.sandbox.delivered()
    const { facts, amount } = payments.sandbox.payments.find(({ reference }) => reference === id)!
    const back = facts.filter(({ kind }) => kind === 'refunded').reduce((sum, fact) => sum + fact.amount, 0)
    const { credits, paid_user } = (await origin.call('getUser', { as: otto })).body.user
    await origin.publish({ id: 'nordic', status: 'live' })
    await origin.publish({ id: 'velvet', status: 'live' })
    return { credits, paid_user, back: back / amount, status: (await origin.call('getPayment', { as: otto, query: { id } })).body.status }
  }
  expect(await end('live')).toEqual({ credits: 20, paid_user: true, back: 0, status: 'completed' })
  expect(await end('gone')).toEqual({ credits: 0, paid_user: false, back: 1, status: 'cancelled' })
  await origin.publish({ id: 'velvet', status: 'gone' })
})

describe('a brand that is paused', () => {
  beforeAll(async () => {
    await origin.publish({ id: 'velvet', status: 'live' })
  })

  test('still lets a mail program unsubscribe by one click, and a buyer withdraw', async () => {
    const carla = await origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z') })
    await origin.call('updateNotifications', { as: carla, body: { preferences: { likes: 'at_once' } } })
    const bought = await order(origin, payments, carla, 'pay')
    origin.advance(16 * 60)
    await like(origin, await origin.aMember(), carla)
    await runSweeps(origin.deps)
    const mail = (await origin.mails(carla.row.email)).find(({ links }) => links.length > 1)
    const unsubscribe = new URL(mail!.links.at(-1)!).pathname
    await origin.publish({ id: 'velvet', status: 'paused' })
    edge = edgeBefore(origin)

    const plain = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
    const pressed = await edge.fetch(new Request(`https://velvet.example${unsubscribe}`, plain), { ip: '203.0.113.7', country: 'NL' })
    expect(pressed.status).toBe(200)
    expect((await origin.call('getNotifications', { as: carla })).body.preferences.likes).toBe('never')

    const browse = aBrowser()
    await browse('/login', { 'credentials.login': carla.row.email, 'credentials.password': PASSWORD })
    expect((await browse(CONTRACT.withdraw.path, undefined, { payment_id: bought })).status).toBe(200)
    expect((await browse(CONTRACT.sendMessage.path, undefined, { member: bob.id, text: 'Hi' })).status).toBe(503)
  })
})

import { insertAnOrder } from '../fixtures/payments.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CONTRACT, ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import type { Endpoint } from '../../shared/api/endpoint.ts'
import type { ErrorBody } from '../../shared/api/errors.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { takeMeasure } from '../../origin/moderation/take-measure.ts'
import { block, write } from '../fixtures/acts.ts'
import { aSignUp, signMailEvent } from '../fixtures/inputs.ts'
import { createTestOrigin, PASSWORD, tokenOf, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { givePhoto, makePhoto } from '../fixtures/pictures.ts'
import { CALLERS, ROWS, type CallerKind, type Fixture } from './rows.ts'

/** Every table is checked for traces of refused calls, so the origin must stay small; creating one costs as much as a few endpoints. */
const ENDPOINTS_A_WORLD = 6

let origin: TestOrigin
let served = 0
/** Callers of refused calls, which leave them as they were for the next endpoint. */
const refusedCallers = new Map<CallerKind, TestMember | null>()
afterAll(() => origin.close())

test('every endpoint of the contract has a row for visitors, free and premium members, and is for no one else [ROLE-15]', () => {
  expect(Object.keys(ROWS).sort()).toEqual(Object.keys(CONTRACT).sort())
  expect(CALLERS.slice(0, 3)).toEqual(['guest', 'member', 'premium'])
  expect(new Set(ENDPOINTS.map(({ audience }) => audience))).toEqual(new Set(['anyone', 'member']))
  expect(new Set(ROUTES.map(({ access }) => access))).toEqual(new Set(['everyone', 'visitor', 'member']))
})

describe.each(ENDPOINTS.map((endpoint) => [endpoint.name as EndpointName, endpoint] as const))('%s', (name, endpoint) => {
  const fixtures = new Map<CallerKind, Fixture>()
  const refused = CALLERS.filter((kind) => expected(endpoint, kind).status >= 400)
  const refusals = new Map<CallerKind, Asked>()
  let [before, after] = ['', '']

  const askBy = async (kind: CallerKind, fixture: Fixture) => {
    const input = kind === 'wrong input' ? (ROWS[name].wrong ?? { query: { surprise: '1' }, body: {} }) : ROWS[name].input(fixture)
    return await ask(endpoint, kind, fixture.caller, input)
  }

  beforeAll(async () => {
    if (served++ % ENDPOINTS_A_WORLD === 0) {
      await origin?.close()
      origin = await createTestOrigin()
      refusedCallers.clear()
    }
    for (const kind of CALLERS) fixtures.set(kind, await fixtureFor(kind, name))
    before = await effects()
    for (const kind of refused) refusals.set(kind, await askBy(kind, fixtures.get(kind)!))
    after = await effects()
  })

  test.each(CALLERS)('called by %s', async (kind) => {
    const fixture = fixtures.get(kind)!
    const answer = refusals.get(kind) ?? (await askBy(kind, fixture))
    expect({ status: answer.status, code: answer.code }).toMatchObject(expected(endpoint, kind))
    if (answer.status === 404 && (ROWS[name].aboutTarget || ROWS[name].aboutConversation)) {
      const unknown = { ...fixture, conversation: newPublicId(), target: { ...fixture.target, id: newPublicId() } }
      const other = await ask(endpoint, kind, fixture.caller, ROWS[name].input(unknown))
      expect(answer.text).toBe(other.text)
      expect(answer.headers).toEqual(other.headers)
    }
    if (!refusals.has(kind) || after === before) return
    // One of the refused calls left a trace: each is made again by itself, to say which.
    refusedCallers.delete(kind)
    const again = await fixtureFor(kind, name)
    const untouched = await effects()
    await askBy(kind, again)
    expect(await effects()).toBe(untouched)
  })

  test('leaves no trace when it is refused', () => {
    expect(refused).not.toEqual([])
    expect(after).toBe(before)
  })
})

/** The rule: first who may call, then what they may refer to. */
function expected(endpoint: Endpoint, kind: CallerKind): { status: number; code?: string } {
  const row = ROWS[endpoint.name as EndpointName]
  if (endpoint.caller === 'edge') return { status: 404, code: 'not_found' }
  if (kind === 'missing header' && endpoint.header) return { status: 403, code: 'client_header_missing' }
  if (kind === 'restricted' && endpoint.audience === 'member' && !endpoint.restricted)
    return { status: 403, code: 'authentication_required' }
  const loggedOut = ['guest', 'banned', 'deleted', 'expired session'].includes(kind)
  if (endpoint.audience === 'member' && loggedOut) return { status: 403, code: 'authentication_required' }
  if (kind === 'wrong input') return { status: 422, code: 'invalid' }
  const exception = row.but?.[kind]
  if (exception) return { status: exception }
  if (row.aboutTarget && (kind === 'other pool' || kind === 'blocked')) return { status: 404, code: 'not_found' }
  if (row.aboutConversation && kind === 'other pool') return { status: 404, code: 'not_found' }
  return { status: 200 }
}

async function fixtureFor(kind: CallerKind, name: EndpointName): Promise<Fixture> {
  const target = await origin.aMember({ tenant: 'velvet', shown_to_visitors: true })
  const isRefused = expected(CONTRACT[name], kind).status >= 400
  const caller = (isRefused && refusedCallers.get(kind)) || (await callerOf(kind))
  if (isRefused) refusedCallers.set(kind, caller)
  const talks = ROWS[name].aboutConversation || name === 'sendPhoto'
  const conversation = talks ? await conversationOf(kind, caller, target) : newPublicId()
  if (['getChatPhoto', 'showPhoto'].includes(name)) await makePhoto(origin, conversation)
  if (kind === 'blocked') await block(origin, target, caller!)
  const activationToken = ['activate', 'getToken', 'useToken'].includes(name) ? await mailedToken() : ''
  const resetToken = name === 'resetPassword' ? await mailedReset(target) : ''
  const mailChangeToken = name === 'changeMail' ? await mailedChange(target) : ''
  const hasPhoto = caller && ['arrangePhotos', 'deletePhoto', 'unlockPhoto'].includes(name)
  const photo = hasPhoto ? await givePhoto(origin, caller) : newPublicId()
  const order = caller && ['getPayment', 'cancelPayment'].includes(name) ? await insertAnOrder(origin, caller) : newPublicId()
  return { target, caller, conversation, activationToken, resetToken, mailChangeToken, photo, order }
}

async function conversationOf(kind: CallerKind, caller: TestMember | null, target: TestMember): Promise<string> {
  if (kind === 'other pool') return (await write(origin, target, await origin.aMember(), 'Hi')).conversation_id
  if (kind === 'unconfirmed') return (await write(origin, caller!, target, 'Hi')).conversation_id
  if (!caller || ['banned', 'restricted', 'deleted', 'expired session'].includes(kind)) return newPublicId()
  return (await write(origin, target, caller, 'Hi')).conversation_id
}

async function mailedReset({ row }: TestMember): Promise<string> {
  await origin.call('requestPasswordReset', { body: { email: row.email } })
  return tokenOf((await origin.mails(row.email)).at(-1))
}

async function mailedChange(member: TestMember): Promise<string> {
  const email = `other.${member.row.email}`
  await origin.call('requestMailChange', { as: member, body: { email, password: PASSWORD } })
  return tokenOf((await origin.mails(email)).at(-1))
}

async function mailedToken(): Promise<string> {
  const form = aSignUp()
  await origin.call('signUp', { body: form })
  return tokenOf((await origin.mails(form.email)).at(-1))
}

async function callerOf(kind: CallerKind): Promise<TestMember | null> {
  switch (kind) {
    case 'guest':
      return null
    case 'premium':
      return origin.aMember({ paid_user: true })
    case 'other pool':
      return origin.aMember({ tenant: 'isle' })
    case 'unconfirmed':
      return origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' })
    case 'banned':
      return origin.aMember({ status: 'banned' })
    case 'restricted':
      return await aRestrictedMember()
    case 'deleted':
      return origin.aMember({ status: 'deleted', deleted_at: origin.now() })
    case 'expired session': {
      const now = origin.now()
      origin.advance(-31 * 24 * 3600)
      const member = await origin.aMember()
      origin.setNow(now)
      return member
    }
    default:
      return origin.aMember()
  }
}

/** Someone banned, with the limited session that logging in gives them. */
async function aRestrictedMember(): Promise<TestMember> {
  const member = await origin.aMember()
  const order = { about: member.id, measure: 'ban', rule: 'spam', reasons: 'Advertising.', until: null, author: 'mia' } as const
  await inUnitOfWork(origin.deps, (unit) => takeMeasure(unit, order))
  const { status, headers } = await origin.call('login', { body: { credentials: { login: member.row.email, password: PASSWORD } } })
  expect(status).toBe(422)
  return { ...member, cookie: /^limited=([^;]+)/.exec(headers.get('set-cookie') ?? '')![1]! }
}

interface Asked {
  status: number
  code: string | undefined
  text: string
  headers: Record<string, string>
}

async function ask(
  endpoint: Endpoint,
  kind: CallerKind,
  caller: TestMember | null,
  { query = {}, body }: { query?: Record<string, string>; body?: unknown }
): Promise<Asked> {
  const search = new URLSearchParams(query).toString()
  const response = await origin.send(search ? `${endpoint.path}?${search}` : endpoint.path, {
    method: endpoint.method,
    tenant: caller?.tenant ?? 'velvet',
    headers: {
      'x-client-request': kind === 'missing header' ? null : '1',
      cookie: caller ? `${kind === 'restricted' ? 'limited' : 'auth'}=${caller.cookie}` : null,
      'idempotency-key': endpoint.idempotency === 'key' ? randomUUID() : null,
      'content-type': endpoint.takes.kind === 'file' ? 'image/png' : endpoint.body ? 'application/json' : null,
      ...(endpoint.signature && { [endpoint.signature.header]: await signMailEvent(JSON.stringify(body ?? {})) })
    },
    ...(endpoint.body ? { body: body instanceof Uint8Array ? body : JSON.stringify(body ?? {}) } : {})
  })
  if (endpoint.answer !== 'json' && response.ok) {
    await response.body!.cancel()
    return { status: response.status, code: undefined, text: '', headers: {} }
  }
  const text = await response.text()
  const code = response.status >= 400 ? (JSON.parse(text) as ErrorBody).error.code : undefined
  return { status: response.status, code, text, headers: Object.fromEntries(response.headers) }
}

/** Columns that any call may change: when a member was last here. */
const HERE = ['last_seen_at', 'active_day']

/** A digest of every row of every table, except presence and the count of wrong passwords. */
async function effects(): Promise<string> {
  await origin.idle()
  const { rows } = await sql.raw<{ name: string; sum: string | null }>(await (digests ??= selectDigests())).execute(origin.deps.db)
  return JSON.stringify(rows)
}

let digests: Promise<string> | undefined

/** The statement that computes it. Converting rows to JSON is slow, so only tables with a column to ignore, or one without a hash function, are converted. */
async function selectDigests(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns where table_schema = 'public' and (column_name in (${sql.join(HERE)}) or data_type = 'bit')
  `.execute(origin.deps.db)
  const apart = new Set(rows.map(({ name }) => name))
  const without = HERE.map((column) => ` - '${column}'`).join('')
  const { written } = inject('emptyDatabase')
  const sums = written
    .filter((table) => table !== 'login_failures')
    .map((table) => {
      const digest = apart.has(table) ? `hashtextextended((to_jsonb(one)${without})::text, 0)` : 'hash_record_extended(one, 0)'
      return `select '${table}' as name, sum(${digest}) as sum from ${table} one`
    })
  // With this many tables, PostgreSQL reads them in parallel, and answers in any order.
  return `${sums.join(' union all ')} order by name`
}

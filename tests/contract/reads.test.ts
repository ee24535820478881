import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import type { Endpoint } from '../../shared/api/endpoint.ts'
import { exportAddress } from '../../origin/export/export-address.ts'
import { NEWS_ACTS, write } from '../fixtures/acts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { createTestOrigin, tokenOf, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { givePhoto, makePhoto } from '../fixtures/pictures.ts'
import { readLastSeen } from '../fixtures/members.ts'
import { insertAnOrder } from '../fixtures/payments.ts'
import { ROWS, type Fixture } from './rows.ts'

const DAY = 24 * 3600

/** Reads of the browser and of the edge; a GET with `changes` isn't one. */
const READS = ENDPOINTS.filter(({ method, changes }) => method === 'GET' && !changes)

let origin: TestOrigin
let fixture: Fixture
let member: TestMember
let archive: string

beforeAll(async () => {
  origin = await createTestOrigin()
  fixture = await aFixture()
  member = fixture.caller!
  archive = await archiveOf(member)
})
afterAll(() => origin.close())

/** A member with something unseen of every kind. */
async function aFixture(): Promise<Fixture> {
  const target = await origin.aMember({ shown_to_visitors: true })
  // A site's push keys are created when its settings are first fetched.
  await origin.call('getSettings', { query: { 'forced-domain': 'isle.example' } })
  const member = await origin.aMember({ paid_user: true })
  for (const happens of Object.values(NEWS_ACTS)) await happens(origin, target, member)
  const { conversation_id: conversation } = await write(origin, target, member, 'Hello')
  await makePhoto(origin, conversation)
  const photo = await givePhoto(origin, member)
  const order = await insertAnOrder(origin, member)
  const form = aSignUp()
  await origin.call('signUp', { body: form })
  const activationToken = tokenOf((await origin.mails(form.email)).at(-1))
  return { target, caller: member, conversation, photo, order, activationToken, resetToken: '', mailChangeToken: '' }
}

/** Where the member downloads their data, found without a call, which would write that they are here. */
async function archiveOf({ row }: TestMember): Promise<string> {
  const session = origin.deps.db.selectFrom('sessions').select('id_hash').where('member_id', '=', row.id)
  return exportAddress(origin.deps, (await session.executeTakeFirstOrThrow()).id_hash)
}

/** Calls an endpoint and reads its answer; of the event stream only the beginning. */
async function read(endpoint: Endpoint, as: TestMember | null): Promise<number> {
  const { query = {} } = ROWS[endpoint.name as EndpointName].input(fixture)
  const search = new URLSearchParams(query).toString()
  const address = search ? `${endpoint.path}?${search}` : endpoint.path
  const answer = await origin.send(endpoint.name === 'exportData' ? archive : address, {
    ...(endpoint.caller !== 'edge' && { tenant: 'velvet' }),
    headers: { 'x-client-request': '1', cookie: as ? `auth=${as.cookie}` : null }
  })
  if (endpoint.answer === 'events' && answer.body) {
    const reader = answer.body.getReader()
    await reader.read()
    await reader.cancel()
  } else await answer.arrayBuffer()
  return answer.status
}

/**
 * The number of rows of each table, and which transactions wrote and locked them: this shows every row that was inserted, changed, deleted or locked
 * for writing.
 */
async function traces(): Promise<Map<string, string>> {
  await origin.idle()
  const { written } = inject('emptyDatabase')
  const parts = written.map(
    (table) =>
      `select '${table}' as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) || ' ' || coalesce(sum(xmax::text::bigint), 0) as trace from ${table}`
  )
  const { rows } = await sql.raw<{ name: string; trace: string }>(parts.join(' union all ')).execute(origin.deps.db)
  return new Map(rows.map(({ name, trace }) => [name, trace]))
}

/** Tables in which a call leaves something. */
async function touched(act: () => Promise<unknown>): Promise<string[]> {
  const before = await traces()
  await act()
  return [...(await traces())].filter(([name, trace]) => before.get(name) !== trace).map(([name]) => name)
}

test('there are reads to test, and the only GETs that change something are the two specified ones', () => {
  expect(READS.length).toBeGreaterThan(20)
  expect(ENDPOINTS.filter(({ method, changes }) => method === 'GET' && changes).map(({ name }) => name)).toEqual(['autoLike', 'logout'])
})

test.each(READS.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s changes nothing, asked by a member and by a visitor',
  async (_, endpoint) => {
    for (const as of [member, null]) {
      expect(await touched(() => read(endpoint, as))).toEqual([])
    }
    // It succeeded.
    expect(await read(endpoint, endpoint.caller === 'edge' ? null : member)).toBe(200)
  }
)

test.each(READS.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s notes no more than that its member is here',
  async (_, endpoint) => {
    origin.advance(2 * DAY)
    const rest = async () => {
      const { rows } = await sql<{ row: object }>`
      select to_jsonb(members) - 'active_day' as row from members order by id`.execute(origin.deps.db)
      return rows
    }
    const before = await rest()
    const tables = await touched(() => read(endpoint, member))
    expect(tables.filter((name) => !['members', 'presence', 'sessions'].includes(name))).toEqual([])
    expect(await rest()).toEqual(before)
  }
)

test('no read waits for a write: all are answered while another transaction locks every row of every table', async () => {
  // No time limit ends a waiting read here.
  const patient = await createTestOrigin({ patience: 10_000 })
  const { usual, had } = { usual: origin, had: fixture }
  origin = patient
  try {
    fixture = await aFixture()
    const as = fixture.caller!
    // Presence and the session are due to be written.
    origin.advance(2 * DAY)
    archive = await archiveOf(as)
    const statuses = await origin.deps.db.transaction().execute(async (holder) => {
      for (const table of inject('emptyDatabase').written) await sql`select from ${sql.table(table)} for update`.execute(holder)
      return await Promise.all(READS.map(async (endpoint) => [endpoint.name, await read(endpoint, endpoint.caller === 'edge' ? null : as)]))
    })
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
    // The next read writes what couldn't be written then.
    const before = await readLastSeen(origin.deps.db, as.row.id)
    await origin.call('listInterests', { as })
    expect([before < origin.now(), await readLastSeen(origin.deps.db, as.row.id)]).toEqual([true, origin.now()])
  } finally {
    await patient.close()
    origin = usual
    fixture = had
  }
})

import { expect, test } from 'vitest'
import { batchTarget, type BatchAnswer } from '../../shared/api/batch.ts'
import { CONTRACT } from '../../shared/api/contract.ts'
import { SESSION_SECONDS } from '../../shared/auth/session-token.ts'
import type { Edge } from '../../worker/app.ts'
import { queriesOf } from '../fixtures/member-cookie.ts'
import { roundTripsOf } from '../fixtures/round-trips.ts'
import { edgeBefore } from '../fixtures/site.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const USER = CONTRACT.getUser.path
const NOTIFICATIONS = CONTRACT.getNotifications.path
const SEARCH = CONTRACT.searchMembers.path

async function ask(targets: string[], as: TestMember | null = null) {
  const headers: Record<string, string> = as ? { cookie: `auth=${as.cookie}` } : {}
  const response = await origin.send(batchTarget(targets), { tenant: 'velvet', headers })
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  const answers = lines.map((line) => JSON.parse(line) as BatchAnswer).sort((one, other) => one.index - other.index)
  return { response, answers }
}

/** How many statements the origin sends while `work` runs, by round trip. */
const statementsOf = async (work: () => Promise<unknown>) => (await roundTripsOf(origin, work)).map(({ length }) => length)

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

test('each query of a page is answered like the endpoint alone, with its tag; a refused one doesn’t affect the others', async () => {
  const member = await origin.aMember()
  const { response, answers } = await ask([USER, `${SEARCH}?page=0`, NOTIFICATIONS, '/api/nothing.php', CONTRACT.getHosts.path], member)
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  const alone = await origin.call('getUser', { as: member })
  const { number } = await origin.deps.db
    .selectFrom('event_counters')
    .selectAll()
    .where('member_id', '=', member.row.id)
    .executeTakeFirstOrThrow()
  expect(answers[0]).toEqual({ index: 0, status: 200, etag: alone.headers.get('etag'), body: alone.body })
  expect(response.headers.get('x-event-number')).toBe(String(number))
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 404, 404])
  expect(answers[2]!.body).toEqual((await origin.call('getNotifications', { as: member })).body)
})

test('without a session, queries that need one are refused one by one', async () => {
  const { answers } = await ask([USER, SEARCH])
  expect(answers.map(({ status }) => status)).toEqual([403, 200])
})

test('only an edge may call; an unknown host and too many queries are refused as a whole', async () => {
  expect((await origin.fetch(new Request(`http://origin.internal${batchTarget([USER])}`))).status).toBe(401)
  expect((await origin.send(batchTarget([USER]), { facts: { host: 'unknown.example' } })).status).toBe(404)
  expect((await ask(Array.from({ length: 11 }, () => USER))).response.status).toBe(400)
})

test('an edge in the same process is refused the same way', async () => {
  const heads: number[] = []
  const request = { target: batchTarget([USER]), headers: new Headers(), signal: AbortSignal.timeout(5_000) }
  await origin.batch(request, { begins: ({ status }) => heads.push(status), answers: () => heads.push(0) })
  expect(heads).toEqual([401])
})

test('the frame of a page takes at most three statements and two round trips, however much is new for the member', async () => {
  const anna = await origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z') })
  const [bob, newcomer] = [await origin.aMember(), await origin.aMember()]
  await origin.call('sendMessage', { as: bob, body: { member: anna.id, text: 'Good evening' } })
  await origin.call('likeMember', { as: bob, body: { id: anna.id } })
  await ask([USER], anna)
  await ask([USER], newcomer)
  // The query for a newcomer's offer is the fourth.
  expect(sum(await statementsOf(() => ask([USER], newcomer)))).toBeLessThanOrEqual(4)
  const frame = await statementsOf(() => ask([USER], anna))
  expect([sum(frame), frame.length]).toEqual([expect.toSatisfy((count) => count <= 3), 2])
  expect((await ask([USER], anna)).answers[0]!.body).toMatchObject({ user: { num_unread_messages: 1, num_new_likes: 1 } })
})

test('the caller of a page is determined once, and what depends on nothing else takes one more round trip', async () => {
  const member = await origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z') })
  await ask([USER], member)
  const [caller, rest, ...more] = await statementsOf(() => ask([USER, NOTIFICATIONS, CONTRACT.getProfile.path], member))
  expect([caller, more]).toEqual([1, []])
  expect(rest).toBeGreaterThan(2)
})

const pageOf = (edge: Edge, path: string, member: TestMember) =>
  edge.fetch(
    new Request(`https://${origin.tenant('velvet').settings.domain}${path}`, { headers: { cookie: `__Host-auth=${member.cookie}` } }),
    {
      ip: '203.0.113.7',
      country: 'NL'
    }
  )

test('a page whose origin is in the same process is sent in one piece', async () => {
  const response = await pageOf(edgeBefore(origin), '/settings', await origin.aMember())
  const chunks: string[] = []
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) chunks.push(chunk)
  expect(chunks).toHaveLength(1)
  expect(chunks[0]).toContain('<div id="app">')
  expect(queriesOf(chunks[0]!)).toContain('getNotifications')
  expect(chunks[0]).not.toContain('class="boot"')
})

test('if its answers are late, it begins without them', async () => {
  const asked = Promise.withResolvers<void>()
  const late: typeof origin.batch = async (...call) => {
    await asked.promise
    await origin.batch(...call)
  }
  const response = await pageOf(edgeBefore({ ...origin, batch: late }), '/settings', await origin.aMember())
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const begin = (await reader.read()).value
  expect(begin).toContain('class="boot"')
  expect(begin).not.toContain('id="app"')
  asked.resolve()
  const rest = (await reader.read()).value!
  expect(rest).toContain('<div id="app">')
  expect(queriesOf(rest)).toContain('getNotifications')
})

test('a page of an unknown member is answered 404 where the origin is near', async () => {
  const response = await pageOf(edgeBefore(origin), `/members/${'x'.repeat(22)}`, await origin.aMember())
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('<div id="app">')
})

test('a session that is renewed for a page reaches the browser with it, once', async () => {
  const member = await origin.aMember()
  const edge = edgeBefore(origin)
  const visit = async (cookie: string) => {
    const url = `https://${origin.tenant('velvet').settings.domain}/settings`
    const response = await edge.fetch(new Request(url, { headers: { cookie: `__Host-auth=${cookie}` } }), {
      ip: '203.0.113.7',
      country: 'NL'
    })
    expect(queriesOf(await response.text())).toContain('getNotifications')
    return response.headers.getSetCookie()
  }
  expect(await visit(member.cookie)).toEqual([])
  origin.advance(25 * 3600)
  const renewed = await visit(member.cookie)
  expect(renewed).toEqual([
    expect.stringMatching(new RegExp(`^__Host-auth=[^;]+; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_SECONDS}; Secure$`))
  ])
  expect(await visit(/=([^;]+)/.exec(renewed[0]!)![1]!)).toEqual([])
})

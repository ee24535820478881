import { expect, test } from 'vitest'
import { cookieValue, PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { edgeBefore } from '../fixtures/site.ts'

const origin = sharedOrigin()

const DAY = 24 * 3600
const isAlive = async (member: TestMember, tenant = member.tenant) => (await origin.call('getUser', { as: member, tenant })).status === 200
const setStatus = (member: TestMember, status: string) =>
  origin.deps.db.updateTable('members').set({ status }).where('id', '=', member.row.id).execute()

test('without a session, with a forged one, an expired one and one of a banned or deleted member the answer is the same [ERR-1]', async () => {
  const member = await origin.aMember()
  const [id = '', expiry = '', mac = ''] = member.cookie.split('.')
  const old = await origin.aMember()
  const banned = await origin.aMember()
  const deleted = await origin.aMember()
  await setStatus(banned, 'banned')
  await setStatus(deleted, 'deleted')
  origin.advance(30 * DAY)
  const cookies = [
    '',
    'rubbish',
    `${id}.${Number(expiry) + 99}.${mac}`,
    `${'A'.repeat(43)}.${expiry}.${mac}`,
    old.cookie,
    banned.cookie,
    deleted.cookie
  ]
  const answers = await Promise.all(cookies.map((cookie) => origin.call('getUser', { headers: { cookie: `auth=${cookie}` } })))
  for (const answer of answers) expect([answer.status, answer.text]).toEqual([403, answers[0]!.text])
  expect(answers[0]!.body.error).toEqual({ code: 'authentication_required', message_key: 'error.authentication_required', params: {} })
})

test('a call from the page of another member is refused and does nothing', async () => {
  const [before, now, friend] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  const headers = { 'x-expected-member': before.id }
  const chat = { body: { member: friend.id, text: 'Hi' } }
  const everything = await origin.everything()
  expect((await origin.call('sendMessage', { as: now, ...chat, headers })).body.error?.code).toBe('member_changed')
  expect((await origin.call('getUser', { as: now, headers })).status).toBe(409)
  expect((await origin.call('logout', { as: now, headers })).status).toBe(409)
  expect((await origin.call('streamEvents', { as: now, query: { expected_member: before.id } })).status).toBe(409)
  expect(await origin.everything()).toBe(everything)
  expect((await origin.call('sendMessage', { as: before, ...chat, headers })).status).toBe(200)
})

test('a plain form made for one member is refused once another is logged in, and does nothing to them', async () => {
  const [before, now] = [await origin.aMember(), await origin.aMember()]
  const edge = edgeBefore(origin)
  const send = ({ cookie }: TestMember, init: RequestInit = {}) => {
    const headers = { cookie: `__Host-auth=${cookie}`, 'sec-fetch-site': 'same-origin' }
    return edge.fetch(new Request('http://velvet.example/lang-config', { headers, ...init }), { ip: '203.0.113.7', country: 'NL' })
  }
  const memberIn = async (page: Response) => /name="expected_member" value="([^"]*)"/.exec(await page.text())?.[1]
  const member = await memberIn(await send(before))
  expect([member, await memberIn(await send(now))]).toEqual([before.id, now.id])
  const post = (who: TestMember) =>
    send(who, { method: 'POST', body: new URLSearchParams({ language: 'fi', country: '', expected_member: member! }) })
  const everything = await origin.everything()
  expect((await post(now)).status).toBe(409)
  expect(await origin.everything()).toBe(everything)
  expect((await post(before)).status).toBe(303)
  expect(await origin.everything()).not.toBe(everything)
})

test('a ban ends a session at once', async () => {
  const member = await origin.aMember()
  expect(await isAlive(member)).toBe(true)
  await setStatus(member, 'banned')
  expect(await isAlive(member)).toBe(false)
})

test('a session is valid on the site that issued it and on no other, not even of the same pool [DC-9]', async () => {
  const member = await origin.aMember()
  expect(await isAlive(member, 'velvet')).toBe(true)
  expect(await isAlive(member, 'nordic')).toBe(false)
  expect(await isAlive(member, 'isle')).toBe(false)
  expect(await isAlive(await origin.signIn(member, 'nordic'))).toBe(true)
})

test('the table contains no token: a stolen copy opens nothing', async () => {
  const member = await origin.aMember()
  const dump = await origin.everything()
  expect(dump).not.toContain(member.cookie.split('.')[0])
})

test('a session is renewed once a day and then lives 30 more days; the older token works until its own expiry', async () => {
  const member = await origin.aMember()
  origin.advance(DAY - 60)
  expect((await origin.call('getUser', { as: member })).headers.get('set-cookie')).toBeNull()
  origin.advance(60)
  const answers = await Promise.all([1, 2, 3].map(() => origin.call('getUser', { as: member })))
  const renewed = answers.flatMap(({ headers }) => headers.getSetCookie())
  expect(renewed).toHaveLength(1)
  expect(renewed[0]).toMatch(/; Max-Age=2592000$/)
  const later = { ...member, cookie: cookieValue(renewed[0]!) }
  expect((await origin.call('getUser', { as: later })).headers.get('set-cookie')).toBeNull()
  origin.advance(29 * DAY - 60)
  expect(await isAlive(member)).toBe(true)
  origin.advance(60)
  expect(await isAlive(member)).toBe(false)
  expect(await isAlive(later)).toBe(true)
})

test('logging in replaces the browser’s previous session', async () => {
  const member = await origin.aMember()
  const other = await origin.aMember()
  const answer = await origin.call('login', { as: member, body: { credentials: { login: other.row.email, password: PASSWORD } } })
  expect(await isAlive(member)).toBe(false)
  expect(await isAlive({ ...other, cookie: cookieValue(answer.headers.get('set-cookie')) })).toBe(true)
  expect(await isAlive(other)).toBe(true)
})

test('logout ends this session, not the others, and clears the cookie; by GET and by POST, and without a session too [API-6]', async () => {
  const member = await origin.aMember()
  const second = await origin.signIn(member)
  const third = await origin.signIn(member)
  for (const [endpoint, as] of [
    ['logout', member],
    ['logoutByPost', second],
    ['logout', null]
  ] as const) {
    const answer = await origin.call(endpoint, { as })
    expect([answer.status, answer.text]).toEqual([200, '{}'])
    expect(answer.headers.get('set-cookie')).toBe('auth=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
  }
  expect([await isAlive(member), await isAlive(second), await isAlive(third)]).toEqual([false, false, true])
})

test('GET logout without the client header, or from another site, does nothing [API-6]', async () => {
  const member = await origin.aMember()
  const before = await origin.everything()
  const bare = await origin.send('/api/logout.php', { tenant: 'velvet', headers: { cookie: `auth=${member.cookie}` } })
  expect([bare.status, await bare.json()]).toMatchObject([403, { error: { code: 'client_header_missing' } }])
  for (const site of ['cross-site', 'same-site', 'none']) {
    const answer = await origin.call('logout', { as: member, headers: { 'sec-fetch-site': site } })
    expect([site, answer.status, answer.body.error?.code]).toEqual([site, 403, 'cross_site'])
  }
  expect(await origin.everything()).toBe(before)
  expect((await origin.call('logout', { as: member, headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
})

test('polls are answered 304 until something happens to the member, an address step passes or someone else polls', async () => {
  const member = await origin.aMember()
  const other = await origin.aMember()
  const ask = (endpoint: 'getUser' | 'listChats' | 'listLikes', as: TestMember, tag?: string) =>
    origin.call(endpoint, { as, headers: tag === undefined ? {} : { 'if-none-match': tag } })
  for (const endpoint of ['getUser', 'listChats', 'listLikes'] as const) {
    const tag = (await ask(endpoint, member)).headers.get('etag') ?? ''
    const again = await ask(endpoint, member, `W/${tag}`)
    expect([again.status, again.text, again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
      304,
      '',
      tag,
      'private, no-cache'
    ])
    expect((await ask(endpoint, other, tag)).status).toBe(200)
    await origin.call('updateUser', { as: member, body: { language: endpoint === 'listChats' ? 'fr' : 'de' } })
    const changed = await ask(endpoint, member, tag)
    expect(changed.status).toBe(200)
    origin.advanceReal(5 * 60)
    expect((await ask(endpoint, member, changed.headers.get('etag') ?? '')).status).toBe(200)
  }
})

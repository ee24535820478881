import { beforeAll, expect, test } from 'vitest'
import type { Edge } from '../../worker/app.ts'
import { CONTRACT, type EndpointName } from '../../shared/api/contract.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { cookieValue, PASSWORD, tokenOf } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { edgeBefore } from '../fixtures/site.ts'

const origin = sharedOrigin()
let edge: Edge
beforeAll(async () => {
  edge = edgeBefore(origin)
})

/** Every write of this noun that a browser could be tricked into sending, with a valid body. */
async function writes(): Promise<{ name: EndpointName; body: object; cookie: string }[]> {
  const member = await origin.aMember()
  const asked = async (email: string) => tokenOf((await origin.mails(email)).at(-1))
  await origin.call('requestPasswordReset', { body: { email: member.row.email } })
  const token = await asked(member.row.email)
  const email = `csrf.${member.row.email}`
  await origin.call('requestMailChange', { as: member, body: { email, password: PASSWORD } })
  const password = { password: 'a quiet harbour at night', password_repeat: 'a quiet harbour at night' }
  const other = await origin.signIn(member)
  const { cookie } = member
  return [
    { name: 'requestPasswordReset', body: { email: member.row.email }, cookie },
    { name: 'resetPassword', body: { token, ...password }, cookie },
    { name: 'changePassword', body: { old_password: PASSWORD, ...password }, cookie },
    { name: 'requestMailChange', body: { email: `more.${email}`, password: PASSWORD }, cookie },
    { name: 'changeMail', body: { token: await asked(email) }, cookie },
    { name: 'useToken', body: { token: await asked(email) }, cookie },
    { name: 'endSession', body: { id: 'others' }, cookie: other.cookie },
    { name: 'resendActivation', body: {}, cookie },
    { name: 'activate', body: { token }, cookie }
  ]
}

const json = { 'content-type': 'application/json' }
/** Requests that a page of another site can cause. */
const SHAPES: Record<string, { method?: string; headers: Record<string, string>; query?: string }> = {
  'a form': { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' } },
  'a form of parts': { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'cross-site' } },
  'a form of text': { method: 'POST', headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' } },
  'no content type': { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } },
  'its own method without the header': { headers: { ...json } },
  'its own method with the header from another site': { headers: { ...json, 'x-client-request': '1', 'sec-fetch-site': 'cross-site' } },
  'a null origin': { headers: { ...json, 'x-client-request': '1', origin: 'null' } },
  'a sister domain': { headers: { ...json, 'x-client-request': '1', 'sec-fetch-site': 'same-site' } },
  'another method in the query': { method: 'POST', query: '?_method=PUT', headers: { ...json, 'sec-fetch-site': 'cross-site' } },
  'another method in a header': {
    method: 'POST',
    headers: { ...json, 'x-http-method-override': 'PUT', 'sec-fetch-site': 'cross-site' }
  },
  'a picture': { method: 'GET', headers: { 'sec-fetch-site': 'cross-site' } },
  'a look': { method: 'HEAD', headers: { 'sec-fetch-site': 'cross-site' } }
}

test.each(Object.entries(SHAPES))('another site changes nothing by %s', async (_, { method, headers, query = '' }) => {
  // Fetches the site's settings once, which creates its push key.
  await edge.fetch(new Request('http://velvet.example/'), { ip: '203.0.113.7', country: 'NL' })
  for (const { name, body, cookie } of await writes()) {
    const endpoint = CONTRACT[name]
    const verb = method ?? endpoint.method
    const before = await origin.everything()
    const answer = await edge.fetch(
      new Request(`http://velvet.example${endpoint.path}${query}`, {
        method: verb,
        headers: { ...headers, cookie: `__Host-auth=${cookie}` },
        ...(verb === 'GET' || verb === 'HEAD' ? {} : { body: JSON.stringify(body) })
      }),
      { ip: '203.0.113.7', country: 'NL' }
    )
    expect([name, answer.status >= 400 || verb === 'GET' || verb === 'HEAD', answer.headers.getSetCookie()]).toEqual([name, true, []])
    const seen = (text: string) => text.replaceAll(/"(last_seen_at|active_day)":"[^"]*"/g, '')
    expect([name, seen(await origin.everything())]).toEqual([name, seen(before)])
  }
})

test('a cookie planted in a browser is worthless, and is replaced when its owner logs in', async () => {
  const attacker = await origin.aMember()
  const victim = await origin.aMember()
  const made = `${'A'.repeat(43)}.${Math.floor(origin.now().getTime() / 1000) + 9999}.${'B'.repeat(43)}`
  for (const planted of [made, attacker.cookie]) {
    const answer = await origin.call('login', {
      tenant: 'velvet',
      headers: { cookie: `auth=${planted}` },
      body: { credentials: { login: victim.row.email, password: PASSWORD } }
    })
    const own = cookieValue(answer.headers.get('set-cookie'))
    expect(own).not.toBe(planted)
    const who = await origin.call('getUser', { headers: { cookie: `auth=${planted}` } })
    expect(who.status).toBe(403)
    expect((await origin.call('getUser', { headers: { cookie: `auth=${own}` } })).body.user?.id).toBe(victim.id)
  }
})

test('a mail scanner that opens every link, by GET and HEAD, with and without a browser, confirms and changes nothing', async () => {
  const form = aSignUp()
  await origin.call('signUp', { body: form })
  const member = await origin.aMember()
  const email = `scanned.${member.row.email}`
  await origin.call('requestPasswordReset', { body: { email: member.row.email } })
  await origin.call('requestMailChange', { as: member, body: { email, password: PASSWORD } })
  // Until everything is sent.
  await origin.mails()
  const before = await origin.everything()
  for (const address of [form.email, member.row.email, email]) {
    for (const link of (await origin.mails(address)).flatMap(({ links }) => links)) {
      for (const method of ['GET', 'HEAD', 'GET']) {
        const answer = await edge.fetch(new Request(link.replace('https:', 'http:'), { method, redirect: 'manual' }), {
          ip: '192.0.2.77',
          country: 'US'
        })
        await answer.text()
        expect([link, answer.status, answer.headers.getSetCookie()]).toEqual([link, 200, []])
      }
    }
  }
  expect(await origin.everything()).toBe(before)
})

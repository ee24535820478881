import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody, fieldError } from '../../../shared/api/errors.ts'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { CARD, EDGE_SECRET, USER } from '../../fixtures/fake-origin.ts'
import { sentence } from '../../fixtures/sentence.ts'

const BASE = 'http://velvet.example'

/** A plain form as our own page posts it. */
const posted = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers }
})

/** What a banned member reads about themselves. */
const DECISION = {
  reference: 'K7QF-3M9T',
  measure: 'ban',
  rule: 'money',
  reasons: 'You asked three members for money.',
  decided_at: '2026-11-20T12:00:00.000Z',
  until: null,
  appeal_until: '2027-05-22T12:00:00.000Z',
  refunded: [],
  unused: [],
  appeal: null
}

const NO_ANSWERS = { genders: [], min_age: 25, max_age: 40, country: null, region: null, interests: [], reasons: [] }

/** A token that the origin of this suite knows for a purpose. */
const tokenFor = (purpose: string) => purpose.padEnd(43, '-')

function useToken({ token, one_click: oneClick, password }: { token: string; one_click?: boolean; password?: string }): Response {
  const purpose = token.replace(/-+$/, '')
  if (purpose === 'strange' && password !== 'a quiet harbour') {
    return Response.json(errorBody('invalid', {}, [fieldError('password', 'password_common')]), { status: 422 })
  }
  if (purpose === 'strange') return Response.json({ purpose: 'activate' }, { headers: { 'set-cookie': 'auth=fresh; Path=/; HttpOnly' } })
  if (/^t+$/.test(purpose) || (oneClick && purpose !== 'unsubscribe')) return Response.json(errorBody('link_expired'), { status: 422 })
  const cookie = { 'set-cookie': 'auth=fresh; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000' }
  return Response.json({ purpose }, purpose === 'activate' ? { headers: cookie } : {})
}

export function formTests(start: StartEdge): void {
  describe('plain forms', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({
        origin: ({ path, method, query, headers, body }) => {
          if (path === '/api/user.php' && method === 'POST') {
            const { credentials } = JSON.parse(body) as { credentials: { login: string; password: string } }
            if (credentials.password === 'right password')
              return new Response('{}', { headers: { 'set-cookie': 'auth=token; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000' } })
            if (credentials.login === 'banned') {
              const headers = { 'set-cookie': 'limited=heard; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400' }
              return Response.json(errorBody('account_restricted'), { status: 422, headers })
            }
            return Response.json(errorBody('login_failed'), { status: 422 })
          }
          if (path === '/api/standing.php')
            return Response.json({ notices: [], decision: headers.get('cookie')?.includes('limited=heard') ? DECISION : null })
          if (path === '/api/appeal.php') return Response.json({ due_at: '2026-11-28T12:00:00.000Z' })
          if (path === '/api/account.php') {
            if ((JSON.parse(body) as { password: string }).password === 'mine') return Response.json({ status: 'deleted' })
            return Response.json(errorBody('invalid', {}, [fieldError('password', 'old_password')]), { status: 422 })
          }
          if (path === '/api/signup.php' && JSON.parse(body).name === 'Mark')
            return Response.json({ status: 'check_mail' }, { headers: { 'set-cookie': 'signup=9.made-here; Path=/; HttpOnly' } })
          if (path === '/api/signup.php')
            return Response.json(errorBody('invalid', {}, [fieldError('date_of_birth', 'date_of_birth', { min_age: 18 })]), { status: 422 })
          if (path === '/api/token.php' && method === 'POST') return useToken(JSON.parse(body) as Parameters<typeof useToken>[0])
          if (path === '/api/token.php' && query.get('token') === tokenFor('strange')) {
            return Response.json({
              purpose: 'activate',
              state: 'open',
              asks_password: !headers.get('cookie')?.includes('signup=9.made-here')
            })
          }
          if (path === '/api/password-reset.php')
            return method === 'POST'
              ? Response.json({ status: 'check_mail' })
              : Response.json(errorBody('invalid', {}, [fieldError('password_repeat', 'password_repeat')]), { status: 422 })
          if (path === '/api/complaint.php') {
            return (JSON.parse(body) as { kind: string }).kind
              ? Response.json({ status: 'received' })
              : Response.json(errorBody('invalid', {}, [fieldError('kind', 'required')]), { status: 422 })
          }
          if (path === '/api/complete-signup.php') return Response.json({ next: 'matches' })
          if (path === '/api/match-finder.php' && method === 'POST') {
            return (JSON.parse(body) as { min_age: number }).min_age >= 18
              ? Response.json({})
              : Response.json(errorBody('invalid', {}, [fieldError('min_age', 'invalid')]), { status: 422 })
          }
          if (path === '/api/match-finder.php') return Response.json({ answers: NO_ANSWERS, answered_at: null, members: [] })
          if (path === '/api/interests.php') return Response.json({ interests: ['tea', 'wine', 'art'] })
          return undefined
        }
      })
    })
    afterAll(() => edge.stop())

    const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      edge.fetch(BASE + path, posted(fields, headers))

    test('the right password redirects with the session cookie [CON-21]', async () => {
      const response = await post('/login?next=%2Fchats', { 'credentials.login': 'mira', 'credentials.password': 'right password' })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe('/chats')
      expect(response.headers.get('set-cookie')).toBe('__Host-auth=token; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure')
    })

    test('a refused log-in is the same page with what was typed, but no password [ERR-3]', async () => {
      const response = await post('/login?lang=en', { 'credentials.login': 'mira "x"', 'credentials.password': 'wrong password' })
      expect(response.status).toBe(422)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const html = await response.text()
      expect(html).toContain('Login failed, please try again.')
      expect(html).toContain('value="mira &quot;x&quot;"')
      expect(html).not.toContain('wrong password')
    })

    test('a refused sign-up keeps every field and says why [VAL-3]', async () => {
      const response = await post('/signup?lang=en', {
        email: 'a@b.example',
        name: 'Annelies',
        password: 'a long password',
        'date_of_birth.day': '3',
        'date_of_birth.month': '4',
        'date_of_birth.year': '2012',
        gender: 'woman',
        country: 'BE',
        consent_terms: 'true'
      })
      expect(response.status).toBe(422)
      const html = await response.text()
      expect(html).toContain('Enter your date of birth (18+).')
      expect(html).toContain('value="Annelies"')
      expect(html).toContain('value="a@b.example"')
      expect(html).not.toContain('a long password')
      const sent = JSON.parse(edge.calls.findLast(({ path }) => path === '/api/signup.php')!.body) as Record<string, unknown>
      expect(sent).toMatchObject({
        date_of_birth: '2012-04-03',
        consent_terms: true,
        consent_sensitive: false,
        country: 'BE',
        region: null
      })
    })

    test('a mailed link is used by the post and redirects; an expired one redirects to its own page, which says so', async () => {
      const used = await post(`/${tokenFor('activate')}`, {})
      expect([used.status, used.headers.get('location')]).toEqual([303, '/activate/done'])
      expect(used.headers.get('set-cookie')).toMatch(/^__Host-auth=fresh;.*Secure$/)
      const reset = await post(`/${tokenFor('reset_password')}`, {})
      expect(reset.headers.get('location')).toBe(`/reset-password/do?token=${tokenFor('reset_password')}`)
      expect((await post(`/${tokenFor('change_mail')}`, {})).headers.get('location')).toBe('/mail-change/do')
      expect((await post(`/${tokenFor('unlock')}`, {})).headers.get('location')).toBe('/login?unlocked=1')
      expect((await post(`/${tokenFor('reactivate')}`, {})).headers.get('location')).toBe('/login?back=1')
      const old = await post(`/${'t'.repeat(43)}`, {})
      expect([old.status, old.headers.get('location')]).toEqual([303, `/${'t'.repeat(43)}`])
    })

    test('a link that asks for a password is a form with its errors, and redirects with the session once it has one', async () => {
      const path = `/${tokenFor('strange')}`
      const page = await (await edge.fetch(`${BASE}${path}?lang=en`)).text()
      expect(page).toContain('name="password_repeat"')
      const fields = { token: tokenFor('strange'), password: 'password1234', password_repeat: 'password1234' }
      const refused = await post(`${path}?lang=en`, fields)
      expect(refused.status).toBe(422)
      const again = await refused.text()
      expect(again).toContain('name="password_repeat"')
      expect(again).not.toContain('password1234')
      const used = await post(path, { ...fields, password: 'a quiet harbour', password_repeat: 'a quiet harbour' })
      expect([used.status, used.headers.get('location')]).toEqual([303, '/activate/done'])
      expect(used.headers.get('set-cookie')).toMatch(/^__Host-auth=fresh;.*Secure$/)
    })

    test('the browser that signed up is recognized by a cookie of its own host, which goes to the origin and nowhere else', async () => {
      const asked = async (cookie: string) => {
        const page = await (await edge.fetch(`${BASE}/${tokenFor('strange')}`, { headers: { cookie } })).text()
        return page.includes('name="password_repeat"')
      }
      const signedUp = await post('/signup', { name: 'Mark' })
      expect(signedUp.headers.get('set-cookie')).toBe('__Host-signup=9.made-here; Path=/; HttpOnly; Secure')
      expect(await asked('__Host-signup=9.made-here; other=1')).toBe(false)
      expect(edge.calls.findLast(({ path }) => path === '/api/token.php')!.headers.get('cookie')).toBe('signup=9.made-here')
      // On https another site of the domain could have planted one without the prefix.
      for (const planted of ['signup=9.made-here', '__Host-signup=9.made-here%0d']) expect(await asked(planted)).toBe(true)
    })

    test('a mail program unsubscribes by one post from anywhere, as form or multipart, and can do nothing else', async () => {
      const goodbye = `${BASE}/${tokenFor('unsubscribe')}`
      const plain = { method: 'POST', body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      const parts = {
        method: 'POST',
        body: '--edge\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--edge--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=edge' }
      }
      for (const init of [plain, parts]) {
        const answer = await edge.fetch(goodbye, init)
        expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([200, '', []])
      }
      expect((await edge.fetch(`${BASE}/${tokenFor('activate')}`, plain)).status).toBe(422)
      expect((await edge.fetch(`${BASE}/${tokenFor('activate')}`, { ...plain, body: '' })).status).toBe(403)
    })

    test('requesting a reset mail shows the same text to everyone [RT-9]', async () => {
      const response = await post('/reset-password', { email: 'a@b.example' })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/reset-password?sent=1'])
      const html = await (await edge.fetch(`${BASE}/reset-password?sent=1&lang=en`)).text()
      expect(html).toContain('If this address has an account here')
    })

    test('a complaint is sent without a script or an account; a refused one keeps every word [RT-36]', async () => {
      const typed = { kind: '', page: 'Bella42', text: 'That is "my" picture.', earlier: ' ', name: 'Wilma', email: 'w@b.example' }
      const refused = await post('/complaints?lang=en', typed)
      expect(refused.status).toBe(422)
      const html = await refused.text()
      expect(html).toContain('Please fill in this field.')
      for (const kept of ['value="Bella42"', 'That is &quot;my&quot; picture.', 'value="Wilma"', 'value="w@b.example"'])
        expect(html).toContain(kept)
      const sent = await post('/complaints', { ...typed, kind: 'own_data' })
      expect([sent.status, sent.headers.get('location')]).toEqual([303, '/complaints?sent=1'])
      const call = edge.calls.findLast(({ path }) => path === '/api/complaint.php')!
      expect(JSON.parse(call.body)).toEqual({ ...typed, kind: 'own_data' })
      const thanks = await (await edge.fetch(`${BASE}/complaints?sent=1&lang=en`)).text()
      expect(thanks).toContain(sentence('complaints.sent_title'))
      expect(thanks).not.toContain('<form')
    })

    test('a banned member logs in, reads what was decided, appeals and may leave, all without a script; no one else reads it [RT-38]', async () => {
      const entered = await post('/login?next=/chats', { 'credentials.login': 'banned', 'credentials.password': 'mine' })
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/pages/ban'])
      expect(entered.headers.getSetCookie()[0]).toContain('limited=heard')
      const headers = { cookie: entered.headers.getSetCookie()[0]!.split(';')[0]! }
      const page = await edge.fetch(`${BASE}/pages/ban?lang=en`, { headers })
      const html = await page.text()
      for (const shown of [sentence('ban.banned'), DECISION.reasons, sentence('report.kind.money'), DECISION.reference])
        expect(html).toContain(shown)
      expect(html).toContain('href="/api/export.php"')
      expect(html).toContain('data-hydrate="none"')
      expect(page.headers.get('cache-control')).toBe('private, no-cache')
      const appealed = await edge.fetch(`${BASE}/pages/ban`, posted({ text: 'A joke.' }, headers))
      expect([appealed.status, appealed.headers.get('location')]).toEqual([303, '/pages/ban?sent=1'])
      expect(edge.calls.findLast(({ path }) => path === '/api/appeal.php')!.body).toBe('{"text":"A joke."}')
      const refused = await edge.fetch(`${BASE}/pages/ban?lang=en`, posted({ form: 'deleteAccount', password: 'wrong' }, headers))
      expect(refused.status).toBe(422)
      expect(edge.calls.findLast(({ path }) => path === '/api/account.php')!.method).toBe('DELETE')
      expect(await refused.text()).toContain('aria-invalid="true"')
      const left = await edge.fetch(`${BASE}/pages/ban`, posted({ form: 'deleteAccount', password: 'mine' }, headers))
      expect([left.status, left.headers.get('location')]).toEqual([303, '/account-deleted?done=1'])

      const anyone = await (await edge.fetch(`${BASE}/pages/ban?lang=en`)).text()
      expect(anyone).toContain(sentence('pages-ban.title', { site: 'Velvet' }))
      expect(anyone).not.toContain(DECISION.reasons)
    })

    test('two different passwords are the same page again with neither of them, and no other page learns its address [VAL-7]', async () => {
      const response = await post(`/reset-password/do?lang=en&token=${'t'.repeat(43)}`, {
        token: 't'.repeat(43),
        password: 'one long password',
        password_repeat: 'another long password'
      })
      expect(response.status).toBe(422)
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      const html = await response.text()
      expect(html).toContain('The entered passwords are not the same.')
      expect(html).not.toContain('long password')
      const fresh = await edge.fetch(`${BASE}/reset-password/do?token=${'t'.repeat(43)}`)
      expect(fresh.headers.get('referrer-policy')).toBe('no-referrer')
    })

    test('a sign-up from a profile names that member, and comes back to that page when refused [RT-21]', async () => {
      const path = `/members/${CARD.id}/signup`
      const response = await post(`${path}?lang=en`, { email: 'a@b.example', member: CARD.id })
      expect(response.status).toBe(422)
      expect(await response.text()).toContain('Meet Rosalinde')
      const sent = JSON.parse(edge.calls.findLast(({ path }) => path === '/api/signup.php')!.body) as Record<string, unknown>
      expect(sent).toMatchObject({ email: 'a@b.example', member: CARD.id, consent_tracking: false })
    })

    test('the completion step works without a script, for members alone [RT-5]', async () => {
      const session = await sessionToken(EDGE_SECRET, 'velvet', 'c'.repeat(43), Math.floor(Date.now() / 1000) + 3600)
      const fields = new URLSearchParams([
        ['about', 'Hi'],
        ['interests', 'tea'],
        ['interests', 'wine']
      ])
      const response = await edge.fetch(`${BASE}/complete-signup`, {
        method: 'POST',
        body: fields.toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          cookie: `__Host-auth=${session}`
        }
      })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/signup-matches'])
      const call = edge.calls.findLast(({ path }) => path === '/api/complete-signup.php')!
      expect(JSON.parse(call.body)).toEqual({ about: 'Hi', wishes: '', limits: '', interests: ['tea', 'wine'] })
      expect(call.headers.get('cookie')).toBe(`auth=${session}`)
    })

    test('the match finder is one form without a script: answers are stored, wrong ones come back with what was chosen [RT-24]', async () => {
      const session = await sessionToken(EDGE_SECRET, 'velvet', 'f'.repeat(43), Math.floor(Date.now() / 1000) + 3600)
      const chosen: [string, string][] = [
        ['genders', 'woman'],
        ['genders', 'couple'],
        ['max_age', '45'],
        ['country', ''],
        ['interests', 'tea'],
        ['interests', 'wine'],
        ['reasons', 'dating']
      ]
      const post = (min_age: string) =>
        edge.fetch(`${BASE}/match-finder?lang=en`, {
          method: 'POST',
          body: new URLSearchParams([...chosen, ['min_age', min_age]]).toString(),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'same-origin',
            cookie: `__Host-auth=${session}`
          }
        })
      const response = await post('30')
      expect([response.status, response.headers.get('location')]).toEqual([303, '/match-finder'])
      const call = edge.calls.findLast(({ path, method }) => path === '/api/match-finder.php' && method === 'POST')!
      expect(JSON.parse(call.body)).toEqual({
        genders: ['woman', 'couple'],
        min_age: 30,
        max_age: 45,
        country: null,
        region: null,
        interests: ['tea', 'wine'],
        reasons: ['dating']
      })
      const refused = await post('7')
      const html = await refused.text()
      expect(refused.status).toBe(422)
      const ticked = [...html.matchAll(/<input[^>]*checked=""[^>]*>/g)].map(([input]) => /value="(\w+)"/.exec(input)![1])
      expect(ticked).toEqual(expect.arrayContaining(['woman', 'couple', 'tea', 'wine', 'dating']))
      expect(html).toContain('value="45"')
    })

    test.each([
      ['500', () => Response.json(errorBody('internal'), { status: 500 }), 500, 'please try again later'],
      ['503', () => Response.json(errorBody('unavailable'), { status: 503 }), 503, sentence('error.unavailable')],
      ['a proxy’s 502', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 503, sentence('error.unavailable')]
    ])('a failure of ours (%s) is told as one, with everything typed but the password', async (_, fails, status, words) => {
      const away = await start({ origin: ({ facts }) => (facts?.host === '' ? undefined : fails()) })
      const typed = { email: 'a@b.example', name: 'Annelies', password: 'a long password', 'date_of_birth.day': '3', country: 'BE' }
      for (const path of ['/signup', `/members/${CARD.id}/signup`]) {
        const response = await away.fetch(`${BASE}${path}?lang=en`, posted(typed))
        const html = await response.text()
        expect([path, response.status]).toEqual([path, status])
        for (const text of [words, 'value="Annelies"', 'value="a@b.example"', 'value="3"']) expect(html).toContain(text)
        expect(html).not.toContain('a long password')
      }
      const link = await away.fetch(`${BASE}/${tokenFor('activate')}?lang=en`, posted({}))
      const html = await link.text()
      expect(link.status).toBe(status)
      expect(html).toContain(words)
      expect(html).toContain('<form method="post"')
      await away.stop()
    })

    test('a failure of ours leaves a member’s form as it was filled in, and the language as it is', async () => {
      const away = await start({ origin: ({ facts }) => (facts?.host === '' ? undefined : new Response('', { status: 503 })) })
      const cookie = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 'c'.repeat(43), Math.floor(Date.now() / 1000) + 3600)}`
      const completion = await away.fetch(`${BASE}/complete-signup?lang=en`, posted({ about: 'I bake.', interests: 'coffee' }, { cookie }))
      const form = await completion.text()
      expect(completion.status).toBe(503)
      expect(form).toContain('I bake.</textarea>')
      expect(form).toMatch(/<input(?=[^>]*value="coffee")[^>]*checked/)
      expect(form).toContain(sentence('error.unavailable'))
      const language = await away.fetch(`${BASE}/lang-config`, posted({ language: 'fi', country: 'BE' }, { cookie }))
      expect([language.status, language.headers.getSetCookie()]).toEqual([503, []])
      const page = await language.text()
      expect(page).toMatch(/<input(?=[^>]*value="fi")[^>]*checked/)
      expect(page).toMatch(/<option(?=[^>]*value="BE")[^>]*selected/)
      await away.stop()
    })

    test('a member’s form says which member it is for; posted as someone else it is refused and shows nothing typed', async () => {
      const cookie = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 'c'.repeat(43), Math.floor(Date.now() / 1000) + 3600)}`
      const own = await start({
        origin: ({ path, method, headers }) => {
          const expected = headers.get('x-expected-member')
          if (expected && expected !== USER.id) return Response.json(errorBody('member_changed'), { status: 409 })
          if (path === '/api/user.php' && method === 'PUT') return Response.json({})
          if (path === '/api/interests.php') return Response.json({ interests: ['coffee'] })
          if (path === '/api/photos.php') return Response.json({ photos: [], limit: 3 })
          return path === '/api/user.php' && headers.get('cookie')
            ? Response.json({ user: { ...USER, profile: null }, now: new Date().toISOString() })
            : undefined
        }
      })
      for (const path of ['/complete-signup', '/lang-config']) {
        const html = await (await own.fetch(BASE + path, { headers: { cookie } })).text()
        expect(html).toContain(`<input type="hidden" name="expected_member" value="${USER.id}"/>`)
        const typed = { about: 'I bake.', language: 'fi', country: 'BE', expected_member: 'A'.repeat(22) }
        const refused = await own.fetch(`${BASE}${path}?lang=en`, posted(typed, { cookie }))
        expect([path, refused.status]).toEqual([path, 409])
        expect(refused.headers.getSetCookie()).toEqual([])
        const page = await refused.text()
        expect(page).toContain(sentence('error.member_changed'))
        expect(page).not.toContain('I bake.')
        expect(page).not.toContain('A'.repeat(22))
        expect(own.calls.findLast(({ method }) => method !== 'GET')!.headers.get('x-expected-member')).toBe('A'.repeat(22))
      }
      expect(await (await own.fetch(`${BASE}/lang-config`)).text()).not.toContain('expected_member')
      const kept = await own.fetch(`${BASE}/lang-config`, posted({ language: 'fi', expected_member: USER.id }, { cookie }))
      expect([kept.status, kept.headers.getSetCookie()[0]]).toEqual([303, expect.stringMatching(/^locale=fi;/)])
      await own.stop()
    })

    test('a form from another site, without an origin, or of another type does nothing', async () => {
      const before = edge.calls.filter(({ method }) => method === 'POST').length
      expect((await post('/login', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      expect((await post('/login', {}, { 'sec-fetch-site': '', origin: 'https://evil.example' })).status).toBe(403)
      expect(
        (
          await edge.fetch(`${BASE}/login`, {
            method: 'POST',
            body: 'a=b',
            headers: { 'content-type': 'application/x-www-form-urlencoded' }
          })
        ).status
      ).toBe(403)
      expect((await post('/login', {}, { 'content-type': 'text/plain' })).status).toBe(415)
      expect((await post('/members', {})).status).toBe(405)
      expect(edge.calls.filter(({ method }) => method === 'POST').length).toBe(before)
    })

    test('language and country are chosen without a script [LOC-15]', async () => {
      const response = await post('/lang-config', { language: 'fr', country: 'BE' })
      expect(response.status).toBe(303)
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^locale=fr;.*Max-Age=31536000/),
        expect.stringMatching(/^country=BE;.*Max-Age=31536000/)
      ])
      expect((await post('/lang-config', { language: 'xx', country: 'US' })).headers.getSetCookie()).toEqual([])
      // A discount code in the address outlives the choice of a country.
      expect((await post('/pricing?code=HELLO&lang=fr', { country: 'BE' })).headers.get('location')).toBe('/pricing?code=HELLO')
    })

    test('the entry warning closes without a script and redirects back [OTH-9]', async () => {
      const response = await post('/__edge/enter', { next: '/landers/gallery' })
      expect(response.headers.get('location')).toBe('/landers/gallery')
      expect(response.headers.get('set-cookie')).toMatch(/^ew=1;.*Max-Age=31536000/)
      expect((await post('/__edge/enter', { next: '/€' })).headers.get('location')).toBe('/%E2%82%AC')
      for (const next of [
        '//evil.example',
        'https://evil.example',
        '/\\evil',
        '/.//evil.example',
        '/members/..//evil.example',
        '/%2e//evil.example'
      ])
        expect((await post('/__edge/enter', { next })).headers.get('location')).toBe('/')
    })
  })
}

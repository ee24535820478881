import { describe, expect, test } from 'vitest'
import { errorBody } from '../../../shared/api/errors.ts'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import type { StartEdge } from '../../fixtures/edge.ts'
import { EDGE_SECRET, USER } from '../../fixtures/fake-origin.ts'
import { BASE, DECISION, edgeOfForms, EXPORT_ADDRESS, posted, WITHDRAWABLE } from '../../fixtures/form-origin.ts'
import { sentence } from '../../fixtures/sentence.ts'

export function memberFormTests(start: StartEdge): void {
  describe('plain forms of members', () => {
    const edge = edgeOfForms(start)
    const { post } = edge

    test('a banned member logs in, reads what was decided, appeals and may leave, all without a script; no one else reads it [RT-38]', async () => {
      const entered = await post('/login?next=/chats', { 'credentials.login': 'banned', 'credentials.password': 'mine' })
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/pages/ban'])
      expect(entered.headers.getSetCookie()[0]).toContain('limited=heard')
      const headers = { cookie: entered.headers.getSetCookie()[0]!.split(';')[0]! }
      const page = await edge.fetch(`${BASE}/pages/ban?lang=en`, { headers })
      const html = await page.text()
      for (const shown of [sentence('ban.banned'), DECISION.reasons, sentence('report.kind.money'), DECISION.reference])
        expect(html).toContain(shown)
      expect(html).toContain('Tell us by 22 May 2027 at 14:00 CEST.')
      expect(html).toContain('data-hydrate="none"')
      expect(page.headers.get('cache-control')).toBe('private, no-cache')
      const appealed = await edge.fetch(`${BASE}/pages/ban`, posted({ text: 'A joke.' }, headers))
      expect([appealed.status, appealed.headers.get('location')]).toEqual([303, '/pages/ban?sent=1'])
      expect(edge.calls.findLast(({ path }) => path === '/api/appeal.php')!.body).toBe('{"text":"A joke."}')
      const refused = await edge.fetch(`${BASE}/pages/ban?lang=en`, posted({ form: 'deleteAccount', password: 'wrong' }, headers))
      expect(refused.status).toBe(422)
      expect(edge.calls.findLast(({ path }) => path === '/api/account.php')!.method).toBe('DELETE')
      expect(await refused.text()).toContain('aria-invalid="true"')
      const file = await edge.fetch(`${BASE}/pages/ban`, posted({ form: 'startExport', password: 'mine' }, headers))
      expect([file.status, file.headers.get('location')]).toEqual([303, EXPORT_ADDRESS])
      const unproven = await edge.fetch(`${BASE}/pages/ban?lang=en`, posted({ form: 'startExport', password: 'wrong' }, headers))
      expect(await unproven.text()).toMatch(/<form(?:(?!<\/form>).)*value="startExport"(?:(?!<\/form>).)*aria-invalid="true"/s)
      const left = await edge.fetch(`${BASE}/pages/ban`, posted({ form: 'deleteAccount', password: 'mine' }, headers))
      expect([left.status, left.headers.get('location')]).toEqual([303, '/account-deleted?done=1'])

      const anyone = await (await edge.fetch(`${BASE}/pages/ban?lang=en`)).text()
      expect(anyone).toContain(sentence('pages-ban.title', { site: 'Velvet' }))
      expect(anyone).not.toContain(DECISION.reasons)
    })

    test('a suspended member withdraws from a purchase in two steps, without a script; no one else is offered it', async () => {
      const entered = await post('/login', { 'credentials.login': 'suspended', 'credentials.password': 'mine' })
      const headers = { cookie: entered.headers.getSetCookie()[0]!.split(';')[0]! }
      const read = async (path: string, init: RequestInit = { headers }) => (await edge.fetch(`${BASE}${path}lang=en`, init)).text()
      const html = await read('/pages/ban?')
      expect(html).toContain(`>${sentence('withdrawal.open')}</summary>`)
      expect(html).toContain(`Order ${WITHDRAWABLE.reference}: 15 unused credits, €7.47 back. Until 4 December 2026.`)
      const [form] = /<form(?:(?!<\/form>).)*value="withdraw"(?:(?!<\/form>).)*<\/form>/s.exec(html)!
      const fields = Object.fromEntries([...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]))
      expect(form).toContain(sentence('withdrawal.confirm'))
      const done = await edge.fetch(`${BASE}/pages/ban`, posted(fields, headers))
      expect([done.status, done.headers.get('location')]).toEqual([303, '/pages/ban?withdrawn=1'])
      const call = edge.calls.findLast(({ path, method }) => path === '/api/withdrawal.php' && method === 'POST')!
      expect(JSON.parse(call.body)).toEqual({ payment_id: WITHDRAWABLE.payment_id })
      expect(call.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/)
      expect(await read('/pages/ban?withdrawn=1&')).toContain(sentence('ban.withdrawn'))
      const late = await read('/pages/ban?', posted({ ...fields, payment_id: 'q'.repeat(22) }, headers))
      expect(late).toContain(sentence('error.already_used'))

      for (const cookie of ['', '__Host-limited=heard']) {
        const other = await read('/pages/ban?withdrawn=1&', { headers: { cookie } })
        expect([other.includes(sentence('withdrawal.heading')), other.includes(sentence('ban.withdrawn'))]).toEqual([false, false])
      }
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
      expect([response.status, response.headers.get('location')]).toEqual([303, '/complete-signup'])
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
  })
}

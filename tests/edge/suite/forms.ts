import { describe, expect, test } from 'vitest'
import { errorBody } from '../../../shared/api/errors.ts'
import type { StartEdge } from '../../fixtures/edge.ts'
import { CARD } from '../../fixtures/fake-origin.ts'
import { BASE, edgeOfForms, posted, tokenFor } from '../../fixtures/form-origin.ts'
import { sentence } from '../../fixtures/sentence.ts'

export function formTests(start: StartEdge): void {
  describe('plain forms', () => {
    const edge = edgeOfForms(start)
    const { post } = edge

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

    test('a sign-up from a profile names that member, and comes back to that page when refused [RT-21]', async () => {
      const path = `/members/${CARD.id}/signup`
      const response = await post(`${path}?lang=en`, { email: 'a@b.example', member: CARD.id })
      expect(response.status).toBe(422)
      expect(await response.text()).toContain('Meet Rosalinde')
      const sent = JSON.parse(edge.calls.findLast(({ path }) => path === '/api/signup.php')!.body) as Record<string, unknown>
      expect(sent).toMatchObject({ email: 'a@b.example', member: CARD.id, consent_tracking: false })
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

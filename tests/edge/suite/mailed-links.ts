import { describe, expect, test } from 'vitest'
import type { StartEdge } from '../../fixtures/edge.ts'
import { BASE, edgeOfForms, tokenFor } from '../../fixtures/form-origin.ts'
import { memberCookie } from '../../fixtures/member-cookie.ts'

export function mailedLinkTests(start: StartEdge): void {
  describe('mailed links', () => {
    const edge = edgeOfForms(start)
    const { post } = edge

    test('a mailed link is used by the post and redirects; an expired one redirects to its own page, which says so', async () => {
      const used = await post(`/${tokenFor('activate')}`, {})
      expect([used.status, used.headers.get('location')]).toEqual([303, '/activate/done'])
      expect(used.headers.get('set-cookie')).toMatch(/^__Host-auth=fresh;.*Secure$/)
      expect((await post(`/${tokenFor('again')}`, {})).headers.get('location')).toBe('/settings')
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

    // A mail names the host that the brand had when it was sent.
    test.each([
      ['its host', 'velvet.example'],
      ['an alias', 'velvet-dates.example'],
      ['its www host', 'www.velvet.example']
    ])('a mail program unsubscribes at %s by one post from anywhere, as form or multipart, and can do nothing else', async (_, host) => {
      const linkTo = (purpose: string) => `http://${host}/${tokenFor(purpose)}`
      const plain = { method: 'POST', body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      const parts = {
        method: 'POST',
        body: '--edge\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--edge--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=edge' }
      }
      for (const init of [plain, parts]) {
        const answer = await edge.fetch(linkTo('unsubscribe'), init)
        expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([200, '', []])
      }
      expect((await edge.fetch(linkTo('activate'), plain)).status).toBe(422)
      expect((await edge.fetch(linkTo('activate'), { ...plain, body: '' })).status).toBe(403)
    })

    test('requesting a reset mail shows the same text to everyone [RT-9]', async () => {
      const response = await post('/reset-password', { email: 'a@b.example' })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/reset-password?sent=1'])
      const html = await (await edge.fetch(`${BASE}/reset-password?sent=1&lang=en`)).text()
      expect(html).toContain('If this address has an account here')
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

    test('a word that isn’t the token of a link is the 404 page with its status, for members too [ERR-15]', async () => {
      const own = await start({
        origin: ({ path, query }) =>
          path === '/api/token.php' && query.get('token') === 'k'.repeat(43)
            ? Response.json({ purpose: 'change_mail', state: 'open' })
            : undefined
      })
      for (const cookie of ['', await memberCookie('velvet')]) {
        const headers = { cookie }
        const open = await own.fetch(`http://velvet.example/${'k'.repeat(43)}?lang=en`, { headers })
        expect([open.status, await open.text()]).toEqual([200, expect.stringContaining('<form method="post"')])
        const unknown = await own.fetch(`http://velvet.example/${'z'.repeat(43)}?lang=en`, { headers })
        const html = await unknown.text()
        expect(unknown.status).toBe(404)
        expect(html).toContain('<title>This page could not be found')
        expect(html).toMatch(/<h1[^>]*>This page could not be found/)
        // No other site may learn the token.
        expect([unknown.headers.get('referrer-policy'), unknown.headers.get('x-robots-tag')]).toEqual(['no-referrer', 'noindex'])
      }
      await own.stop()
    })

    test('a used, expired or cut-off link to confirm an address redirects to the page that says so; without the origin it stays [RT-8] [ERR-13]', async () => {
      let away = false
      const states: Record<string, string> = { u: 'used', e: 'expired', o: 'open' }
      const own = await start({
        origin: ({ path, query }) => {
          if (path !== '/api/token.php') return undefined
          if (away) return new Response('', { status: 500 })
          const state = states[query.get('token')!.at(-1)!]
          return state === undefined ? undefined : Response.json({ purpose: 'activate', state, asks_password: false })
        }
      })
      const links = {
        used: 'u'.repeat(43),
        expired: `activate-${'e'.repeat(43)}`,
        unknown: `activate-${'z'.repeat(43)}`,
        cut: 'activate-zz',
        bare: 'activate-'
      }
      const headers = { cookie: await memberCookie('velvet') }
      for (const [name, token] of Object.entries(links)) {
        for (const init of [{}, { headers }]) {
          const answer = await own.fetch(`http://velvet.example/${token}`, { ...init, redirect: 'manual' })
          expect([name, answer.status, answer.headers.get('location')]).toEqual([name, 302, '/activate/error'])
        }
      }
      const page = await own.fetch('http://velvet.example/activate/error?lang=en')
      expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/<h1[^>]*>Activation failed/)])
      expect((await own.fetch(`http://velvet.example/activate-${'o'.repeat(43)}`)).status).toBe(200)
      away = true
      const waiting = await own.fetch(`http://velvet.example/${links.expired}`, { redirect: 'manual' })
      expect([waiting.status, waiting.headers.get('location')]).toEqual([200, null])
      await own.stop()
    })
  })
}

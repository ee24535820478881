import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTRACT } from '../../../shared/api/contract.ts'
import { errorBody } from '../../../shared/api/errors.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { CARD, USER } from '../../fixtures/fake-origin.ts'
import { memberCookie, queriesOf } from '../../fixtures/member-cookie.ts'
import { sentence } from '../../fixtures/sentence.ts'

export function memberPageTests(start: StartEdge): void {
  describe('pages of members', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start()
    })
    afterAll(() => edge.stop())

    test('a visitor of a member page is redirected to the log-in and back', async () => {
      const response = await edge.fetch('http://velvet.example/chats?x=1')
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe('/login?next=%2Fchats%3Fx%3D1')
    })

    test('a member’s page is complete, with its answers, and never cached', async () => {
      const cookie = await memberCookie('velvet')
      const response = await edge.fetch('http://velvet.example/members', { headers: { cookie } })
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      expect(response.headers.get('etag')).toBeNull()
      const html = await response.text()
      expect(html).toContain('Rosalinde')
      expect(queriesOf(html)).toEqual(['getUser', 'searchMembers'])
      const visitor = await (await edge.fetch('http://velvet.example/login')).text()
      expect(visitor).not.toContain('Mira')
    })

    test.each([
      ['/settings', ['getUser', 'getNotifications', 'getProfile']],
      ['/chats', ['getUser', 'listChats']],
      ['/likes', ['getUser', 'listLikes']],
      [`/chats/${CARD.id}`, ['getUser', 'listChats', 'getChat']]
    ])('%s comes with its data: pages that only show counts have no lists', async (path, endpoints) => {
      const html = await (await edge.fetch(`http://velvet.example${path}`, { headers: { cookie: await memberCookie('velvet') } })).text()
      expect(endpoints).toEqual(expect.arrayContaining(queriesOf(html)))
      for (const endpoint of endpoints)
        expect(edge.calls.some(({ path: asked }) => asked === CONTRACT[endpoint as 'getUser'].path)).toBe(true)
    })

    test('the page says that an account is gone only after its deletion: members are redirected, other visitors read a general text [RT-6]', async () => {
      const read = async (path: string) => await (await edge.fetch(`http://velvet.example${path}`)).text()
      expect(await read('/account-deleted?done=1&lang=en')).toContain(sentence('account-deleted.heading'))
      const general = await read('/account-deleted?lang=en')
      expect(general).toContain(sentence('account-deleted.other_heading'))
      expect(general).not.toContain(sentence('account-deleted.heading'))
      for (const path of ['/account-deleted', '/account-deleted?done=1']) {
        const { status, headers } = await edge.fetch(`http://velvet.example${path}`, { headers: { cookie: await memberCookie('velvet') } })
        expect([status, headers.get('location')]).toEqual([302, '/members'])
      }
    })

    test('a member is redirected past log-in and sign-up, and only to our own paths', async () => {
      const cookie = await memberCookie('velvet')
      const location = async (path: string) =>
        (await edge.fetch(`http://velvet.example${path}`, { headers: { cookie } })).headers.get('location')
      expect(await location('/login?next=%2Fchats')).toBe('/chats')
      for (const evil of [
        '//evil.example',
        'https://evil.example',
        '/\\evil.example',
        '/%5Cevil',
        'javascript:alert(1)',
        '/login\n/evil'
      ]) {
        expect(await location(`/login?next=${encodeURIComponent(evil)}`)).toBe('/members')
      }
    })

    test('a member who comes to the search without filters is redirected to their own; visitors and chosen filters stay', async () => {
      const search = { gender: 'man,couple', country: 'NL' }
      const known = await start({
        origin: ({ path }) =>
          path === '/api/user.php' ? Response.json({ user: { ...USER, search }, now: '2026-11-21T12:00:00.000Z' }) : undefined
      })
      const cookie = await memberCookie('velvet')
      const ask = async (path: string, headers: Record<string, string> = { cookie }) => {
        const { status, headers: answered } = await known.fetch(`http://velvet.example${path}`, { headers, redirect: 'manual' })
        return [status, answered.get('location')]
      }
      expect(await ask('/members')).toEqual([302, '/members?gender=man%2Ccouple&country=NL'])
      expect(await ask('/members?t=5&page=2')).toEqual([302, '/members?t=5&page=2&gender=man%2Ccouple&country=NL'])
      for (const chosen of ['anyone=1', 'gender=woman', 'gender=&min_age=18']) expect(await ask(`/members?${chosen}`)).toEqual([200, null])
      expect(await ask('/members', {})).toEqual([200, null])
      await known.stop()
      const failing = await start({ origin: ({ path }) => (path === '/api/user.php' ? new Response(null, { status: 500 }) : undefined) })
      expect((await failing.fetch('http://velvet.example/members', { headers: { cookie } })).status).toBe(200)
      await failing.stop()
    })

    test.each([
      ['expired', () => memberCookie('velvet', -1)],
      ['of another brand', () => memberCookie('lumi')],
      ['forged', async () => `${await memberCookie('velvet')}x`]
    ])('a session that is %s is a visitor, and its cookie is cleared [DC-9]', async (_, cookie) => {
      const response = await edge.fetch('http://velvet.example/login', { headers: { cookie: await cookie() } })
      expect(response.status).toBe(200)
      expect(response.headers.get('set-cookie')).toMatch(/^__Host-auth=; .*Max-Age=0/)
    })

    test('a session that the origin has ended gets visitors’ content, and the log-in instead of a redirect loop [ERR-1]', async () => {
      const over = await start({
        origin: ({ path }) =>
          path === '/api/user.php' || path === '/api/chats.php' || path === '/api/likes.php'
            ? Response.json(errorBody('authentication_required'), { status: 403 })
            : undefined
      })
      const headers = { cookie: await memberCookie('velvet') }
      const page = await over.fetch('http://velvet.example/members', { headers })
      expect(await page.text()).toContain('"member":false')
      const login = await over.fetch('http://velvet.example/login?next=%2Fchats', { headers })
      expect(login.status).toBe(200)
      expect(login.headers.get('set-cookie')).toMatch(/^__Host-auth=; .*Max-Age=0/)
      expect(await login.text()).toContain('name="credentials.password"')
      await over.stop()
    })

    test('the completion step is for members who haven’t done it; others are redirected, and members get the member they came for [RT-5] [RT-21]', async () => {
      const headers = { cookie: await memberCookie('velvet') }
      const where = async (edge: EdgeUnderTest, path: string) => {
        const answer = await edge.fetch(`http://velvet.example${path}`, { headers })
        return [answer.status, answer.headers.get('location')]
      }
      expect(await where(edge, '/complete-signup')).toEqual([302, '/signup-matches'])
      expect(await where(edge, `/members/${CARD.id}/signup`)).toEqual([302, `/members/${CARD.id}`])
      const begun = await start({
        origin: ({ path }) =>
          path === '/api/user.php' ? Response.json({ user: { ...USER, profile: null }, now: new Date().toISOString() }) : undefined
      })
      expect(await where(begun, '/complete-signup')).toEqual([200, null])
      await begun.stop()
      const visitor = await edge.fetch('http://velvet.example/complete-signup')
      expect(visitor.headers.get('location')).toBe('/login?next=%2Fcomplete-signup')
    })

    test('a member without an order to repeat is redirected to the bundles [RT-31]', async () => {
      const order = {
        payment_id: CARD.id,
        reference: '7KQ2M-XW4RT',
        status: 'completed',
        bundle: '50',
        credits: 50,
        payment_method: 'card',
        currency: 'EUR',
        total: 1995,
        created_at: '2026-11-20T19:00:00.000Z',
        refunded: 0
      }
      for (const [last_completed, answer] of [
        [null, [302, '/credits']],
        [order, [200, null]]
      ] as const) {
        const own = await start({
          origin: ({ path }) =>
            path === '/api/transactions.php'
              ? Response.json({ transactions: [], total: 0, page: 1, pages: 1, last_completed, debts: [] })
              : path === '/api/credits.php'
                ? Response.json(errorBody('unavailable'), { status: 503 })
                : undefined
        })
        const response = await own.fetch('http://velvet.example/credits/repeat-order', {
          headers: { cookie: await memberCookie('velvet') }
        })
        expect([response.status, response.headers.get('location')]).toEqual(answer)
        await response.text()
        await own.stop()
      }
    })

    test('an unknown member is the 404 page, with a session inside a page that has begun [trap: status of a stream]', async () => {
      const response = await edge.fetch(`http://velvet.example/members/${'z'.repeat(22)}?lang=en`)
      const html = await response.text()
      expect(response.status).toBe(404)
      expect(html).toContain('This page could not be found')
      const headers = { cookie: await memberCookie('velvet') }
      const begun = await edge.fetch(`http://velvet.example/members/${'z'.repeat(22)}?lang=en`, { headers })
      // The status was sent with the first byte: search engines are told by the header, readers by the page.
      expect([begun.status, begun.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
      expect(await begun.text()).toContain('This page could not be found')
    })

    test.each(['/directdebit', `/transactions/${'z'.repeat(22)}`, `/likes/m/${'z'.repeat(22)}`])(
      'something that doesn’t exist for a member is the 404 page, without a script too: %s',
      async (path) => {
        const missing = () => Response.json({ error: { code: 'not_found', message_key: 'error.not_found', params: {} } }, { status: 404 })
        const own = await start({ origin: ({ path: asked }) => (/(directdebit|payment|like)\.php/.test(asked) ? missing() : undefined) })
        const headers = { cookie: await memberCookie('velvet') }
        const html = await (await own.fetch(`http://velvet.example${path}?lang=en`, { headers })).text()
        expect(html).toMatch(/<h1[^>]*>This page could not be found/)
        await own.stop()
      }
    )
  })
}

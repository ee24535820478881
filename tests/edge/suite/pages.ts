import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { CONTRACT } from '../../../shared/api/contract.ts'
import { errorBody } from '../../../shared/api/errors.ts'
import { aTenant } from '../../fixtures/tenants.ts'
import { CREDITS } from '../../client/a-credits.ts'
import { TENANTS, type EdgeUnderTest, type StartEdge } from '../../fixtures/edge.ts'
import { CARD, EDGE_SECRET, USER } from '../../fixtures/fake-origin.ts'
import { memberCookie, queriesOf } from '../../fixtures/member-cookie.ts'
import { sentence } from '../../fixtures/sentence.ts'
import { withoutTime } from './hosts.ts'

export function pageTests(start: StartEdge): void {
  describe('pages', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start()
    })
    afterAll(() => edge.stop())

    test('the HTML holds the text before any script runs [DC-4]', async () => {
      const html = await (await edge.fetch('http://velvet.example/login')).text()
      expect(html).toMatch(/<main[^>]*>.*<h1/s)
      expect(html).toContain('name="credentials.password"')
    })

    test('title and description of the index are the tenant’s [SET-14]', async () => {
      const html = await (await edge.fetch('http://velvet.example/')).text()
      expect(html).toContain('<title>Velvet in het Nederlands</title>')
      expect(html).toContain('<meta name="description" content="Een rustige plek.">')
    })

    test('the document names the version of its design [CON-12]', async () => {
      const html = await (await edge.fetch('http://velvet.example/')).text()
      expect(html).toMatch(/^<!doctype html><html [^>]*data-design="2"/i)
    })

    test.each(['\u0000', 'SUM\u0001MER', 'a\tb', '\u200b', `${'x'.repeat(39)}😀`, 'x'.repeat(600), ' '])(
      'a code of an address is asked for as the origin accepts it: %j',
      async (code) => {
        const cookie = await memberCookie('velvet')
        for (const path of ['/credits', '/credits/50/card', '/credits/repeat-order', '/premium', '/directdebit', '/pricing']) {
          const before = edge.calls.length
          await (await edge.fetch(`http://velvet.example${path}?${new URLSearchParams({ code })}`, { headers: { cookie } })).text()
          for (const { path: asked, query } of edge.calls.slice(before).filter(({ path: called }) => called === CONTRACT.getCredits.path))
            expect(v.is(CONTRACT.getCredits.query, Object.fromEntries(query)), `${path}: ${asked}?${query}`).toBe(true)
        }
      }
    )

    test('the price list shows prices whatever code its address has', async () => {
      const own = await start({ origin: ({ path }) => (path === CONTRACT.getCredits.path ? Response.json(CREDITS) : undefined) })
      for (const code of ['SUMMER', '\u0000']) {
        const html = await (await own.fetch(`http://velvet.example/pricing?${new URLSearchParams({ code, lang: 'en' })}`)).text()
        expect(html).not.toContain(sentence('shop.failed'))
        expect(html).toContain('<tbody>')
      }
      await own.stop()
    })

    test.each([
      ['velvet.example', 'Velvet'],
      ['harbor.example', 'Harbor']
    ])('%s has the name %s, and its own domain in its links [SET-2]', async (domain, name) => {
      const html = await (await edge.fetch(`http://${domain}/login?lang=en`)).text()
      expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toContain(name)
      expect(/<header.*?<\/header>/s.exec(html)?.[0]).toContain(name)
      expect(/<footer.*?<\/footer>/s.exec(html)?.[0]).toContain(name)
      const index = await (await edge.fetch(`http://${domain}/?lang=en`)).text()
      expect(index).toContain(`<link rel="canonical" href="https://${domain}/`)
      for (const other of TENANTS.filter(({ settings }) => settings.domain !== domain)) {
        expect(index).not.toContain(other.settings.domain)
        expect(html).not.toContain(`>${other.settings.name}<`)
      }
    })

    test('the inlined settings are the public ones and cannot end their element [DC-5]', async () => {
      const name = '</script><script>alert(1)</script>'
      const own = await start({ tenants: [aTenant({ name, campaigns: ['secret-campaign'], aliases: ['hidden-alias.example'] })] })
      const html = await (await own.fetch('http://velvet.example/login')).text()
      await own.stop()
      const block = /<script type="application\/json" id="tenant">(.*?)<\/script>/s.exec(html)![1]!
      expect((JSON.parse(block) as { name: string }).name).toBe(name)
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('secret-campaign')
      expect(html).not.toContain('hidden-alias')
      expect(html).not.toContain(EDGE_SECRET)
    })

    test.each([
      '/',
      '/login',
      '/signup',
      '/lang-config',
      '/complaints',
      '/landers/gallery',
      '/landers/tinderswipe',
      '/members',
      `/members/${CARD.id}`,
      '/nowhere'
    ])('%s has no style attribute and no inline script [trap: inline style]', async (path) => {
      const html = await (await edge.fetch(`http://velvet.example${path}`, { country: 'NL' })).text()
      expect(html).not.toMatch(/<[^>]+\sstyle=/)
      expect(html).not.toMatch(/<script(?![^>]*(type="application\/(?:ld\+)?json"|src=))/)
      expect(html).not.toMatch(/\son[a-z]+="/)
    })

    test('an unknown path is the 404 page with its two texts [ERR-15] [ERR-16]', async () => {
      const response = await edge.fetch('http://harbor.example/nope/nope?lang=en')
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain('This page could not be found')
      expect(html).toMatch(/<a[^>]*href="\/"[^>]*>(<[^>]*>)*Back to the home page/)
    })

    test.each(['/landers/doesnotexist', '/landers/tinderswipe/abc', '/likes/unknown', '/members/1', '/%E0%A4%A', '/__proto__', '/login/'])(
      '%s is not a page [RT-54]',
      async (path) => {
        const { status } = await edge.fetch(`http://velvet.example${path}`)
        expect(status).toBe(404)
      }
    )

    test.each([
      ['alonetonight', '[RT-45]'],
      ['collagelanding', '[RT-46]'],
      ['gallery', '[RT-47]'],
      ['iconslanding', '[RT-48]'],
      ['maplanding', '[RT-49]'],
      ['socialnetwork', '[RT-50]'],
      ['transitionsvideolanding', '[RT-51]'],
      ['video', '[RT-52]']
    ])('a well-formed slug of %s is accepted, belongs to the visit, and is nowhere in the page %s', async (name) => {
      const page = async (path: string) => {
        const response = await edge.fetch(`http://harbor.example${path}`)
        return { status: response.status, html: await response.text(), cookie: response.headers.get('set-cookie') }
      }
      const plain = await page(`/landers/${name}`)
      expect(plain.html).toContain(`data-testid="lander-${name}"`)
      for (const slug of ['%73ummer-2026', 'summer-2026']) {
        const { status, html, cookie } = await page(`/landers/${name}/${slug}?network=radio`)
        expect(status).toBe(200)
        expect(html.replace('"trafficSource":true', '"trafficSource":false')).toBe(plain.html)
        expect(decodeURIComponent(cookie!)).toMatch(/^visit=network=radio&sub3=summer-2026;/)
      }
      expect(decodeURIComponent((await page(`/landers/${name}/summer?sub3=own`)).cookie!)).toMatch(/^visit=sub3=own;/)
      expect((await page(`/landers/${name}/Summer_2026`)).status).toBe(404)
    })

    test('a prefetched page does nothing: no write reaches the origin, and the log-out is not prefetched [trap: prefetch]', async () => {
      const before = edge.calls.length
      const headers = { cookie: await memberCookie('velvet'), 'sec-purpose': 'prefetch', 'sec-fetch-site': 'same-origin' }
      for (const path of ['/members', '/chats', `/${'t'.repeat(43)}`, '/activate/error', '/login'])
        await (await edge.fetch(`http://velvet.example${path}`, { headers })).text()
      expect(edge.calls.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
      expect(edge.calls.slice(before).map(({ path }) => path)).not.toContain('/api/logout.php')
      const rules = await (await edge.fetch('http://velvet.example/speculation.json')).text()
      for (const path of ['/api/*', '/activate/*', '/reset-password/*', '/mail-change/*', '/media/*', '/__*'])
        expect(rules).toContain(`"${path}"`)
    })

    test('a visitor’s page says what may be prefetched, a member’s page doesn’t', async () => {
      const page = await edge.fetch('http://velvet.example/login')
      expect(page.headers.get('speculation-rules')).toBe('"/speculation.json"')
      const rules = await edge.fetch('http://velvet.example/speculation.json')
      expect(rules.headers.get('content-type')).toBe('application/speculationrules+json')
      expect(JSON.stringify(await rules.json())).toContain('"/api/*"')
      const member = await edge.fetch('http://velvet.example/members', { headers: { cookie: await memberCookie('velvet') } })
      expect(member.headers.get('speculation-rules')).toBeNull()
      await member.text()
    })

    test('a member’s page knows the notices that a browser has closed, a cached page doesn’t [BAN-13]', async () => {
      const notices = `hide_enrich_alert:${'A'.repeat(22)}~push:${'A'.repeat(22)}`
      const page = async (cookie: string) =>
        withoutTime(await (await edge.fetch('http://velvet.example/login', { headers: { cookie } })).text())
      expect(await page(`notices=${notices}`)).toBe(await page(''))
      const stateOf = async (cookie: string) =>
        /"notices":(\[.*?\])/.exec(
          await (
            await edge.fetch('http://velvet.example/members', { headers: { cookie: `${await memberCookie('velvet')}; notices=${cookie}` } })
          ).text()
        )?.[1]
      expect(await stateOf(notices)).toBe(JSON.stringify(notices.split('~')))
      expect(await stateOf('<script>')).toBe('[]')
    })

    test('tenants requested in turn never share a byte of brand', async () => {
      for (let round = 0; round < 2; round++) {
        for (const { settings } of TENANTS) {
          const html = await (await edge.fetch(`http://${settings.domain}/login`)).text()
          expect(html).toContain(`data-tenant="${settings.id}"`)
          for (const other of TENANTS) if (other.settings.id !== settings.id) expect(html).not.toContain(other.settings.domain)
        }
      }
    })

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
    ])('%s comes with what it shows: pages that only show counts have no lists', async (path, endpoints) => {
      const html = await (await edge.fetch(`http://velvet.example${path}`, { headers: { cookie: await memberCookie('velvet') } })).text()
      expect(endpoints).toEqual(expect.arrayContaining(queriesOf(html)))
      for (const endpoint of endpoints)
        expect(edge.calls.some(({ path: asked }) => asked === CONTRACT[endpoint as 'getUser'].path)).toBe(true)
    })

    test('only after deleting an account does one read that it is gone: members are redirected, visitors read what holds for anyone [RT-6]', async () => {
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
      'what isn’t there for a member is the 404 page, without a script too: %s',
      async (path) => {
        const missing = () => Response.json({ error: { code: 'not_found', message_key: 'error.not_found', params: {} } }, { status: 404 })
        const own = await start({ origin: ({ path: asked }) => (/(directdebit|payment|like)\.php/.test(asked) ? missing() : undefined) })
        const headers = { cookie: await memberCookie('velvet') }
        const html = await (await own.fetch(`http://velvet.example${path}?lang=en`, { headers })).text()
        expect(html).toMatch(/<h1[^>]*>This page could not be found/)
        await own.stop()
      }
    )

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

    test('the visit remembers its campaign, and only well-formed values', async () => {
      const cookie = async (query: string) => (await edge.fetch(`http://lumi.example/landers/gallery?${query}`)).headers.get('set-cookie')
      expect(await cookie('network=radio&sub1=a.b')).toMatch(/^visit=network%3Dradio%26sub1%3Da\.b; .*HttpOnly/)
      expect(await cookie('network=%3Cscript%3E')).toBeNull()
    })

    test('a later link of the same visit adds to its campaign, and replaces only what it names', async () => {
      const headers = { cookie: 'visit=network%3Dradio%26sub1%3Da' }
      const answer = await edge.fetch('http://lumi.example/landers/gallery?sub1=b&sub2=c', { headers })
      expect(answer.headers.get('set-cookie')).toMatch(/^visit=network%3Dradio%26sub1%3Db%26sub2%3Dc;/)
    })
  })
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BATCH_PATH, batchedTargets } from '../../../shared/api/batch.ts'
import { CONTRACT } from '../../../shared/api/contract.ts'
import { errorBody } from '../../../shared/api/errors.ts'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import { aTenant } from '../../fixtures/tenants.ts'
import { TENANTS, type EdgeUnderTest, type StartEdge } from '../../fixtures/edge.ts'
import { CARD, EDGE_SECRET, forVisitors, USER } from '../../fixtures/fake-origin.ts'
import { withoutTime } from './hosts.ts'

const ID = 'c'.repeat(43)
const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600
const cookieOf = async (tenant: string, expiry = inHours(30 * 24)) => `__Host-auth=${await sessionToken(EDGE_SECRET, tenant, ID, expiry)}`

/** Endpoints whose answers came with a page. */
const queriesOf = (html: string) => [...html.matchAll(/data-query="{&quot;endpoint&quot;:&quot;(\w+)/g)].map(([, endpoint]) => endpoint)

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
      expect(html).not.toMatch(/<script(?![^>]*(type="application\/json"|src=))/)
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

    test('a well-formed slug is accepted, belongs to the visit, and is nowhere in the page', async () => {
      const page = async (path: string) => {
        const response = await edge.fetch(`http://harbor.example${path}`)
        return { status: response.status, html: await response.text(), cookie: response.headers.get('set-cookie') }
      }
      const plain = await page('/landers/gallery')
      for (const slug of ['%73ummer-2026', 'summer-2026']) {
        const { status, html, cookie } = await page(`/landers/gallery/${slug}?network=radio`)
        expect(status).toBe(200)
        expect(html.replace('"trafficSource":true', '"trafficSource":false')).toBe(plain.html)
        expect(decodeURIComponent(cookie!)).toMatch(/^visit=network=radio&sub3=summer-2026;/)
      }
      expect(decodeURIComponent((await page('/landers/gallery/summer?sub3=own')).cookie!)).toMatch(/^visit=sub3=own;/)
      expect((await page('/landers/gallery/Summer_2026')).status).toBe(404)
    })

    test('a cached page answers 304 to its own ETag, and HEAD without a body', async () => {
      const first = await edge.fetch('http://velvet.example/login')
      await first.text()
      const etag = first.headers.get('etag')!
      expect(etag).toMatch(/^W\//)
      const again = await edge.fetch('http://velvet.example/login', { headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
      expect(again.headers.get('content-security-policy')).toContain("default-src 'none'")
      // One of several, and made strong by someone in between.
      for (const [known, status] of [
        [`"older", ${etag}`, 304],
        [etag.slice(2), 304],
        ['"older"', 200]
      ] as const) {
        const answer = await edge.fetch('http://velvet.example/login', { headers: { 'if-none-match': known } })
        await answer.text()
        expect([known, answer.status]).toEqual([known, status])
      }
      const head = await edge.fetch('http://velvet.example/login', { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
    })

    test('a cookie of one answer is not in the cached page, and a 304 has none [trap: cookie in a cached page]', async () => {
      const own = await start()
      const first = await own.fetch('http://velvet.example/login?lang=fr&network=radio')
      expect(first.headers.getSetCookie()).toHaveLength(2)
      await first.text()
      const etag = first.headers.get('etag')!
      const kept = await own.fetch('http://velvet.example/login', { headers: { cookie: 'locale=fr; visit=network%3Dradio' } })
      expect([kept.headers.get('etag'), kept.headers.getSetCookie()]).toEqual([etag, []])
      const known = { 'if-none-match': etag }
      const asked = await own.fetch('http://velvet.example/login?lang=fr&network=radio', { headers: known })
      expect([asked.status, asked.headers.getSetCookie().length]).toEqual([200, 2])
      const again = await own.fetch('http://velvet.example/login', { headers: { ...known, cookie: 'locale=fr; visit=network%3Dradio' } })
      expect([again.status, again.headers.getSetCookie()]).toEqual([304, []])
      await own.stop()
    })

    test('a prefetched page does nothing: no write reaches the origin, and the log-out is not prefetched [trap: prefetch]', async () => {
      const before = edge.calls.length
      const headers = { cookie: await cookieOf('velvet'), 'sec-purpose': 'prefetch', 'sec-fetch-site': 'same-origin' }
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
      const member = await edge.fetch('http://velvet.example/members', { headers: { cookie: await cookieOf('velvet') } })
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
            await edge.fetch('http://velvet.example/members', { headers: { cookie: `${await cookieOf('velvet')}; notices=${cookie}` } })
          ).text()
        )?.[1]
      expect(await stateOf(notices)).toBe(JSON.stringify(notices.split('~')))
      expect(await stateOf('<script>')).toBe('[]')
    })

    test('a cached page is the same bytes cold and warm, whatever was requested before', async () => {
      const asks = ['NL', 'BE', 'DE', 'JP', undefined].flatMap((country) =>
        ['', 'locale=fr', 'ew=1', 'country=BE', 'locale=fr; junk=1; ew=2'].flatMap((cookie) =>
          ['/', '/landers/gallery', '/login?x=1', '/signup?network=a'].map((path) => ({ country, cookie, path }))
        )
      )
      const cold = await start()
      for (const { country, cookie, path } of asks) {
        const ask = { ...(country ? { country } : {}), headers: { cookie } }
        const warm = await edge.fetch(`http://velvet.example${path}`, ask)
        const fresh = await cold.fetch(`http://velvet.example${path}`, ask)
        expect(withoutTime(await warm.text())).toBe(withoutTime(await fresh.text()))
      }
      await cold.stop()
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
      const cookie = await cookieOf('velvet')
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
      const html = await (await edge.fetch(`http://velvet.example${path}`, { headers: { cookie: await cookieOf('velvet') } })).text()
      expect(endpoints).toEqual(expect.arrayContaining(queriesOf(html)))
      for (const endpoint of endpoints)
        expect(edge.calls.some(({ path: asked }) => asked === CONTRACT[endpoint as 'getUser'].path)).toBe(true)
    })

    test('everything on a page is fetched in one request, and a failing answer doesn’t affect the others', async () => {
      const failing = await start({ origin: ({ path }) => (path === '/api/members.php' ? new Response(null, { status: 500 }) : undefined) })
      const headers = { cookie: await cookieOf('velvet') }
      const html = await (await failing.fetch('http://velvet.example/members?anyone=1', { headers })).text()
      expect(queriesOf(html)).toEqual(['getUser'])
      expect(failing.calls.filter(({ path }) => path === BATCH_PATH).map(({ query }) => batchedTargets(query))).toEqual([
        ['/api/user.php', '/api/members.php?page=1']
      ])
      await failing.stop()
    })

    test('the module is the last thing of a streamed page, so that all of it is there when it runs [trap: module last]', async () => {
      const html = await (await edge.fetch('http://velvet.example/members', { headers: { cookie: await cookieOf('velvet') } })).text()
      expect(html).toMatch(/<\/script><script type="module" src="[^"]+" integrity="[^"]+"><\/script><\/body><\/html>$/)
      // The one before it, in the head, waits for nothing of the page: it keeps what is pressed meanwhile.
      expect(html.match(/<script type="module"[^>]*>/g)).toHaveLength(2)
      expect(html).toMatch(/<script type="module" async src="[^"]*early[^"]*\.js" integrity="[^"]+"><\/script><\/head>/)
    })

    test('the brand and the skeleton of the page are sent before the origin has answered [trap: buffered stream]', async () => {
      let answer = () => {}
      const answered = new Promise<void>((resolve) => (answer = resolve))
      const slow = await start({
        origin: async ({ path }) => {
          if (path === '/api/members.php') await answered
          return undefined
        }
      })
      const headers = { cookie: await cookieOf('velvet'), 'accept-encoding': 'identity' }
      const response = await slow.fetch('http://velvet.example/members', { headers })
      expect([response.headers.get('etag'), response.headers.get('content-encoding')]).toEqual([null, null])
      const reader = response.body!.getReader()
      const first = new TextDecoder().decode((await reader.read()).value)
      expect(first).toContain('<div class="boot" aria-hidden="true"><div class="boot-bar">Velvet</div>')
      expect(first).not.toContain('id="app"')
      answer()
      let rest = ''
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) rest += new TextDecoder().decode(chunk.value)
      expect(rest).toContain('<div id="app">')
      expect(rest).toContain('Rosalinde')
      await slow.stop()
    })

    test.each(['/members', `/members/${CARD.id}`, '/chats', '/login', `/${'t'.repeat(43)}`])(
      'HEAD of %s asks the origin nothing',
      async (path) => {
        for (const cookie of ['', await cookieOf('velvet')]) {
          await edge.fetch('http://velvet.example/')
          const before = edge.calls.filter(forVisitors).length
          const response = await edge.fetch(`http://velvet.example${path}`, { method: 'HEAD', headers: { cookie } })
          expect([200, 302]).toContain(response.status)
          expect(await response.text()).toBe('')
          expect(edge.calls.filter(forVisitors).length).toBe(before)
        }
      }
    )

    test('a member’s page says up to which event all its answers are current; a visitor’s doesn’t', async () => {
      const numbered = await start({
        origin: async ({ path, headers }) =>
          path === BATCH_PATH ? new Response('', { headers: headers.get('cookie') ? { 'x-event-number': '10' } : {} }) : undefined
      })
      const stateOf = async (headers: Record<string, string>) =>
        /id="page">([^<]*)/.exec(await (await numbered.fetch('http://velvet.example/members', { headers })).text())?.[1]
      expect(await stateOf({ cookie: await cookieOf('velvet') })).toContain('"eventNumber":10')
      expect(await stateOf({})).toContain('"eventNumber":null')
      await numbered.stop()
    })

    test('a member is redirected past log-in and sign-up, and only to our own paths', async () => {
      const cookie = await cookieOf('velvet')
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
      const cookie = await cookieOf('velvet')
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
      ['expired', () => cookieOf('velvet', inHours(-1))],
      ['of another brand', () => cookieOf('lumi')],
      ['forged', async () => `${await cookieOf('velvet')}x`]
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
      const headers = { cookie: await cookieOf('velvet') }
      const page = await over.fetch('http://velvet.example/members', { headers })
      expect(await page.text()).toContain('"member":false')
      const login = await over.fetch('http://velvet.example/login?next=%2Fchats', { headers })
      expect(login.status).toBe(200)
      expect(login.headers.get('set-cookie')).toMatch(/^__Host-auth=; .*Max-Age=0/)
      expect(await login.text()).toContain('name="credentials.password"')
      await over.stop()
    })

    test('the completion step is for members who haven’t done it; others are redirected, and members get the member they came for [RT-5] [RT-21]', async () => {
      const headers = { cookie: await cookieOf('velvet') }
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

    test('an unknown member is the 404 page, with a session inside a page that has begun [trap: status of a stream]', async () => {
      const response = await edge.fetch(`http://velvet.example/members/${'z'.repeat(22)}?lang=en`)
      const html = await response.text()
      expect(response.status).toBe(404)
      expect(html).toContain('This page could not be found')
      const headers = { cookie: await cookieOf('velvet') }
      const begun = await edge.fetch(`http://velvet.example/members/${'z'.repeat(22)}?lang=en`, { headers })
      // The status was sent with the first byte: search engines are told by the header, readers by the page.
      expect([begun.status, begun.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
      expect(await begun.text()).toContain('This page could not be found')
    })

    test('a word that isn’t the token of a link is the 404 page with its status, for members too [ERR-15]', async () => {
      const own = await start({
        origin: ({ path, query }) =>
          path === '/api/token.php' && query.get('token') === 'k'.repeat(43)
            ? Response.json({ purpose: 'change_mail', state: 'open' })
            : undefined
      })
      for (const cookie of ['', await cookieOf('velvet')]) {
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
      const headers = { cookie: await cookieOf('velvet') }
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
  })
}

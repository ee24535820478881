import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BATCH_PATH, batchedTargets } from '../../../shared/api/batch.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { CARD, forVisitors } from '../../fixtures/fake-origin.ts'
import { memberCookie, queriesOf } from '../../fixtures/member-cookie.ts'
import { withoutTime } from './hosts.ts'

/** How pages are cached, streamed and requested. */
export function pageDeliveryTests(start: StartEdge): void {
  describe('the delivery of pages', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start()
    })
    afterAll(() => edge.stop())

    test('a cached page answers 304 to its own ETag, and HEAD without a body', async () => {
      const first = await edge.fetch('http://velvet.example/login')
      await first.text()
      const etag = first.headers.get('etag')!
      expect(etag).toMatch(/^W\//)
      const again = await edge.fetch('http://velvet.example/login', { headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
      expect(again.headers.get('content-security-policy')).toContain("default-src 'none'")
      // One of several, and turned into a strong one by a proxy.
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

    test('everything on a page is fetched in one request, and a failing answer doesn’t affect the others', async () => {
      const failing = await start({ origin: ({ path }) => (path === '/api/members.php' ? new Response(null, { status: 500 }) : undefined) })
      const headers = { cookie: await memberCookie('velvet') }
      const html = await (await failing.fetch('http://velvet.example/members?anyone=1', { headers })).text()
      expect(queriesOf(html)).toEqual(['getUser'])
      expect(failing.calls.filter(({ path }) => path === BATCH_PATH).map(({ query }) => batchedTargets(query))).toEqual([
        ['/api/user.php', '/api/members.php?page=1']
      ])
      await failing.stop()
    })

    test('the module is the last thing of a streamed page, so that all of it is there when it runs [trap: module last]', async () => {
      const html = await (await edge.fetch('http://velvet.example/members', { headers: { cookie: await memberCookie('velvet') } })).text()
      expect(html).toMatch(/<\/script><script type="module" src="[^"]+" integrity="[^"]+"><\/script><\/body><\/html>$/)
      // The script before it, in the head, needs nothing of the page: it records presses meanwhile.
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
      const headers = { cookie: await memberCookie('velvet'), 'accept-encoding': 'identity' }
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
        for (const cookie of ['', await memberCookie('velvet')]) {
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
      expect(await stateOf({ cookie: await memberCookie('velvet') })).toContain('"eventNumber":10')
      expect(await stateOf({})).toContain('"eventNumber":null')
      await numbered.stop()
    })
  })
}

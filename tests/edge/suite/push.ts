import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import { LOCALES } from '../../../shared/i18n/locales.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { EDGE_SECRET, forVisitors, PUSH_PUBLIC_KEY } from '../../fixtures/fake-origin.ts'
import { sentence } from '../../fixtures/sentence.ts'

export function pushTests(start: StartEdge): void {
  describe('push', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start()
    })
    afterAll(() => edge.stop())

    test('[API-25] the service worker is a script at the root, for the whole site and no more, revalidated each time', async () => {
      const response = await edge.fetch('http://velvet.example/sw-push.js')
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('service-worker-allowed')).toBeNull()
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      // A service worker's own requests obey the policy of its script.
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'"
      )
      const script = await response.text()
      expect(script).toContain("addEventListener('push'")
      expect(script).toContain("addEventListener('notificationclick'")
      const head = await edge.fetch('http://velvet.example/sw-push.js', { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      const etag = response.headers.get('etag')!
      expect((await edge.fetch('http://velvet.example/sw-push.js', { headers: { 'if-none-match': etag } })).status).toBe(304)
    })

    test('it is the same on every brand, for visitors and members, but not on a host without brand', async () => {
      const [one, other] = await Promise.all(['velvet', 'lumi'].map((site) => edge.fetch(`http://${site}.example/sw-push.js`)))
      expect(await one!.text()).toBe(await other!.text())
      expect(await (await edge.fetch('http://velvet.example/sw-push.js')).text()).not.toContain('Velvet')
      expect((await edge.fetch('http://unknown.example/sw-push.js')).status).toBe(404)
      expect(edge.calls.filter(({ path }) => path === '/sw-push.js')).toEqual([])
    })

    test('the page for no connection is whole in itself, in the reader’s language, the same for members, and has no script', async () => {
      const expiry = Math.floor(Date.now() / 1000) + 3600
      const session = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 'c'.repeat(43), expiry)}`
      const open = (cookie: string) => edge.fetch('http://velvet.example/offline', { headers: { cookie } })
      const response = await open('locale=fr')
      expect([response.status, response.headers.get('content-language')]).toEqual([200, 'fr'])
      const html = await response.text()
      expect(html).toContain('<html lang="fr">')
      expect(html).toContain(sentence('offline.heading', { site: 'Velvet' }, 'fr'))
      expect(html).toContain('href=""')
      expect(html).not.toMatch(/<script|<img|src=|url\(|rel="stylesheet"/)
      const [, css] = /<style>(.*?)<\/style>/s.exec(html)!
      const digest = createHash('sha256').update(css!).digest('base64')
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${digest}'`)
      const [member, again] = [await open(`locale=fr; ${session}`), await open('locale=fr')]
      expect(await member.text()).toBe(html)
      expect(again.headers.getSetCookie()).toEqual([])
      expect(member.headers.getSetCookie()).toEqual([])
      const names = await Promise.all(
        LOCALES.map(async (locale) => (await (await open(`locale=${locale}`)).text()).match(/<h1>(.*?)<\/h1>/)![1])
      )
      expect(new Set(names).size).toBeGreaterThan(8)
    })

    test('pages allow the one policy that creates its address', async () => {
      const policy = (await edge.fetch('http://velvet.example/')).headers.get('content-security-policy')
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types sw-push;")
      expect(policy).toContain("worker-src 'self'")
    })

    test('pages know the public key that the origin names', async () => {
      await expect
        .poll(async () => {
          const html = await (await edge.fetch('http://velvet.example/login')).text()
          const config = /<script type="application\/json" id="tenant">(.*?)<\/script>/.exec(html)![1]!
          return (JSON.parse(config) as { push_public_key: string | null }).push_public_key
        })
        .toBe(PUSH_PUBLIC_KEY)
    })

    test('calls with ?push=1 are forwarded to the origin, for members with the header, never from another site', async () => {
      const ask = (headers: Record<string, string>) =>
        edge.fetch('http://velvet.example/api/user.php?push=1', {
          method: 'DELETE',
          headers: { 'content-type': 'application/json', ...headers },
          body: '{"endpoint":"https://fcm.googleapis.com/x"}'
        })
      expect((await ask({ 'x-client-request': '1', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      const before = edge.calls.length
      await ask({ 'x-client-request': '1', 'sec-fetch-site': 'same-origin' })
      expect(
        edge.calls
          .slice(before)
          .filter(forVisitors)
          .map(({ method, path, query }) => [method, path, query.get('push')])
      ).toEqual([['DELETE', '/api/user.php', '1']])
    })
  })
}

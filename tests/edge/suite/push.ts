import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { forVisitors, PUSH_PUBLIC_KEY } from '../../fixtures/fake-origin.ts'

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
      const script = await response.text()
      expect(script).toContain("addEventListener('push'")
      expect(script).toContain("addEventListener('notificationclick'")
      expect(script).not.toContain("addEventListener('fetch'")
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

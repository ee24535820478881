import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../shared/api/contract.ts'
import { PUSH_HEADER, signPush } from '../../../shared/auth/push-signature.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { EDGE_SECRET } from '../../fixtures/fake-origin.ts'

const tenantOf = async (response: Response) => /data-tenant="([^"]+)"/.exec(await response.text())?.[1]

const WEBHOOKS = ENDPOINTS.filter(({ caller }) => caller === 'webhook')

export function hostTests(start: StartEdge): void {
  describe('hosts', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start()
    })
    afterAll(() => edge.stop())

    test.each([
      ['http://velvet.example/', 'velvet'],
      ['http://VELVET.Example/', 'velvet'],
      ['http://velvet.example:8787/', 'velvet'],
      ['http://velvet.example./', 'velvet'],
      ['http://lumi.example/', 'lumi'],
      ['http://harbor.example/', 'harbor']
    ])('%s is the brand %s [DC-1]', async (url, tenant) => {
      const response = await edge.fetch(url)
      expect(response.status).toBe(200)
      expect(await tenantOf(response)).toBe(tenant)
    })

    test.each([
      'http://velvet-dates.example/signup?sub1=a',
      'http://www.velvet.example/signup?sub1=a',
      'http://xn--mnchen-3ya.example/signup?sub1=a',
      'http://MÜNCHEN.example/signup?sub1=a'
    ])('%s redirects to the canonical host, keeping path and query', async (url) => {
      const response = await edge.fetch(url)
      expect(response.status).toBe(308)
      expect(response.headers.get('location')).toBe('https://velvet.example/signup?sub1=a')
    })

    test.each(['/api/like.php', '/login', '/'])('a write to %s of an alias is misdirected', async (path) => {
      const response = await edge.fetch(`http://www.velvet.example${path}`, { method: 'POST', body: '{}' })
      expect(response.status).toBe(421)
    })

    // For months, a provider keeps reporting to the address that a payment began with, even if the brand's domain has changed.
    test.each(['velvet-dates.example', 'www.velvet.example'])(
      'reports of providers and mail services reach the brand at %s',
      async (host) => {
        for (const { name, path } of WEBHOOKS) {
          const before = edge.calls.length
          await edge.fetch(`http://${host}${path}?provider=mollie`, { method: 'POST', body: 'id=tr_1' })
          expect([name, edge.calls.slice(before).map((call) => [call.path, call.facts?.host])]).toEqual([name, [[path, 'velvet.example']]])
        }
      }
    )

    test.each([
      'http://unknown.example/',
      'http://velvet.example.evil.example/',
      'http://127.0.0.1/',
      'http://velvet.localhost/',
      'http://localhost/',
      'http://xvelvet.example/'
    ])('%s is unknown: 404 without brand and without API [DC-8]', async (url) => {
      const response = await edge.fetch(url)
      expect(response.status).toBe(404)
      const text = await response.text()
      for (const brand of ['Velvet', 'Lumi', 'Harbor', 'velvet', 'Brandhouse']) expect(text).not.toContain(brand)
      expect((await edge.fetch(`${url}api/members.php`)).status).toBe(404)
    })

    test('no header changes the tenant, the country or a link [trap: forged headers]', async () => {
      const plain = await (await edge.fetch('http://velvet.example/login', { country: 'FR' })).text()
      const forged = {
        'x-forwarded-host': 'lumi.example',
        forwarded: 'host=lumi.example',
        'x-original-url': '/signup',
        'x-edge-host': 'lumi.example',
        'x-edge-country': 'DE',
        'cf-ipcountry': 'DE',
        'x-vercel-ip-country': 'DE',
        'x-forwarded-for': '198.51.100.1',
        'true-client-ip': '198.51.100.1',
        'x-dev-country': 'DE'
      }
      const response = await edge.fetch('http://velvet.example/login?__country=DE&forced-domain=lumi.example', {
        country: 'FR',
        headers: forged
      })
      expect(withoutTime(await response.text())).toBe(withoutTime(plain))
    })

    // What operators and the origin call an edge by needs no brand: a container's name, an address.
    test.each(['anything.example', '127.0.0.1:8787', '[::1]:8787', '[2001:db8::5]', 'tether_edge:8787', 'a_b'])(
      'control requests are answered at %s, and nothing else is',
      async (host) => {
        const ask = async (path: string, init?: RequestInit) => (await edge.fetch(`http://${host}${path}`, init)).status
        expect([await ask('/__edge/health'), await ask('/__edge/ready'), await ask('/__edge/assets')]).toEqual([200, 200, 200])
        const body = JSON.stringify({ tenant: 'velvet', version: 1 })
        const headers = { [PUSH_HEADER]: await signPush(EDGE_SECRET, body, Date.now()) }
        expect(await ask('/__edge/changed', { method: 'POST', body, headers })).toBe(200)
        expect(await ask('/__edge/changed', { method: 'POST', body })).toBe(403)
        for (const path of ['/', '/__edge/metrics', '/__edge/nothing', '/api/members.php']) expect([400, 404]).toContain(await ask(path))
        expect([400, 404]).toContain(await ask('/__edge/enter', { method: 'POST' }))
      }
    )
  })
}

/** The instant of the render is the only thing that may differ between two renders of a page. */
export function withoutTime(html: string): string {
  return html.replace(/"now":"[^"]+"/, '"now":""')
}

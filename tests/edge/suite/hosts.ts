import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../shared/api/contract.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'

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

    // For months, a provider goes on reporting to the address that a payment began with, even if the brand's domain has changed.
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

    test('health answers on any host', async () => {
      expect((await edge.fetch('http://anything.example/__edge/health')).status).toBe(200)
    })
  })
}

/** The instant of the render is the only thing that may differ between two renders of a page. */
export function withoutTime(html: string): string {
  return html.replace(/"now":"[^"]+"/, '"now":""')
}

import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../shared/api/contract.ts'
import { aTenant } from '../../fixtures/tenants.ts'
import type { StartEdge } from '../../fixtures/edge.ts'
import { VELVET } from './settings-before-after.ts'

export function brandStateTests(start: StartEdge): void {
  describe('the state of a brand', () => {
    test('a brand that sells nothing has no price page, not for search engines either [RT-28]', async () => {
      const edge = await start({ tenants: [VELVET, aTenant({ id: 'roses', payment_provider: 'none', bundles: [] })] })
      const ask = (path: string) => edge.fetch(`http://${path}`)
      for (const method of ['GET', 'POST'])
        expect((await edge.fetch('http://roses.example/pricing', { method, headers: { origin: 'http://roses.example' } })).status).not.toBe(
          200
        )
      expect((await ask('roses.example/pricing')).status).toBe(404)
      expect((await ask('velvet.example/pricing')).status).toBe(200)
      expect(await (await ask('roses.example/sitemap.xml')).text()).not.toContain('/pricing')
      expect(await (await ask('velvet.example/sitemap.xml')).text()).toContain('/pricing')
      await edge.stop()
    })

    test('only where everyone can join is the sign-up listed by search engines, and described as free [SET-5]', async () => {
      const signups = ['all', 'with_trafficsource', 'none', 'unknown']
      const edge = await start({
        tenants: signups.map((way, index) => aTenant({ id: `brand${index}`, signups: way, domain_language: 'en' }))
      })
      for (const [index, way] of signups.entries()) {
        const read = async (path: string) => await (await edge.fetch(`http://brand${index}.example${path}`)).text()
        const page = await read('/signup')
        const said = [(await read('/sitemap.xml')).includes('/signup<'), !page.includes('content="noindex"'), page.includes('ld+json')]
        const description = /name="description" content="([^"]*)"/.exec(page)?.[1] ?? ''
        expect([way, ...said, /free/i.test(description)]).toEqual([way, ...Array<boolean>(4).fill(way === 'all')])
      }
      await edge.stop()
    })

    // No one can tell from its settings whether it has sold before; what was bought then can still be withdrawn from.
    test('a brand that sells nothing (any more) still has a return policy, which nothing but a receipt speaks of [RT-42]', async () => {
      const edge = await start({ tenants: [VELVET, aTenant({ id: 'roses', payment_provider: 'none', bundles: [] })] })
      const read = async (url: string) => {
        const answer = await edge.fetch(`http://${url}`)
        return [answer.status, await answer.text()] as const
      }
      for (const [host, sells] of [
        ['velvet.example', true],
        ['roses.example', false]
      ] as const) {
        const [status, page] = await read(`${host}/pages/return-policy`)
        expect([host, status, page.includes('content="noindex"')]).toEqual([host, 200, !sells])
        for (const path of ['/sitemap.xml', '/', '/pages/terms', '/pages/service', '/pages/return-policy']) {
          const link = /["/>]\/?pages\/return-policy["<]/
          expect([host, path, link.test((await read(host + path))[1])]).toEqual([host, path, sells])
        }
      }
      await edge.stop()
    })

    test.each([
      ['gone', 410],
      ['paused', 503],
      ['draft', 404]
    ] as const)('a brand that is %s answers %i', async (status, code) => {
      const edge = await start({ tenants: [aTenant({ status })] })
      expect((await edge.fetch('http://velvet.example/')).status).toBe(code)
      await edge.stop()
    })

    // A report that a provider can't deliver while a brand is paused, such as a chargeback, is given up after some hours.
    test.each(['paused', 'gone'] as const)('a brand that is %s still hears what providers and mail services report', async (status) => {
      const edge = await start({ tenants: [aTenant({ status, aliases: ['velvet-dates.example'] })] })
      for (const { name, path } of ENDPOINTS.filter(({ caller, whileClosed }) => caller === 'webhook' && whileClosed))
        for (const host of ['velvet.example', 'velvet-dates.example']) {
          const before = edge.calls.length
          await edge.fetch(`http://${host}${path}?provider=mollie`, { method: 'POST', body: 'id=tr_1' })
          expect([name, host, edge.calls.slice(before).some((call) => call.path === path)]).toEqual([name, host, true])
        }
      const like = await edge.fetch('http://velvet.example/api/like.php', { method: 'POST', body: '{}' })
      expect(like.status).toBe(status === 'paused' ? 503 : 410)
      await edge.stop()
    })

    test.each([
      ['gone', 410, 'Velvet a fermé', null],
      ['paused', 503, 'Nous faisons une pause', '3600']
    ] as const)('a reader of a brand that is %s is told so by the brand, in their language', async (status, code, words, wait) => {
      const edge = await start({ tenants: [aTenant({ status, theme: { primary: '#1f5f8b' } })] })
      const headers = { accept: 'text/html,*/*;q=0.8', cookie: 'locale=fr' }
      for (const path of ['/', '/members', '/nowhere']) {
        const answer = await edge.fetch(`http://velvet.example${path}`, { headers })
        const html = await answer.text()
        expect([path, answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
          path,
          code,
          wait,
          'no-store'
        ])
        for (const said of [words, 'lang="fr"', '--primary:#1f5f8b', 'mailto:help@velvet.example']) expect(html).toContain(said)
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      }
      const robots = await edge.fetch('http://velvet.example/robots.txt', { headers: { accept: '*/*' } })
      expect([robots.status, await robots.text()]).toEqual([code, status === 'gone' ? 'Gone' : 'Back soon'])
      expect(edge.calls.filter(({ path }) => !['/api/hosts.php', '/api/settings.php'].includes(path))).toEqual([])
      await edge.stop()
    })
  })
}

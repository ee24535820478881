import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { CONTRACT } from '../../../shared/api/contract.ts'
import { CREDITS } from '../../client/a-credits.ts'
import { TENANTS, type EdgeUnderTest, type StartEdge } from '../../fixtures/edge.ts'
import { CARD, EDGE_SECRET } from '../../fixtures/fake-origin.ts'
import { memberCookie } from '../../fixtures/member-cookie.ts'
import { sentence } from '../../fixtures/sentence.ts'
import { aTenant } from '../../fixtures/tenants.ts'
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
  })
}

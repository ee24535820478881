import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { aTenant } from '../../fixtures/tenants.ts'

export function fileTests(start: StartEdge): void {
  describe('files of a domain', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start()
    })
    afterAll(() => edge.stop())
    const text = async (path: string) => (await edge.fetch(`http://velvet.example${path}`)).text()

    test('robots.txt of a live brand excludes members’ pages and names the sitemap', async () => {
      const lines = (await text('/robots.txt')).split('\n')
      for (const path of ['/api/', '/chats', '/likes', '/profile', '/settings', '/members/*/chat'])
        expect(lines).toContain(`Disallow: ${path}`)
      expect(lines).not.toContain('Disallow: /')
      expect(lines).not.toContain('Disallow: /members')
      expect(lines).toContain('Sitemap: https://velvet.example/sitemap.xml')
    })

    test('robots.txt of an alias forbids everything at once, that of www. is the brand’s own', async () => {
      for (const alias of ['velvet-dates.example', 'xn--mnchen-3ya.example']) {
        const response = await edge.fetch(`http://${alias}/robots.txt`)
        expect([response.status, await response.text()]).toEqual([200, 'User-agent: *\nDisallow: /\n'])
        expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      }
      const www = await edge.fetch('http://www.velvet.example/robots.txt')
      expect([www.status, www.headers.get('location')]).toEqual([308, 'https://velvet.example/robots.txt'])
    })

    test('robots.txt of a draft forbids everything and its sitemap is empty', async () => {
      const own = await start({ tenants: [aTenant({ status: 'draft' })], environment: 'local' })
      const robots = await (await own.fetch('http://velvet.example/robots.txt')).text()
      const sitemap = await (await own.fetch('http://velvet.example/sitemap.xml')).text()
      await own.stop()
      expect(robots).toBe('User-agent: *\nDisallow: /\n')
      expect(sitemap).not.toContain('<url>')
    })

    test('the sitemap lists each public page in each language of the tenant’s countries, never a member', async () => {
      const sitemap = await text('/sitemap.xml')
      const listed = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => url!)
      expect(listed).toContain('https://velvet.example/')
      expect(listed).toContain('https://velvet.example/?lang=fr')
      expect(listed).toContain('https://velvet.example/signup')
      expect(new Set(listed).size).toBe(listed.length)
      expect(listed.some((url) => /members|chats|login|token/.test(url))).toBe(false)
    })

    test('the sitemap dates only documents that name the day of their last change; terms name that of their first version', async () => {
      const entries = [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g)]
      const dated = new Set<string>()
      for (const [, url, day] of entries) {
        const html = await (await edge.fetch(url!.replace('https:', 'http:'), { country: 'NL' })).text()
        // Documents name their version above their first section.
        const version = /<h1[^>]*>.*?<\/h1>(?:(?!<section).)*?<time dateTime="([^"]+)"/s.exec(html)?.[1]
        if (day) dated.add(new URL(url!).pathname)
        if (day) expect([url, day]).toEqual([url, version])
      }
      expect([...dated].toSorted()).toEqual(['/pages/cookies', '/pages/privacy'])
    })

    test('what the sitemap lists answers 200 with itself as canonical and the same alternates', async () => {
      const sitemap = await text('/sitemap.xml')
      for (const [, url, links] of sitemap.matchAll(/<loc>([^<]+)<\/loc>(?:<lastmod>[^<]+<\/lastmod>)?(.*?)<\/url>/g)) {
        const response = await edge.fetch(url!.replace('https:', 'http:'), { country: 'NL' })
        const html = await response.text()
        expect(response.status).toBe(200)
        expect(html).toContain(`<link rel="canonical" href="${url!}">`)
        expect(html).toContain(`<meta property="og:url" content="${url!}">`)
        for (const [, alternate] of links!.matchAll(/(hreflang="[^"]+" href="[^"]+")/g)) expect(html).toContain(alternate!)
      }
    })

    test('the manifest names the brand, and its icons exist', async () => {
      const response = await edge.fetch('http://harbor.example/manifest.webmanifest')
      expect(response.headers.get('content-type')).toContain('application/manifest+json')
      const manifest = (await response.json()) as { icons: { src: string; purpose: string; sizes: string; type: string }[] }
      expect(manifest).toMatchObject({ id: '/', name: 'Harbor', theme_color: '#1f5f8b', start_url: '/?source=pwa', lang: 'en' })
      expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
        'any any',
        'any 192x192',
        'any 512x512',
        'maskable any',
        'maskable 512x512'
      ])
      for (const { src, type } of manifest.icons) {
        const icon = await edge.fetch(`http://harbor.example${src}`)
        expect(icon.headers.get('content-type')).toBe(type)
        if (type === 'image/svg+xml') expect(await icon.text()).toContain('#1f5f8b')
      }
    })

    test.each(['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])(
      '%s, which programs request without reading a page, redirects to a drawn icon',
      async (path) => {
        const { status, headers } = await edge.fetch(`http://harbor.example${path}`)
        expect([status, headers.get('cache-control')]).toEqual([302, 'public, max-age=3600'])
        const icon = await edge.fetch(`http://harbor.example${headers.get('location')}`)
        expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
        await icon.arrayBuffer()
      }
    )

    test('security.txt names the brand’s own contact and ends within a year', async () => {
      const file = await text('/.well-known/security.txt')
      expect(file).toContain('Contact: mailto:help@velvet.example')
      const days = (Date.parse(/Expires: (.+)/.exec(file)![1]!) - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(90)
      expect(days).toBeLessThan(365)
    })

    test('a password manager is redirected to where a password is reset', async () => {
      const response = await edge.fetch('http://velvet.example/.well-known/change-password')
      expect([response.status, response.headers.get('location')]).toEqual([302, '/reset-password'])
    })

    test.each(['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/.well-known/security.txt'])(
      '%s answers HEAD, and 304 to a client that has it',
      async (path) => {
        const head = await edge.fetch(`http://velvet.example${path}`, { method: 'HEAD' })
        expect([head.status, await head.text()]).toEqual([200, ''])
        expect(head.headers.get('cache-control')).toBe('public, max-age=3600')
        expect(head.headers.get('content-security-policy')).toContain("default-src 'none'")
        const again = await edge.fetch(`http://velvet.example${path}`, { headers: { 'if-none-match': head.headers.get('etag')! } })
        expect(again.status).toBe(304)
      }
    )

    test('pages are marked as for adults, in the header too', async () => {
      const response = await edge.fetch('http://velvet.example/')
      expect(response.headers.get('rating')).toBe('RTA-5042-1996-1400-1577-RTA')
    })
  })
}

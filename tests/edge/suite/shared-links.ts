import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { CARD, EDGE_SECRET, type OriginHandler } from '../../fixtures/fake-origin.ts'
import { aTenant } from '../../fixtures/tenants.ts'

const BASE = 'http://velvet.example'
const PROFILE = `${BASE}/members/${CARD.id}`
const PHOTO = `/media/${'p'.repeat(22)}/match.webp?v=anon&e=1&s=mac`

const property = (html: string, name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(html)?.[1]

/** An origin that shows this main image of the one member. */
const showing = (main_image: object | null, more: object = {}): OriginHandler => {
  return ({ path }) =>
    path === '/api/member.php'
      ? Response.json({
          member: {
            ...CARD,
            photo_count: 1,
            more_photos: [],
            interests: [],
            shared_interests: [],
            about: null,
            prompts: [],
            accepts_gifts: true,
            gifts: [],
            looking_for: [],
            match: false,
            ...more,
            main_image
          },
          blocked: null,
          now: '2026-11-21T12:00:00.000Z'
        })
      : undefined
}
const image = (address: string, status = 'active') => ({ filename: address, thumb_filename: address, match: address, status })

export function sharedLinkTests(start: StartEdge): void {
  describe('the preview of a shared link', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({ origin: showing(image(PHOTO)) })
    })
    afterAll(() => edge.stop())

    test('the brand’s card at an address that is cached for ever, and an icon for phones', async () => {
      const html = await (await edge.fetch(`${BASE}/`)).text()
      const card = property(html, 'image')!
      expect(card).toMatch(/^https:\/\/velvet\.example\/brand\/[0-9a-z]+\/card\.png$/)
      expect([property(html, 'image:width'), property(html, 'image:height')]).toEqual(['1200', '630'])
      expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
      const icon = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(html)![1]!
      for (const path of [new URL(card).pathname, icon]) {
        const response = await edge.fetch(BASE + path)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      }
    })

    test('the language with its country, and the others of the brand', async () => {
      const html = await (await edge.fetch(`${BASE}/?lang=en`)).text()
      const locales = [...html.matchAll(/<meta property="og:(locale(?::alternate)?)" content="([^"]*)">/g)].map(
        ([, name, of]) => `${name} ${of}`
      )
      // French and German are spoken in Belgium, the second country.
      expect(locales).toEqual(['locale en_GB', 'locale:alternate nl_NL', 'locale:alternate fr_FR', 'locale:alternate de_DE'])
      expect(property(await (await edge.fetch(`${BASE}/`)).text(), 'locale')).toBe('nl_NL')
    })

    test('a listed page says in a sentence of its own what it is about', async () => {
      const described = async (path: string) => {
        const html = await (await edge.fetch(`${BASE}${path}${path.includes('?') ? '&' : '?'}lang=en`)).text()
        return [/<meta name="description" content="([^"]*)">/.exec(html)?.[1], property(html, 'description')]
      }
      expect(await described('/')).toEqual(['A calm place.', 'A calm place.'])
      const signup = await described('/signup')
      expect(signup[0]).toBe('It’s free. You decide what others see of you.')
      expect(signup[1]).toBe(signup[0])
      expect(await described('/login')).toEqual(['A calm place.', 'A calm place.'])
    })

    test('no two listed pages have the same title or say the same about themselves, in any language of the brand', async () => {
      const sitemap = await (await edge.fetch(`${BASE}/sitemap.xml`)).text()
      const paths = [...sitemap.matchAll(/<loc>https:\/\/[^/]+([^<?]*)<\/loc>/g)].map(([, path]) => path!)
      expect(paths.length).toBeGreaterThan(15)
      for (const language of ['nl', 'fr']) {
        const titles: string[] = []
        const descriptions: string[] = []
        for (const path of paths) {
          const html = await (await edge.fetch(`${BASE}${path}?lang=${language}`)).text()
          titles.push(/<title>([^<]*)/.exec(html)![1]!)
          // The gallery's lead is about what the brand is for, as the brand's own description is.
          if (path !== '/landers/gallery') descriptions.push(/<meta name="description" content="([^"]*)">/.exec(html)![1]!)
        }
        const twice = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)
        expect([language, twice(titles), twice(descriptions)]).toEqual([language, [], []])
        expect(descriptions.filter((text) => /[{}]|^$/.test(text))).toEqual([])
      }
    })

    test('search engines learn of site, page and company what the settings say, and nothing on pages that they may not list', async () => {
      const graphOf = async (path: string, headers = {}) => {
        const html = await (await edge.fetch(BASE + path, { headers })).text()
        const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1]
        return data === undefined ? null : (JSON.parse(data) as { '@graph': Record<string, unknown>[] })['@graph']
      }
      const { company } = aTenant()
      expect(await graphOf('/?lang=en')).toEqual([
        {
          '@type': 'WebSite',
          '@id': 'https://velvet.example/#site',
          url: 'https://velvet.example/',
          name: 'Velvet',
          publisher: { '@id': 'https://velvet.example/#company' }
        },
        {
          '@type': 'Organization',
          '@id': 'https://velvet.example/#company',
          name: company.name,
          brand: { '@type': 'Brand', name: 'Velvet' },
          url: 'https://velvet.example/',
          address: {
            '@type': 'PostalAddress',
            streetAddress: company.address,
            addressLocality: company.city,
            addressCountry: company.country
          },
          vatID: company.vat_numbers[0],
          identifier: company.kvk,
          contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: 'help@velvet.example' }
        },
        {
          '@type': 'WebPage',
          url: 'https://velvet.example/?lang=en',
          name: 'Velvet in English',
          description: 'A calm place.',
          inLanguage: 'en',
          isFamilyFriendly: false,
          isPartOf: { '@id': 'https://velvet.example/#site' }
        }
      ])
      expect((await graphOf('/landers/gallery/summer'))?.[1]).toMatchObject({
        url: 'https://velvet.example/landers/gallery',
        inLanguage: 'nl'
      })
      const cookie = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 's'.repeat(43), Math.floor(Date.now() / 1000) + 3600)}`
      for (const [path, headers] of [
        ['/login', {}],
        ['/members', {}],
        ['/', { cookie }]
      ] as const)
        expect([path, await graphOf(path, headers)]).toEqual([path, null])
    })

    test('an outdated address redirects to the current picture; what was never drawn is not requested', async () => {
      const cardOf = async (of: EdgeUnderTest) => new URL(property(await (await of.fetch(`${BASE}/`)).text(), 'image')!).pathname
      const repainted = await start({ tenants: [aTenant({ theme: { primary: '#1f5f8b' } })] })
      const [before, today] = [await cardOf(edge), await cardOf(repainted)]
      expect(today).not.toBe(before)
      const old = await repainted.fetch(BASE + before)
      expect([old.status, old.headers.get('location'), old.headers.get('cache-control')]).toEqual([302, today, 'public, max-age=3600'])
      for (const path of ['/brand/x/other.png', '/brand/x/../card.png', '/brand/x/__proto__.png', '/brand/'])
        expect((await repainted.fetch(BASE + path)).status).toBe(404)
      expect(repainted.calls.filter(({ path }) => path.startsWith('/brand/'))).toEqual([])
      await repainted.stop()
    })

    test('a member’s page shows visitors their main photo when it is active [ENT-11]', async () => {
      const html = await (await edge.fetch(PROFILE)).text()
      expect(property(html, 'image')).toBe(`https://velvet.example${PHOTO.replaceAll('&', '&amp;')}`)
      expect(html).toContain('<meta name="robots" content="noindex">')
    })

    test.each<[string, OriginHandler]>([
      ['is not active', showing(image(PHOTO, 'pending'))],
      ['is not for everyone', showing(image(`/media/${'p'.repeat(22)}/locked.webp?v=anon`))],
      ['belongs to a profile that has to be labelled', showing(image(PHOTO), { fictional: true })],
      ['is not there', showing(null)]
    ])('a photo that %s is none: the card stands there [ENT-11]', async (_, origin) => {
      const own = await start({ origin })
      expect(property(await (await own.fetch(PROFILE)).text(), 'image')).toMatch(/\/card\.png$/)
      await own.stop()
    })

    test('pages of members with a session, and the search, have no member in their head', async () => {
      const cookie = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 's'.repeat(43), Math.floor(Date.now() / 1000) + 3600)}`
      expect(property(await (await edge.fetch(PROFILE, { headers: { cookie } })).text(), 'image')).toBeUndefined()
      expect(property(await (await edge.fetch(`${BASE}/members`)).text(), 'image')).toMatch(/\/card\.png$/)
    })
  })
}

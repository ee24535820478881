import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signPush } from '../../../shared/auth/push-signature.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { EDGE_SECRET } from '../../fixtures/fake-origin.ts'
import { aTenant } from '../../fixtures/tenants.ts'

const GROUP = [
  aTenant({ group: 'velvet' }),
  aTenant({ id: 'velvet-be', group: 'velvet', countries: ['BE'] }),
  aTenant({ id: 'velvet-uk', group: 'velvet', countries: ['GB'], domain_language: 'en' }),
  aTenant({ id: 'velvet-fr', group: 'velvet', countries: ['FR'], domain_language: 'fr', status: 'draft' }),
  aTenant({ id: 'velvet-de', group: 'velvet', countries: ['DE'], domain_language: 'de', status: 'paused' }),
  aTenant({ id: 'lumi', group: 'lumi', domain_language: 'fi', countries: ['FI'] }),
  aTenant({ id: 'harbor', countries: ['US'], domain_language: 'en' })
]

interface Links {
  canonical: string | undefined
  /** `hreflang url`, in the page's order. */
  alternates: string[]
}

const linksOf = (html: string): Links => ({
  canonical: /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1],
  alternates: Array.from(html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g), ([, code, url]) => `${code} ${url}`)
})
const urlsOf = ({ alternates }: Links) => [...new Set(alternates.map((line) => line.split(' ')[1]!))]

export function groupTests(start: StartEdge): void {
  describe('domains of a group', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({ tenants: [...GROUP] })
    })
    afterAll(() => edge.stop())
    const linksAt = async (url: string, of = edge) => linksOf(await (await of.fetch(url.replace('https:', 'http:'))).text())

    test('each live one lists all of them, by language and country, and one for the rest of the world', async () => {
      const { canonical, alternates } = await linksAt('http://velvet.example/')
      expect(canonical).toBe('https://velvet.example/')
      expect(alternates.toSorted()).toEqual([
        'de https://velvet.example/?lang=de',
        'de-BE https://velvet-be.example/?lang=de',
        'en https://velvet-uk.example/',
        'en-GB https://velvet-uk.example/',
        'fr https://velvet.example/?lang=fr',
        'fr-BE https://velvet-be.example/?lang=fr',
        'nl https://velvet.example/',
        'nl-BE https://velvet-be.example/',
        'nl-NL https://velvet.example/',
        'x-default https://velvet-uk.example/'
      ])
    })

    test.each(['/', '/signup', '/landers/gallery'])('every page listed at %s answers 200 and lists the same ones', async (path) => {
      const mine = await linksAt(`http://velvet-be.example${path}`)
      expect(urlsOf(mine)).toContain(`https://velvet-be.example${path}`)
      for (const url of urlsOf(mine)) {
        const response = await edge.fetch(url.replace('https:', 'http:'))
        expect(response.status).toBe(200)
        expect(linksOf(await response.text())).toEqual({ canonical: url, alternates: mine.alternates })
      }
    })

    test('their sitemaps say what their pages say', async () => {
      const { alternates } = await linksAt('http://velvet.example/signup')
      const sitemap = await (await edge.fetch('http://velvet.example/sitemap.xml')).text()
      const entry = /<loc>https:\/\/velvet\.example\/signup<\/loc>.*?<\/url>/.exec(sitemap)![0]
      expect(Array.from(entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g), ([, code, url]) => `${code} ${url}`)).toEqual(alternates)
      expect(sitemap).not.toMatch(/<loc>https:\/\/velvet-(be|uk)/)
    })

    test('no page lists a domain of another brand, and an unlisted one lists none', async () => {
      for (const host of ['lumi.example', 'harbor.example'])
        for (const url of urlsOf(await linksAt(`http://${host}/`))) expect(new URL(url).host).toBe(host)
      expect((await linksAt('http://velvet.example/?lang=pl')).alternates).toEqual([])
      expect((await linksAt('http://velvet.example/login')).alternates).toEqual([])
    })

    test('a domain that goes live is listed by the others at once, also on cached pages', async () => {
      const tenants = [aTenant({ group: 'velvet' }), aTenant({ id: 'velvet-be', group: 'velvet', countries: ['BE'], status: 'draft' })]
      const own = await start({ tenants })
      expect(urlsOf(await linksAt('http://velvet.example/', own)).some((url) => url.includes('velvet-be'))).toBe(false)
      tenants[1] = aTenant({ id: 'velvet-be', group: 'velvet', countries: ['BE'] }, 2)
      const body = JSON.stringify({ tenant: 'velvet-be', version: 2 })
      const headers = { 'x-edge-signature': await signPush(EDGE_SECRET, body, Date.now()) }
      await own.fetch('http://velvet.example/__edge/changed', { method: 'POST', body, headers })
      expect(urlsOf(await linksAt('http://velvet.example/', own))).toContain('https://velvet-be.example/')
      await own.stop()
    })
  })
}

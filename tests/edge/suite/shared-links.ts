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
  describe('what a shared link shows', () => {
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

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'

export function campaignTests(start: StartEdge): void {
  describe('campaigns', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start()
    })
    afterAll(() => edge.stop())

    test.each([
      ['alonetonight', '[RT-45]'],
      ['collagelanding', '[RT-46]'],
      ['gallery', '[RT-47]'],
      ['iconslanding', '[RT-48]'],
      ['maplanding', '[RT-49]'],
      ['socialnetwork', '[RT-50]'],
      ['transitionsvideolanding', '[RT-51]'],
      ['video', '[RT-52]']
    ])('a well-formed slug of %s is accepted, belongs to the visit, and is nowhere in the page %s', async (name) => {
      const page = async (path: string) => {
        const response = await edge.fetch(`http://harbor.example${path}`)
        return { status: response.status, html: await response.text(), cookie: response.headers.get('set-cookie') }
      }
      const plain = await page(`/landers/${name}`)
      expect(plain.html).toContain(`data-testid="lander-${name}"`)
      for (const slug of ['%73ummer-2026', 'summer-2026']) {
        const { status, html, cookie } = await page(`/landers/${name}/${slug}?network=radio`)
        expect(status).toBe(200)
        expect(html.replace('"trafficSource":true', '"trafficSource":false')).toBe(plain.html)
        expect(decodeURIComponent(cookie!)).toMatch(/^visit=network=radio&sub3=summer-2026;/)
      }
      expect(decodeURIComponent((await page(`/landers/${name}/summer?sub3=own`)).cookie!)).toMatch(/^visit=sub3=own;/)
      expect((await page(`/landers/${name}/Summer_2026`)).status).toBe(404)
    })

    test('the visit remembers its campaign, and only well-formed values', async () => {
      const cookie = async (query: string) => (await edge.fetch(`http://lumi.example/landers/gallery?${query}`)).headers.get('set-cookie')
      expect(await cookie('network=radio&sub1=a.b')).toMatch(/^visit=network%3Dradio%26sub1%3Da\.b; .*HttpOnly/)
      expect(await cookie('network=%3Cscript%3E')).toBeNull()
    })

    test('a later link of the same visit adds to its campaign, and replaces only what it names', async () => {
      const headers = { cookie: 'visit=network%3Dradio%26sub1%3Da' }
      const answer = await edge.fetch('http://lumi.example/landers/gallery?sub1=b&sub2=c', { headers })
      expect(answer.headers.get('set-cookie')).toMatch(/^visit=network%3Dradio%26sub1%3Db%26sub2%3Dc;/)
    })

    test.each([
      ['the slug of a later lander', '/landers/video/winter?network=b', 'network=b&sub3=winter'],
      ['the slug of a later lander without a query', '/landers/video/winter', 'network=a&sub3=winter'],
      ['a later link’s own sub3, not its slug', '/landers/video/winter?sub3=own', 'network=a&sub3=own'],
      ['the earlier slug where a later lander has none', '/landers/video?network=b', 'network=b&sub3=summer']
    ])('a visit that came by the slug "summer" keeps %s', async (_, path, campaign) => {
      const first = (await edge.fetch('http://lumi.example/landers/gallery/summer?network=a')).headers.get('set-cookie')!
      const later = await edge.fetch(`http://lumi.example${path}`, { headers: { cookie: first.split(';')[0]! } })
      expect(decodeURIComponent(later.headers.get('set-cookie')!.split(';')[0]!)).toBe(`visit=${campaign}`)
    })
  })
}

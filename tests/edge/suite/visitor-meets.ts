import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody } from '../../../shared/api/errors.ts'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { CARD, EDGE_SECRET, FULL_PROFILE, type OriginHandler } from '../../fixtures/fake-origin.ts'
import { aTenant } from '../../fixtures/tenants.ts'

const BASE = 'http://velvet.example'
const PROFILE = `/members/${CARD.id}`

/** An origin with one member, who shows visitors this. */
const showing = (more: object): OriginHandler => {
  const member = { ...FULL_PROFILE, ...more }
  return ({ path }) => (path === '/api/member.php' ? Response.json({ member, blocked: null, now: '2026-11-21T12:00:00.000Z' }) : undefined)
}
const hiding: OriginHandler = ({ path }) =>
  path === '/api/member.php' ? Response.json(errorBody('not_found'), { status: 404 }) : undefined

/** Scripts that run, by name. */
const scriptsOf = (html: string) => [...html.matchAll(/<script type="module"[^>]*src="\/assets\/([a-z]+)/g)].map(([, name]) => name)

export function visitorMeetsTests(start: StartEdge): void {
  describe('a visitor meets members', () => {
    const TOLD = { about: 'Evenings by the canal.\n<b>Tea</b>', interests: ['tea'], looking_for: ['woman'] }
    let edge: EdgeUnderTest
    beforeAll(async () => {
      const profile = showing(TOLD)
      edge = await start({
        origin: (call) =>
          call.path === '/api/regions.php'
            ? Response.json({ regions: [{ code: `${call.query.get('country')}-X`, name: 'Somewhere' }] })
            : profile(call)
      })
    })
    afterAll(() => edge.stop())

    test.each(['/members', PROFILE])('%s loads no application, and works as links and forms', async (path) => {
      const html = await (await edge.fetch(`${BASE}${path}?lang=en`)).text()
      expect(html).toContain('data-hydrate="press"')
      expect(scriptsOf(html)).toEqual(['early', 'visitor'])
      expect(html).toMatch(
        new RegExp(`<a [^>]*href="${PROFILE}/signup"[^>]*data-needs-app|<a [^>]*data-needs-app[^>]*href="${PROFILE}/signup"`)
      )
    })

    test('with a session both load it at once', async () => {
      const cookie = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 's'.repeat(43), Math.floor(Date.now() / 1000) + 3600)}`
      for (const path of ['/members', PROFILE]) {
        const html = await (await edge.fetch(`${BASE}${path}?lang=en`, { headers: { cookie } })).text()
        expect(scriptsOf(html)).toContain('entry')
      }
    })

    test('the search form offers the regions of the chosen country, and drops one of another', async () => {
      const html = await (await edge.fetch(`${BASE}/members?lang=en&country=BE&countryregion=NL-UT`)).text()
      expect(html).toContain('<option value="BE-X">Somewhere</option>')
      const asked = edge.calls.filter(({ path }) => path === '/api/members.php').at(-1)!
      expect(asked.query.get('country')).toBe('BE')
      expect(asked.query.get('countryregion')).toBeNull()
    })

    test('the search shows everyone in a few documents of finished pages, each with a way on and a way back', async () => {
      const cardOf = (page: number) => ({ ...CARD, id: `${page}`.padStart(22, 'p'), name: `Member ${page}` })
      const many = await start({
        origin: ({ path, query }) => {
          if (path !== '/api/members.php') return undefined
          const page = Number(query.get('page'))
          const members = page <= 10 ? [cardOf(page)] : []
          return Response.json({ members, total: 200, total_exact: true, page, pages: 10, next: null, similar: [], access: 'all' })
        }
      })
      try {
        const open = async (path: string) => {
          const before = many.calls.length
          const html = await (await many.fetch(BASE + path)).text()
          const linkTo = (text: string) =>
            new RegExp(`<a [^>]*href="(/members[^"#]*)[^"]*"[^>]*>[^<]*(?:<[^>]*>)*${text}`).exec(html)?.[1]?.replaceAll('&amp;', '&')
          return {
            html,
            more: linkTo('Show more'),
            previous: linkTo('Show previous'),
            shown: [...html.matchAll(/>Member (\d+)/g)].map(([, page]) => page),
            asked: many.calls.slice(before).filter(({ path: asked }) => asked === '/api/members.php').length
          }
        }
        const seen = new Set<string | undefined>()
        let last = await open('/members?lang=en')
        for (let pages = 1; ; pages++) {
          expect(last.html).not.toContain('aria-busy="true"')
          if (pages > 1) expect(last.html).toContain(`id="page-${pages}"`)
          expect(last.asked).toBeLessThanOrEqual(5)
          for (const one of last.shown) seen.add(one)
          if (last.more === undefined) break
          last = await open(`${last.more}&lang=en`)
        }
        expect([...seen]).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1}`))
        expect(last.previous).toBe('/members?page=8')
        // An address from the time when there were more of them.
        expect((await open('/members?lang=en&page=30')).previous).toBe('/members?page=10')
      } finally {
        await many.stop()
      }
    })

    test.each([
      ['landing', 'landing-portrait', 'Meet Rosalinde'],
      ['landing2', 'landing-letter', 'Rosalinde writes'],
      ['landing3', 'landing-interests', 'Do you have something in common?']
    ])('/members/{id}/%s is a composition of its own that leads to the sign-up [RT-20] [RT-22] [RT-23]', async (name, testId, heading) => {
      const response = await edge.fetch(`${BASE}${PROFILE}/${name}?lang=en`)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain('data-layout="lander"')
      expect(html).toContain(`data-testid="${testId}"`)
      expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)![1]).toBe(heading)
      expect(html).toContain(`href="${PROFILE}/signup"`)
      expect(html).not.toContain('<b>Tea</b>')
      expect(scriptsOf(html)).toEqual(['early', 'visitor'])
      expect(html).toContain('<meta name="robots" content="noindex">')
    })

    test.each(['landing2', 'landing3'])('/members/{id}/%s takes a slug, which belongs to the visit [RT-22] [RT-23]', async (name) => {
      const response = await edge.fetch(`${BASE}${PROFILE}/${name}/summer-2026`)
      expect(response.status).toBe(200)
      expect(decodeURIComponent(response.headers.get('set-cookie')!)).toMatch(/^visit=sub3=summer-2026;/)
      expect((await edge.fetch(`${BASE}${PROFILE}/${name}/Summer!`)).status).toBe(404)
    })

    test('members are redirected from a landing page to the profile', async () => {
      const cookie = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 's'.repeat(43), Math.floor(Date.now() / 1000) + 3600)}`
      const response = await edge.fetch(`${BASE}${PROFILE}/landing2/summer`, { headers: { cookie } })
      expect([response.status, response.headers.get('location')]).toEqual([302, PROFILE])
    })

    test.each<[string, OriginHandler]>([
      ['a member who is not shown to visitors', hiding],
      ['a profile made by the company', showing({ fictional: true })]
    ])('%s has no landing page, nor one to sign up on', async (_, origin) => {
      const own = await start({ origin })
      for (const name of ['landing', 'landing2', 'landing3', 'signup']) {
        const response = await own.fetch(`${BASE}${PROFILE}/${name}`)
        expect([name, response.status]).toEqual([name, 404])
        expect(await response.text()).not.toContain('Rosalinde')
      }
      await own.stop()
    })

    test('the index links the search where the brand shows it to visitors, and only there', async () => {
      const closed = await start({ tenants: [aTenant({ logged_out_search: 'none' })] })
      const main = async (of: EdgeUnderTest) => /<main.*<\/main>/s.exec(await (await of.fetch(`${BASE}/?lang=en`)).text())![0]
      expect(await main(edge)).toContain('href="/members"')
      expect(await main(closed)).not.toContain('href="/members"')
      await closed.stop()
    })
  })
}

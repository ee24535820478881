import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import { href, matchRoute } from '../../../shared/routes/match.ts'
import { ROUTES } from '../../../shared/routes/table.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { CARD, EDGE_SECRET, USER } from '../../fixtures/fake-origin.ts'

/** An address of every page that is built. */
const PATHS = ROUTES.map(({ key }) => href(key, { id: CARD.id, token: 't'.repeat(43), type: 'given' }))

/** Addresses that a page links to, except its own (`#place`, `?lang=fr`) and those that aren't pages. */
const linksOf = (html: string) =>
  [...html.matchAll(/<(?:a|form)\b[^>]*\s(?:href|action)="(\/[^"]*)"/g)]
    .map((found) => found[1]!)
    .filter((link) => !/^\/(?:__|api\/)/.test(link))

export function linkTests(start: StartEdge): void {
  describe('links', () => {
    let edge: EdgeUnderTest
    let paid = false
    beforeAll(async () => {
      edge = await start({
        origin: ({ path, headers }) => {
          if (path === '/api/user.php' && headers.get('cookie'))
            return Response.json({ user: { ...USER, paid_user: paid }, now: new Date().toISOString() })
          if (path === '/api/token.php') return Response.json({ purpose: 'change_mail', state: 'used' })
          return undefined
        }
      })
    })
    afterAll(() => edge.stop())

    test.each([
      ['a visitor', 'velvet', null],
      ['a visitor where no one can join', 'alpen', null],
      ['a free member', 'velvet', false],
      ['a premium member', 'velvet', true]
    ])('take %s only to existing pages, from every page [RT-54]', async (_, tenant, premium) => {
      paid = premium === true
      const session = await sessionToken(EDGE_SECRET, tenant, 'c'.repeat(43), Math.floor(Date.now() / 1000) + 3600)
      const headers: Record<string, string> = premium === null ? {} : { cookie: `__Host-auth=${session}` }
      const found: string[] = []
      for (const path of [...PATHS, '/nowhere']) {
        const html = await (await edge.fetch(`http://${tenant}.example${path}`, { headers })).text()
        found.push(...linksOf(html).map((link) => `${path} -> ${link}`))
      }
      const targetOf = (link: string) => new URL(link.split(' -> ')[1]!, 'http://own.invalid').pathname
      expect(found.map(targetOf)).toEqual(expect.arrayContaining(['/', '/pages/terms', ...(premium === null ? ['/login'] : ['/chats'])]))
      expect(found.filter((link) => !matchRoute(targetOf(link)))).toEqual([])
    })
  })
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS, endpointsAt } from '../../../shared/api/contract.ts'
import { addressOf } from '../../../shared/api/endpoint.ts'
import { matchRoute } from '../../../shared/routes/match.ts'
import { routeQueries } from '../../../shared/routes/queries.ts'
import type { Route } from '../../../shared/routes/route.ts'
import { ROUTES } from '../../../shared/routes/table.ts'
import { PAYMENT } from '../../client/a-payment.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { CARD, forVisitors } from '../../fixtures/fake-origin.ts'
import { memberCookie } from '../../fixtures/member-cookie.ts'
import { aTenant } from '../../fixtures/tenants.ts'

const SITE = 'http://velvet.example'
const READER = { accept: 'text/html,*/*;q=0.8' }

/** Everything that must still work on a closed brand, spelt out, so that a change to the tables has to be made here too. */
const OPEN_PAGES =
  'login account-deleted reset-password reset-password-do mail-change-do directdebit transactions-id notifications settings lang-config complaints pages-ban pages-cookies pages-privacy pages-return-policy pages-service pages-terms pages-transparency token'.split(
    ' '
  )
const OPEN_ENTRIES =
  'getLeaving deleteAccount getStanding appeal fileComplaint startExport exportData getDirectDebit revokeDirectDebit getToken useToken requestMailChange changeMail getNotifications updateNotifications takeMailEvent requestPasswordReset resetPassword changePassword cancelPayment getPayment listTransactions getSavedMethods getTransparency removeStoredCard takePaymentWebhook getProfile updateProfile unsubscribePush listSessions endSession login logout logoutByPost getCompanyInfo getUser updateUser listWithdrawable withdraw'.split(
    ' '
  )

/** Values for the parameters of any route. */
const PARAMS: Record<string, string> = { type: 'given', paymentmethod: 'card', slug: 'spring', token: 'T'.repeat(43) }

/** An address of the route with all its parameters. */
function addressOfRoute({ key, pattern }: Route): string {
  const path = pattern.replace(/\{(\w+)\??\}/g, (_, name: string) =>
    key.startsWith('credits-') && name === 'id' ? '20' : (PARAMS[name] ?? CARD.id)
  )
  expect(matchRoute(path)?.route.key).toBe(key)
  return path
}

const isOpen = (path: string) => matchRoute(path)?.route.whileClosed ?? endpointsAt(path).some(({ whileClosed }) => whileClosed)
const hrefsOf = (html: string) => Array.from(html.matchAll(/<a [^>]*href="(\/[^"]*)"/g), ([, path]) => path!)

export function closedBrandTests(start: StartEdge): void {
  describe.each([
    ['has closed for good', 'gone', 410],
    ['is paused', 'paused', 503]
  ] as const)('a brand that %s', (_, status, code) => {
    const record = aTenant({ status, aliases: ['velvet-dates.example'] })
    let edge: EdgeUnderTest
    let cookie: string
    let payment: object | null = null
    beforeAll(async () => {
      edge = await start({
        tenants: [record],
        origin: ({ path }) => {
          if (path === '/api/payment.php' && payment) return Response.json(payment)
          return path === '/api/token.php' ? Response.json({ purpose: 'unsubscribe', state: 'open', sites: [] }) : undefined
        }
      })
      cookie = await memberCookie('velvet')
    })
    afterAll(() => edge.stop())

    test('the requests that stay open are those that members have a right to', () => {
      expect(
        ROUTES.filter(({ whileClosed }) => whileClosed)
          .map(({ key }) => key)
          .sort()
      ).toEqual(OPEN_PAGES.sort())
      expect(
        ENDPOINTS.filter(({ whileClosed }) => whileClosed)
          .map(({ name }) => name)
          .sort()
      ).toEqual(OPEN_ENTRIES.sort())
    })

    test.each(ROUTES.map((route) => [route.key, route] as const))('%s is open or closed, to visitors and members', async (_, route) => {
      const path = addressOfRoute(route)
      for (const headers of [READER, { ...READER, cookie }]) {
        const answer = await edge.fetch(SITE + path, { headers })
        const html = await answer.text()
        if (route.whileClosed) {
          expect([200, 302, 404]).toContain(answer.status)
          if (answer.status === 302) expect(answer.headers.get('location')).not.toBe('/members')
          continue
        }
        expect(answer.status).toBe(code)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(html).toContain('class="closed"')
      }
      for (const post of route.form ? ['name=value'] : []) {
        const before = edge.calls.filter(forVisitors).length
        const headers = { ...READER, origin: SITE, 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await edge.fetch(SITE + path, { method: 'POST', headers, body: post })
        expect(answer.status === code).toBe(!route.whileClosed)
        if (!route.whileClosed) expect(edge.calls.filter(forVisitors).length).toBe(before)
      }
    })

    test.each(ENDPOINTS.filter(({ caller }) => caller !== 'edge').map((endpoint) => [endpoint.name, endpoint] as const))(
      '%s is open or closed',
      async (_, endpoint) => {
        const before = edge.calls.filter(forVisitors).length
        const headers = {
          cookie,
          origin: SITE,
          'x-client-request': '1',
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json'
        }
        const body = endpoint.method === 'GET' ? {} : { body: '{}' }
        const answer = await edge.fetch(SITE + addressOf(endpoint), { method: endpoint.method, headers, ...body })
        const text = await answer.text()
        const reached = edge.calls.filter(forVisitors).length > before
        expect([answer.status === code, reached]).toEqual([!endpoint.whileClosed, endpoint.whileClosed])
        if (endpoint.whileClosed) return
        // A page that is still open tells its reader.
        expect(JSON.parse(text)).toMatchObject({ error: { code: status === 'gone' ? 'site_closed' : 'site_paused' } })
        expect(answer.headers.get('retry-after')).toBe(status === 'gone' ? null : '3600')
      }
    )

    test('every query and every form of an open page is open', () => {
      const open = new Map(ENDPOINTS.map(({ name, whileClosed }) => [name, whileClosed]))
      for (const route of ROUTES.filter(({ whileClosed }) => whileClosed)) {
        const search = new URLSearchParams({ token: PARAMS['token']! })
        const params = Object.fromEntries(Object.keys(route.params).map((name) => [name, PARAMS[name] ?? CARD.id]))
        const asked = [params, {}].flatMap((some) => {
          if (route.key === 'token' && !('token' in some)) return []
          return routeQueries(route.key, some, search, { member: true, tenant: record.settings }).map(({ endpoint }) => endpoint)
        })
        const form = route.form
        const posted = form ? [form.endpoint, ...('also' in form && form.also ? form.also.map(({ endpoint }) => endpoint) : [])] : []
        for (const name of [...asked, ...posted]) expect([route.key, name, open.get(name)]).toEqual([route.key, name, true])
      }
    })

    const FIRST: readonly (readonly [string, string, readonly string[]])[] = [
      ['a visitor', '/', ['/login', '/complaints', '/pages/terms', '/pages/ban']],
      ['a member', '/', ['/settings', '/transactions', '/complaints', '/pages/ban']],
      ['a visitor', '/login', ['/', '/reset-password', '/complaints']],
      ['a member', '/settings', ['/', '/settings', '/transactions', '/complaints']]
    ]
    const others = ROUTES.filter(({ whileClosed, replacedBy }) => whileClosed && !replacedBy).flatMap((route) =>
      ['a visitor', 'a member'].map((who) => [who, addressOfRoute(route), []] as const)
    )
    test.each([...FIRST, ...others])('%s finds on %s everything that is open, and no link to anything else', async (who, path, due) => {
      const answer = await edge.fetch(SITE + path, { headers: { ...READER, ...(who === 'a member' && { cookie }) } })
      if (answer.status === 302) return
      const html = await answer.text()
      const links = hrefsOf(html).map((link) => link.split(/[?#]/)[0]!)
      expect(links).toEqual(expect.arrayContaining([...due]))
      // The brand's name leads to the closed page, which lists everything that is open.
      expect(links.filter((link) => link !== '/' && !isOpen(link))).toEqual([])
      expect(html).toContain('mailto:help@velvet.example')
      if (answer.status !== 200) return
      expect(html).toMatch(status === 'gone' ? /closed-notice[^]*is gesloten/ : /closed-notice[^]*even pauze/)
      if (status === 'gone') expect(html).toContain('content="noindex"')
    })

    test.each([
      { status: 'loading', next: 'https://pay.example/1' },
      { status: 'pending' },
      { status: 'failed' },
      { status: 'failed', recurring: true },
      { status: 'cancelled' },
      { status: 'completed' },
      { status: 'completed', refunded: PAYMENT.total },
      { status: 'completed', charged_back: true }
    ])('the page of a payment that is %j links to nothing that is closed', async (state) => {
      payment = { ...PAYMENT, ...state }
      const html = await (await edge.fetch(`${SITE}/transactions/${PAYMENT.payment_id}`, { headers: { ...READER, cookie } })).text()
      payment = null
      expect(html).toContain(PAYMENT.reference)
      const links = hrefsOf(html).map((link) => link.split(/[?#]/)[0]!)
      expect(links.filter((link) => link !== '/' && !isOpen(link))).toEqual([])
    })

    test('logging in leads to the settings', async () => {
      const headers = { ...READER, cookie }
      const at = async (path: string) => (await edge.fetch(SITE + path, { headers })).headers.get('location')
      expect([await at('/login'), await at('/login?next=/chats'), await at('/login?next=/transactions')]).toEqual([
        '/settings',
        '/settings',
        '/transactions'
      ])
    })

    test('its other names lead to the open pages', async () => {
      const answer = await edge.fetch('http://velvet-dates.example/login', { headers: READER })
      expect([answer.status, answer.headers.get('location')]).toEqual([308, 'https://velvet.example/login'])
      expect((await edge.fetch('http://velvet-dates.example/', { headers: READER })).status).toBe(code)
    })

    test('files that the open pages refer to are served, and nothing else', async () => {
      for (const path of ['/icon.svg', '/manifest.webmanifest', '/apple-touch-icon.png', '/.well-known/security.txt'])
        expect([path, (await edge.fetch(SITE + path)).status < 400]).toEqual([path, true])
      for (const path of ['/robots.txt', '/sitemap.xml', `/media/${CARD.id}/thumb.webp`, '/sw-push.js', '/nowhere', '/api/nowhere.php'])
        expect([path, (await edge.fetch(SITE + path)).status]).toEqual([path, code])
    })
  })
}

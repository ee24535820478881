import { beforeAll, expect, test } from 'vitest'
import type { Route } from '../../shared/routes/route.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { memberAnswers, renderPage, type Visit } from './render-page.tsx'

// Which banners show on which routes, on every page of the table as the edge renders it. The expectations are the requirements, not a copy of the
// table.
const ADA = 'A'.repeat(22)
const MEMBERS_AREA = ['chats', 'likes', 'likes-m-id', 'members', 'members-id', 'premium']
const SELLS = { payment_provider: 'sandbox', bundles: [{ id: '20', credits: 20, prices: { EUR: 995 } }], descriptor: 'LANTERN WORKS' }
const PICTURE = { filename: '/full.webp', thumb_filename: '/thumb.webp', match: '/match.webp', status: 'active' as const }

const memberWith = (facts: Parameters<typeof memberAnswers>[0], notices: string[] = []): Visit => ({
  member: true,
  tenant: SELLS,
  answers: memberAnswers(facts),
  page: { notices }
})
const VISITS = {
  /** Just signed up, without a photo, in a browser that could get pushes. */
  newcomer: memberWith({ confirmed: false, bonus: 600 }, [`push:${ADA}`]),
  /** Not confirmed either, and their mails come back. */
  bounced: memberWith({ confirmed: false, disabled: ['bounce'], welcome: 600 }),
  /** Has confirmed, bought, and a photo. */
  settled: memberWith({ paid: true, bonus: 600, welcome: 600, picture: PICTURE }),
  visitor: { tenant: SELLS }
} satisfies Record<string, Visit>
type Who = keyof typeof VISITS

const VALUES: Readonly<Record<string, string>> = {
  id: 'C'.repeat(22),
  slug: 'spring',
  type: 'given',
  paymentmethod: 'card',
  token: 'T'.repeat(43)
}
const BUNDLE = '20'
const urlOf = ({ key, pattern }: Route) =>
  pattern.replaceAll(/\{(\w+)\??\}/g, (_, name: string) => (key === 'credits-id-paymentmethod' && name === 'id' ? BUNDLE : VALUES[name]!))

/** The banners on each route, by who looks at it. */
const shown = new Map<Who, Map<string, string[]>>()
beforeAll(async () => {
  for (const [who, visit] of Object.entries(VISITS) as [Who, Visit][]) {
    const pages = new Map<string, string[]>()
    for (const route of ROUTES) {
      if (who === 'visitor' && route.access === 'member') continue
      const html = await renderPage(urlOf(route), visit)
      expect(html, route.key).toContain('<main')
      pages.set(
        route.key,
        Array.from(html.matchAll(/data-testid="banner-([\w-]+)"/g), ([, name]) => name!)
      )
    }
    shown.set(who, pages)
  }
})

/** Routes on which this reader sees a banner. */
const routesOf = (who: Who, banner: string) => [...shown.get(who)!].flatMap(([key, banners]) => (banners.includes(banner) ? [key] : []))
const inDefault = ROUTES.filter(({ layout }) => layout === 'default').map(({ key }) => key)
const except = (...keys: string[]) => inDefault.filter((key) => !keys.includes(key))
const areaOnly = inDefault.filter((key) => MEMBERS_AREA.includes(key))

test.each<[banner: string, requirements: string, Partial<Record<Who, string[]>>]>([
  ['activation', '[BAN-1] [BAN-2]', { newcomer: except('signup', 'settings', 'notifications') }],
  [
    'photo',
    '[BAN-5] [BAN-7]',
    {
      newcomer: except('profile', 'signup', 'activate-done', 'premium', 'notifications', 'directdebit', 'settings'),
      bounced: except('profile', 'signup', 'activate-done', 'premium', 'notifications', 'directdebit', 'settings')
    }
  ],
  // Settings and notifications are one page with two addresses.
  ['push', '[BAN-8] [BAN-9]', { newcomer: except('signup', 'notifications', 'activate-done', 'directdebit', 'premium', 'settings') }],
  ['notifications', '[BAN-10] [BAN-11]', { bounced: except('settings', 'notifications') }],
  ['time-bonus', '[TB-8] [LAY-9]', { newcomer: areaOnly }],
  ['welcome', '[SCR-25] [LAY-9]', { bounced: areaOnly }]
])('the %s banner is on its routes of the default layout, for those it concerns, and nowhere else %s', (banner, _, expected) => {
  for (const who of Object.keys(VISITS) as Who[]) expect([who, routesOf(who, banner)]).toEqual([who, expected[who] ?? []])
})

test('the members area is six routes, all in the default layout; a member with nothing left to do, and a visitor, see no banner [LAY-9]', () => {
  expect(areaOnly.toSorted()).toEqual(MEMBERS_AREA)
  for (const who of ['settled', 'visitor'] as const) expect([...shown.get(who)!.values()].flat()).toEqual([])
})

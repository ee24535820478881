import { describe, expect, test } from 'vitest'
import type { User } from '../../shared/api/user.ts'
import { allUnseen, COUNTERS, MAILED_KINDS, NEWS, type Counter } from '../../shared/rules/news.ts'
import { pageTitle } from '../../client/site/page-title.ts'
import { currentOf, navItems } from '../../client/layouts/default/nav-items.ts'
import { titleWithCount } from '../../shared/rules/badges.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import type { Route } from '../../shared/routes/route.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { SELLING } from '../fixtures/tenants.ts'
import { matchRoute, routeOf } from '../../shared/routes/match.ts'
import { memberAnswers, part, renderPage, settingsFor, textOf, translatorOf } from './render-page.tsx'

const USER = (memberAnswers()[0]![1] as { user: User }).user

function items(state: Partial<Record<Counter, number>> & { credits?: number; paid?: boolean }) {
  const { credits = 20, paid = false, ...counters } = state
  return navItems({ ...USER, credits, paid_user: paid, ...counters })
}
const badge = (route: string, state: Parameters<typeof items>[0]) => items(state).find((item) => item.route === route)?.badge ?? null

const navOf = (html: string) => part(part(html, 'header'), 'nav')
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((found) => found[1])

const creditsBadge = (credits: number) => items({ paid: true, credits }).find(({ route }) => route === 'credits')!.badge

describe('the items of a member', () => {
  test('[NAV-4] [NAV-5] [NAV-7] search, messages and likes come first, in this order', () => {
    expect(
      items({})
        .map((item) => item.route)
        .slice(0, 3)
    ).toEqual(['members', 'chats', 'likes'])
  })

  test('[NAV-9] [NAV-10] premium members see credits, others Get Premium, never both', () => {
    expect(items({ paid: true }).at(-1)?.route).toBe('credits')
    expect(items({ paid: false }).at(-1)?.route).toBe('premium')
    for (const paid of [true, false]) {
      expect(items({ paid }).filter(({ route }) => route === 'credits' || route === 'premium')).toHaveLength(1)
    }
  })

  test('[NAV-9] [NAV-10] a brand that sells nothing shows neither', async () => {
    for (const paid of [true, false]) {
      const links = async (tenant: object) =>
        linksOf(navOf(await renderPage('/', { member: true, tenant: { ...tenant }, answers: memberAnswers({ paid }) })))
      const places = ['/members', '/chats', '/likes']
      expect(await links(SELLING)).toEqual([...places, paid ? '/credits' : '/premium', '/profile', '/settings'])
      expect(await links({})).toEqual([...places, '/profile', '/settings'])
    }
  })

  test('while the member is unknown, neither credits nor Get Premium show', () => {
    const known = items({}).map((item) => item.route)
    expect(navItems(null).map((item) => item.route)).toEqual(known.filter((route) => route !== 'premium'))
  })

  test('[NAV-11] [CON-17] the credits badge shows at 10 or fewer', () => {
    expect(creditsBadge(11)).toBeNull()
    expect(creditsBadge(10)).toMatchObject({ count: 10 })
  })

  test('[NAV-12] the credits badge warns above 0 and is danger at 0', () => {
    expect(creditsBadge(5)?.tone).toBe('warning')
    expect(creditsBadge(0)?.tone).toBe('danger')
  })

  test('[NAV-5] [NAV-7] without news there is no badge', () => {
    expect(badge('chats', { num_unread_messages: 0 })).toBeNull()
    expect(navItems(null).map((item) => item.badge)).toEqual(navItems(null).map(() => null))
    expect(badge('likes', { num_new_likes: 2 })).toMatchObject({ count: 2, tone: 'primary' })
  })

  test.each(MAILED_KINDS.filter((kind) => NEWS[kind].inTotal).map((kind) => NEWS[kind].counter))(
    '[NAV-5] [NAV-7] %s is the badge of exactly one item',
    (counter) => {
      expect(items({ [counter]: 7 }).flatMap((item) => item.badge?.count ?? [])).toEqual([7])
    }
  )

  test('a page below an item marks it as current section, its own page as current page', () => {
    expect(currentOf('members', routeOf('members'))).toBe('page')
    expect(currentOf('members', routeOf('members-id'))).toBe(true)
    expect(currentOf('likes', routeOf('members-id'))).toBeUndefined()
  })
})

describe('the back button', () => {
  /** The routes that the specification names. */
  const WANTED = ['members-id', 'likes-type', 'likes-m-id', 'credits', 'credits-id-paymentmethod']

  test('[NAV-3] is on five routes', () => {
    expect(
      ROUTES.filter(({ backButton }) => backButton)
        .map(({ key }) => key)
        .sort()
    ).toEqual(WANTED.toSorted())
  })

  test("is not in the server's HTML: the server can't know", async () => {
    const html = await renderPage(`/members/${'B'.repeat(22)}`, { member: true, answers: memberAnswers() })
    expect(part(html, 'header')).not.toContain('>Back<')
  })
})

describe('the header of the page', () => {
  test('[NAV-14] the account menu has exactly My profile, Settings and Logout', async () => {
    const menu = part(navOf(await renderPage('/', { member: true, answers: memberAnswers() })), 'details')
    expect([...menu.matchAll(/<li>(.*?)<\/li>/g)].map((entry) => textOf(entry[1]!))).toEqual(['My profile', 'Settings', 'Logout'])
    expect(linksOf(menu)).toEqual(['/profile', '/settings'])
  })

  test('[NAV-6] [NAV-8] badges are capped at 99+ and say in words what they count', async () => {
    const nav = textOf(navOf(await renderPage('/', { member: true, answers: memberAnswers({ unread: 100, newLikes: 99 }) })))
    expect(nav).toContain('Messages 99+ unread messages')
    expect(nav).toContain('Likes 99 new likes')
  })

  test('[NAV-15] a visitor sees Login and no account menu', async () => {
    const nav = navOf(await renderPage('/'))
    expect(linksOf(nav)).toEqual(['/login', '/signup'])
    expect(textOf(nav)).toContain('Login')
    expect(nav).not.toContain('<details')
  })

  test('where signing up is closed the header only offers the log-in', async () => {
    expect(linksOf(navOf(await renderPage('/', { tenant: { signups: 'none' } })))).toEqual(['/login'])
  })
})

describe('the languages', () => {
  const menuOf = async (country: string) => {
    const html = part(await renderPage('/login', { country, language: 'en' }), 'header')
    return part(html, 'details')
  }
  const languages = (menu: string) => [...menu.matchAll(/hrefLang="([a-z]+)"/gi)].map((found) => found[1])

  test('[LOC-8] [NAV-13] the United States see en and es', async () => {
    expect(languages(await menuOf('US'))).toEqual(['en', 'es'])
  })

  test('[LOC-5] [LOC-6] [LOC-7] a country sees its languages in their order, then the current one', async () => {
    expect(languages(await menuOf('BE'))).toEqual(['nl', 'fr', 'de', 'en'])
    expect(languages(await menuOf('CH'))).toEqual(['de', 'it', 'fr', 'en'])
    expect(languages(await menuOf('FI'))).toEqual(['fi', 'sv', 'en'])
  })

  test('[NAV-13] with one visible language there is no dropdown', async () => {
    expect(await menuOf('GB')).toBe('')
  })

  test('each language has its own name, links to this page in it, and is not for search engines', async () => {
    const menu = await menuOf('CH')
    expect(menu).toMatch(/<a href="\?lang=it"[^>]*lang="it"[^>]*rel="nofollow"/)
    expect(textOf(menu)).toContain('Deutsch Italiano Français English')
    expect(menu.match(/aria-current="page"/g)).toHaveLength(1)
  })
})

/** Addresses of every page of a route: with each value of a parameter that has a few, and without one that may be missing. */
function addressesOf({ pattern, params }: Route): string[] {
  return pattern
    .split('/')
    .slice(1)
    .reduce<string[]>(
      (starts, part) => {
        const name = /\w+/.exec(part)?.[0] ?? ''
        const form = part.startsWith('{') && params[name]
        const choice = form ? /^\^\(([\w|]+)\)\$$/.exec(form.source)?.[1] : null
        const values = form ? (choice?.split('|') ?? [['x', 'x'.repeat(22), 'x'.repeat(32)].find((value) => form.test(value))!]) : [part]
        return starts.flatMap((start) => [...(part.endsWith('?}') ? [start] : []), ...values.map((value) => `${start}/${value}`)])
      },
      ['']
    )
}

/** Pages that are one: by another address, or begun in another way. */
const ONE_PAGE: Readonly<Record<string, string>> = {
  'members-id-chat': 'chats-id',
  'members-id-landing2': 'members-id-landing',
  'members-id-landing3': 'members-id-landing',
  'members-id-signup': 'signup',
  'credits-repeat-order': 'credits-id-paymentmethod',
  notifications: 'settings'
}

/** The page at an address, as far as its title should tell: advertising says the same to everyone, and an order is one however it is paid. */
function pageAt(address: string): string {
  const { route, params } = matchRoute(address)!
  const { type, id } = params
  const one = ONE_PAGE[route.key] ?? route.key
  if (type) return type === 'received' ? 'likes' : type
  return route.key === 'transactions-id' && id ? 'payment' : one
}

describe('the title', () => {
  test('is what the operator wrote on the index, elsewhere the page and the brand', async () => {
    const translator = await translatorOf()
    const tenant = settingsFor()
    expect(pageTitle(matchRoute('/'), tenant, translator)).toBe('Velvet: meet people')
    expect(pageTitle(matchRoute('/login'), tenant, translator)).toBe('Log in · Velvet')
    expect(pageTitle(null, tenant, translator)).toBe('This page could not be found · Velvet')
  })

  test.each(LOCALES)('tells pages apart, those of one route too, in %s', async (language) => {
    const translator = await translatorOf(language)
    const shown = new Map<string, string[]>()
    for (const address of ROUTES.flatMap(addressesOf)) {
      const title = pageTitle(matchRoute(address), settingsFor(), translator)
      shown.set(title, [...(shown.get(title) ?? []), address])
    }
    const alike = [...shown.values()].map((addresses) => [...new Set(addresses.map(pageAt))]).filter((pages) => pages.length > 1)
    expect(alike).toEqual([])
  })

  test('has the number of unread messages and new likes in front, and none at 0', () => {
    const counters = Object.fromEntries(COUNTERS.map((counter, index) => [counter, 10 ** index])) as Record<Counter, number>
    const { num_unread_messages: messages, num_new_likes: likes } = counters
    expect(titleWithCount('Likes', allUnseen(counters))).toBe(`(${messages + likes}) Likes`)
    expect(titleWithCount('Likes', 0)).toBe('Likes')
  })

  test('every page has a live region for navigations, empty at first', async () => {
    expect(await renderPage('/login')).toContain('<span role="status"></span>')
  })
})

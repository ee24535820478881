import { describe, expect, test } from 'vitest'
import type { MemberState } from '../../client/app/use-member.ts'
import { pageTitle } from '../../client/app/page-title.ts'
import { currentOf, hasBackButton, navItems } from '../../client/layouts/default/nav-items.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { isBuilt, matchRoute } from '../../shared/routes/match.ts'
import { asIfBuilt } from './as-if-built.ts'
import { memberAnswers, part, renderPage, settingsFor, textOf, translatorOf } from './render-page.tsx'

const USER = (memberAnswers()[0]![1] as { user: NonNullable<MemberState['user']> }).user

function items(state: Partial<MemberState> & { credits?: number; paid?: boolean }) {
  const { credits = 20, paid = false, ...rest } = state
  return navItems({ user: { ...USER, credits, paid_user: paid }, unreadMessages: 0, newLikes: 0, ...rest })
}
const badge = (route: string, state: Parameters<typeof items>[0]) => items(state).find((item) => item.route === route)?.badge ?? null

const navOf = (html: string) => part(part(html, 'header'), 'nav')
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((found) => found[1])

/** The items as they will be once both shops are built. */
const shops = ['premium', 'credits']
const itemsThen = (state: Parameters<typeof items>[0]) => asIfBuilt(shops, () => items(state))
const creditsThen = async (credits: number) => (await itemsThen({ paid: true, credits })).find(({ route }) => route === 'credits')!.badge

describe('the items of a member', () => {
  test('[NAV-4] [NAV-5] [NAV-7] search, messages and likes come first, in this order', async () => {
    expect((await itemsThen({})).map((item) => item.route)).toEqual(['members', 'chats', 'likes', 'premium'])
  })

  test('[NAV-9] [NAV-10] who has paid sees credits, others Get Premium, never both', async () => {
    expect((await itemsThen({ paid: true })).at(-1)?.route).toBe('credits')
    expect((await itemsThen({ paid: false })).at(-1)?.route).toBe('premium')
    expect(await itemsThen({ paid: true })).toHaveLength(4)
  })

  test('a shop that is not built is not among them, and the other one is not in its place', async () => {
    const routes = (paid: boolean) => items({ paid }).map(({ route }) => route)
    for (const [shop, other] of [shops, shops.toReversed()]) {
      const paid = shop === 'credits'
      expect(await asIfBuilt([shop!], () => routes(paid))).toEqual(['members', 'chats', 'likes', shop])
      if (!isBuilt(shop!)) expect(await asIfBuilt([other!], () => routes(paid))).toEqual(['members', 'chats', 'likes'])
    }
  })

  test('while it is not known who it is, neither credits nor Get Premium show', () => {
    expect(navItems({ user: null, unreadMessages: null, newLikes: null }).map((item) => item.route)).toEqual(['members', 'chats', 'likes'])
  })

  test('[NAV-11] [CON-17] the credits badge shows at 10 or fewer', async () => {
    expect(await creditsThen(11)).toBeNull()
    expect(await creditsThen(10)).toMatchObject({ count: 10 })
  })

  test('[NAV-12] the credits badge warns above 0 and is danger at 0', async () => {
    expect((await creditsThen(5))?.tone).toBe('warning')
    expect((await creditsThen(0))?.tone).toBe('danger')
  })

  test('[NAV-5] [NAV-7] nothing waits, no badge', () => {
    expect(badge('chats', { unreadMessages: 0 })).toBeNull()
    expect(badge('likes', { newLikes: null })).toBeNull()
    expect(badge('likes', { newLikes: 2 })).toMatchObject({ count: 2, tone: 'primary' })
  })

  test('a page under an item marks it as where the reader is, the own page as the current one', () => {
    expect(currentOf('members', 'members')).toBe('page')
    expect(currentOf('members', 'members-id')).toBe(true)
    expect(currentOf('likes', 'members-id')).toBeUndefined()
  })
})

describe('the way back', () => {
  const routes = ROUTES.map((route) => route.key)

  test('[NAV-3] is there on five routes', () => {
    expect(routes.filter((route) => hasBackButton(route, true, true)).sort()).toEqual(
      ['members-id', 'likes-type', 'likes-m-id', 'credits', 'credits-id-paymentmethod'].sort()
    )
  })

  test('[NAV-1] [NAV-2] only in an installed web app, and only where there is a history', () => {
    expect(routes.filter((route) => hasBackButton(route, false, true))).toEqual([])
    expect(routes.filter((route) => hasBackButton(route, true, false))).toEqual([])
  })

  test("is not in the server's HTML, which cannot know", async () => {
    const html = await renderPage(`/members/${'B'.repeat(22)}`, { member: true, answers: memberAnswers() })
    expect(part(html, 'header')).not.toContain('>Back<')
  })
})

describe('the head of the page', () => {
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

  test('[NAV-9] [NAV-12] credits lead to /credits and the badge names what is left', async () => {
    const page = () => renderPage('/', { member: true, answers: memberAnswers({ paid: true, credits: 0 }) })
    const nav = navOf(await asIfBuilt(shops, page))
    expect(linksOf(nav)).toContain('/credits')
    expect(textOf(nav)).toContain('Credits 0 credits left')
    expect(nav).toContain('data-tone="danger"')
  })

  test('[NAV-15] a visitor sees Login and no account menu', async () => {
    const nav = navOf(await renderPage('/'))
    expect(linksOf(nav)).toEqual(['/login', '/signup'])
    expect(textOf(nav)).toContain('Login')
    expect(nav).not.toContain('<details')
  })

  test('where signing up is closed the head offers the log-in alone', async () => {
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

  test('each language is named in itself, leads to this page in it, and is not for search engines', async () => {
    const menu = await menuOf('CH')
    expect(menu).toMatch(/<a href="\?lang=it"[^>]*lang="it"[^>]*rel="nofollow"/)
    expect(textOf(menu)).toContain('Deutsch Italiano Français English')
    expect(menu.match(/aria-current="page"/g)).toHaveLength(1)
  })
})

describe('the title', () => {
  test('is what the operator wrote on the index, elsewhere the page and the brand', async () => {
    const translator = await translatorOf()
    const tenant = settingsFor()
    expect(pageTitle(matchRoute('/')!.route, tenant, translator)).toBe('Velvet: meet people')
    expect(pageTitle(matchRoute('/login')!.route, tenant, translator)).toBe('Log in · Velvet')
    expect(pageTitle(null, tenant, translator)).toBe('This page could not be found · Velvet')
  })

  test('a place where a navigation is announced waits on every page, empty at first', async () => {
    expect(await renderPage('/login')).toContain('<span role="status"></span>')
  })
})

import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryOf } from '../../client/api/queries.ts'
import { openSignup } from '../../client/state/signup-dialog.ts'
import { profile } from '../client/member-profile.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { cleanup } from 'vitest-browser-react/pure'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { enlargeLetters } from './enlarge-letters.ts'
import { memberApi } from './member-api.ts'
import { departure, mount, HttpError } from './mount.tsx'
import { resize } from './screen.ts'
import { sentence } from './sentence.ts'

// The parts around every page.

const ANN = profile()
const aboutAnn = { member: ANN, blocked: null, now: '2026-11-20T20:00:00.000Z' }
const PROFILE_PAGE = `/members/${ANN.id}`

const openAnn = (answer: object = aboutAnn, fails = false) =>
  mount(PROFILE_PAGE, {
    fails,
    answers: [[{ endpoint: 'getMember', query: { id: ANN.id } }, answer]],
    api: { getMember: () => aboutAnn, visitMember: () => ({}) }
  })

describe('the back button', () => {
  /** An installed app, or a tab of a browser; with or without history. */
  function device({ installed, history }: { installed: boolean; history: boolean }): void {
    const matches = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(display-mode: standalone)' ? Object.assign(new EventTarget(), { matches: installed } as MediaQueryList) : matches(query)
    )
    vi.spyOn(window, 'navigation', 'get').mockReturnValue({ canGoBack: history } as Navigation)
  }
  const back = (page: Awaited<ReturnType<typeof mount>>) => page.getByRole('button', { name: sentence('nav.back'), exact: true })

  test('of an installed app goes back [NAV-1] [NAV-2]', async () => {
    device({ installed: true, history: true })
    const go = vi.spyOn(window.history, 'back').mockImplementation(() => {})
    await back(await openAnn()).click()
    expect(go).toHaveBeenCalledOnce()
  })

  test.each([
    ['in a tab of a browser [NAV-1]', { installed: false, history: true }],
    ['on the first page of the history [NAV-2]', { installed: true, history: false }]
  ])('is not shown %s', async (_, where) => {
    device(where)
    const page = await openAnn()
    // Effects have run: the visit was counted.
    await expect.poll(() => page.calls.map(({ endpoint }) => endpoint)).toContain('visitMember')
    expect(back(page).query()).toBeNull()
  })
})

test.each([320, 375, 600])('on a phone of %i px each row of the footer’s groups fills both columns', async (width) => {
  const { getByRole } = await mount('/settings', { width, answers: memberAnswers(), api: memberApi() })
  await getByRole('contentinfo').getByText('Help · Contact · Legal').click()
  const groups = [...document.querySelectorAll('footer nav')].map((group) => [...group.querySelectorAll('a')])
  const lefts = (links: Element[]) => [...new Set(links.map((link) => Math.round(link.getBoundingClientRect().left)))]
  const columns = lefts(groups.flat())
  expect(columns).toHaveLength(2)
  for (let row = 0; row < groups.length; row += 2) expect(lefts(groups.slice(row, row + 2).flat())).toEqual(columns)
})

describe('the footer', () => {
  const shown = ({ getByRole }: Awaited<ReturnType<typeof mount>>) =>
    (['link', 'heading'] as const).map((role) => getByRole('contentinfo').getByRole(role).elements().length)
  const settings = { answers: memberAnswers(), api: memberApi() }

  test.each(['IE', 'US'])('of a member on a phone is one line that unfolds to all of it, in %s', async (country) => {
    const wide = shown(await mount('/settings', { ...settings, country, width: 768 }))
    expect(Math.min(...wide)).toBeGreaterThan(3)
    await cleanup()
    const page = await mount('/settings', { ...settings, country, width: 767 })
    expect(shown(page)).toEqual([0, 0])
    expect(page.getByRole('contentinfo').element().getBoundingClientRect().height).toBeLessThan(60)
    await page.getByRole('contentinfo').getByText('Help · Contact · Legal').click()
    expect(shown(page)).toEqual(wide)
    await expect.element(page.getByTestId('us-footer')).toHaveLength(country === 'US' ? 1 : 0)
  })

  test('of a visitor is never folded', async () => {
    const [links] = shown(await mount('/login', { member: false, width: 375 }))
    expect(links).toBeGreaterThan(3)
  })
})

test.each(LOCALES)('at 768 px the labels of the navigation fit, in %s', async (language) => {
  const tenant = { name: 'Dämmerzeit', domain_language: 'de', countries: ['DE', 'CH'], payment_provider: 'sandbox' }
  await mount('/settings', { language, tenant, country: 'CH', width: 768, answers: memberAnswers({ unread: 12 }), api: memberApi() })
  const labels = [
    ...document.querySelectorAll<HTMLElement>(
      'nav > ul > li > a > span:nth-child(2), nav > ul > li > details > summary > span > span:last-child'
    )
  ]
  expect(labels).toHaveLength(5)
  for (const label of labels) {
    expect(label.offsetHeight, label.textContent).toBeGreaterThan(8)
    expect(label.scrollWidth, label.textContent).toBeLessThanOrEqual(label.clientWidth)
  }
  const name = document.querySelector<HTMLElement>('header a[href="/"] > span')!
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
})

test.each([
  ['a member', 'pl'],
  ['a visitor', 'de']
] as const)('with larger letters the header of %s is as wide as the screen and shows the brand, in %s', async (who, language) => {
  const tenant = { name: 'Dämmerzeit', domain_language: 'de', countries: ['CH'], payment_provider: 'sandbox' }
  const member = who === 'a member'
  const session = member ? { answers: memberAnswers({ unread: 12 }), api: memberApi() } : {}
  await mount(member ? '/settings' : '/login', { member, language, tenant, country: 'CH', ...session })
  const brand = document.querySelector('header a[href="/"]')!
  const mark = brand.querySelector('svg')!
  const narrow: unknown[] = []
  for (const percent of [112.5, 125, 150, 200]) {
    await enlargeLetters(percent)
    for (const width of [320, 375, 576, 768, 992, 1024, 1280]) {
      await resize(width)
      const { scrollWidth, clientWidth } = document.documentElement
      const cut = mark.getBoundingClientRect().right > brand.parentElement!.getBoundingClientRect().right + 1
      if (scrollWidth > clientWidth || cut) narrow.push([percent, width, scrollWidth - clientWidth, cut])
    }
  }
  expect(narrow).toEqual([])
})

test('the title begins with the number of unread messages and new likes, if there are any [LAY-10]', async () => {
  const unread = memberAnswers({ unread: 2, newLikes: 1 })
  const { queryClient } = await mount('/settings', { answers: unread, api: memberApi() })
  await expect.poll(() => document.title).toMatch(/^\(3\) \S/)
  queryClient.setQueryData(queryOf('getUser').queryKey, memberAnswers()[0]![1] as never)
  await expect.poll(() => document.title).toBe(sentence('settings.title', { site: 'Velvet' }))
})

describe('the empty layout', () => {
  test('has no navigation, footer or banners, and the sign-up modal can open over it [LAY-7]', async () => {
    const { getByTestId, getByRole } = await mount('/signup', { member: false, tenant: { signups: 'none' } })
    await expect.element(getByRole('heading', { level: 1 })).toBeVisible()
    for (const around of ['navigation', 'banner', 'contentinfo', 'complementary'] as const) expect(getByRole(around).query()).toBeNull()
    expect(getByTestId('signup-modal').query()).toBeNull()
    openSignup()
    await expect.element(getByTestId('signup-modal')).toBeVisible()
  })
})

test('a link to a visitors-only page takes members to the edge, which redirects them', async () => {
  const { getByRole } = await mount(`/members/${ANN.id}/landing`, {
    answers: [[{ endpoint: 'getMember', query: { id: ANN.id } }, aboutAnn]],
    api: { getMember: () => aboutAnn }
  })
  const main = getByRole('main')
  await main.getByRole('link', { name: sentence('landing.hello') }).click()
  expect(await departure()).toEqual([`/members/${ANN.id}/signup`, 'push'])
  await main.getByRole('link', { name: sentence('nav.login') }).click()
  expect(await departure()).toEqual([`/login?next=${encodeURIComponent(PROFILE_PAGE)}`, 'push'])
})

test('an entry warning that was closed isn’t over the next page, though the browser deletes the cookie after a week [OTH-9]', async () => {
  localStorage.setItem('site_entry_closed', '1')
  await mount('/landers/gallery', { country: 'NL', entryWarning: true })
  await expect.poll(() => document.cookie).toContain('ew=1')
})

describe('an error', () => {
  test('that the server did not expect is told in these words [ERR-12]', async () => {
    const api = { login: () => new HttpError('internal') }
    const { getByRole, getByLabelText } = await mount('/login', { member: false, api })
    await getByLabelText(sentence('login.name')).fill('robin@mail.example')
    await getByLabelText(sentence('form.password'), { exact: true }).fill('lantern by the quay')
    await getByRole('button', { name: sentence('login.submit'), exact: true }).click()
    await expect.element(getByRole('alert').getByText('An error occured, please try again later.', { exact: true })).toBeVisible()
  })

  test.each([
    ['The sky fell', 'The sky fell'],
    ['', 'Error']
  ])(
    'while a page renders (%j) shows its status message, or "Error" without one, and the frame stays [ERR-14]',
    async (message, heading) => {
      const broken = {
        ...aboutAnn,
        get member(): never {
          throw new Error(message)
        }
      }
      const { getByRole } = await openAnn(broken, true)
      await expect.element(getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
      await expect.element(getByRole('button', { name: sentence('error-page.reload') })).toBeVisible()
      await expect.element(getByRole('navigation', { name: sentence('nav.label') })).toBeVisible()
    }
  )

  test('doesn’t affect a page that has rendered', async () => {
    const { getByRole } = await openAnn()
    await expect.element(getByRole('heading', { level: 1, name: /Ann/ })).toBeVisible()
    await userEvent.tab()
    expect(getByRole('button', { name: sentence('error-page.reload') }).query()).toBeNull()
  })
})

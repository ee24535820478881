import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { queryOf } from '../../client/api/queries.ts'
import { appOf, memberAnswers } from '../client/render-page.tsx'
import { memberApi } from './member-api.ts'
import { mount, type Mounting } from './mount.tsx'
import { readIn } from './read-in.ts'
import { resize } from './screen.ts'
import { sentence } from './sentence.ts'

const SELLS = {
  payment_provider: 'sandbox',
  bundles: [
    { id: '20', credits: 20, prices: { EUR: 995, GBP: 895 } },
    { id: '50', credits: 50, prices: { EUR: 1995, GBP: 1795 } }
  ],
  descriptor: 'LANTERN WORKS'
}
const DAY = 24 * 3600
const KEY = `hide_time_bonus_modal:${'A'.repeat(22)}`

const open = (url: string, facts: Parameters<typeof memberAnswers>[0], { api = {}, ...visit }: Mounting = {}) =>
  mount(url, {
    tenant: SELLS,
    answers: memberAnswers(facts),
    api: memberApi({
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
      seeTimeBonus: () => ({}),
      // Parts that are loaded after a minute of a test's own time find it old.
      getUser: () => memberAnswers(facts)[0]![1] as never,
      ...api
    }),
    ...visit
  })

const says = (element: Locator, text: string) => expect.poll(() => element.query()?.textContent, { timeout: 5000 }).toContain(text)
const bannerOf = (page: Awaited<ReturnType<typeof mount>>) => page.getByTestId('banner-time-bonus')

describe('the time bonus', () => {
  // The date too, which the countdown reads: a page may take seconds to mount.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] }))
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  /** Lets time pass, and the page follow. */
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

  test('counts down each second, for eyes only, with the time it ends [GEN-9] [TB-4] [TB-8] [ENT-29]', async () => {
    const page = await open('/likes', { bonus: 10_800 })
    const timer = bannerOf(page).getByRole('timer')
    await says(timer, '03:00:00')
    await says(bannerOf(page), '25% welcome bonus on any bundle. It ends at 00:00 GMT+1.')
    expect(timer.element().closest('[aria-live], [role="status"]')).toBeNull()
    await pass(1)
    await says(timer, '02:59:59')
  })

  test('runs on while the device sleeps, when a browser’s own stopwatch may stand still [TB-4]', async () => {
    const page = await open('/likes', { bonus: 10_800 })
    const timer = bannerOf(page).getByRole('timer')
    await says(timer, '03:00:00')
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 3600_000)
    await pass(1)
    await says(timer, '01:59:')
  })

  test('says once that an hour is left [TB-4]', async () => {
    await open('/likes', { bonus: 3602 })
    const status = () => [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent).join('')
    await pass(1)
    expect(status()).not.toContain(sentence('discount.hour'))
    await pass(2)
    await expect.poll(status).toContain(sentence('discount.hour'))
  })

  test('counts from when the page arrived: the time that it was waited for isn’t taken off [TB-4]', async () => {
    await pass(9)
    const arrived = { responseStart: performance.now() } as PerformanceNavigationTiming
    vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) => (type === 'navigation' ? [arrived] : []))
    const timer = bannerOf(await open('/likes', { bonus: 10_800 })).getByRole('timer')
    await says(timer, '03:00:00')
    await pass(2)
    await says(timer, '02:59:58')
  })

  test('disappears at zero, and the next offer is requested until the server’s clock is there too [TB-6]', async () => {
    const early = memberAnswers({ bonus: 2 })[0]![1] as never
    const over = memberAnswers()[0]![1] as never
    const answers = [early, over]
    const page = await open('/likes', { bonus: 2 }, { api: { getUser: () => answers.shift() ?? over } })
    await says(bannerOf(page), '00:00:02')
    await pass(1)
    await says(bannerOf(page), '00:00:01')
    await pass(1)
    await expect.element(bannerOf(page)).not.toBeInTheDocument()
    const fetched = () => page.calls.filter(({ endpoint }) => endpoint === 'getUser').length
    await expect.poll(fetched).toBe(1)
    await pass(6)
    await expect.poll(fetched).toBe(2)
    await pass(60)
    expect(fetched()).toBe(2)
  })

  test('disappears as soon as the member has bought [TB-5]', async () => {
    const page = await open('/likes', { bonus: 600 })
    await expect.element(bannerOf(page)).toBeVisible()
    page.queryClient.setQueryData(queryOf('getUser').queryKey, memberAnswers({ paid: true })[0]![1] as never)
    await expect.element(bannerOf(page)).not.toBeInTheDocument()
  })

  test.each(['/settings', '/profile'])('is not shown on %s [TB-8] [LAY-9]', async (path) => {
    const page = await open(path, { bonus: 600, credits: 0 })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await pass(41)
    expect(bannerOf(page).query()).toBeNull()
    expect(page.getByTestId('time-bonus-modal').query()).toBeNull()
  })

  test('opens its popup after 40 s in the members area without credits, once [CON-4] [TB-9] [TB-11] [TB-13] [TB-14] [CON-27]', async () => {
    const page = await open('/likes', { bonus: 600, credits: 0 })
    await expect.element(bannerOf(page)).toBeVisible()
    const modal = page.getByTestId('time-bonus-modal')
    await pass(39)
    expect(modal.query()).toBeNull()
    await pass(1.5)
    await expect.element(modal).toBeVisible()
    await says(modal, 'Your 25% welcome bonus')
    await says(modal, 'Act fast: within 4 hours of signing up')
    await modal.getByRole('button', { name: sentence('discount.later') }).click()
    await expect.element(modal).not.toBeInTheDocument()
    expect(Number(localStorage.getItem(KEY))).toBeGreaterThan(0)
    expect(page.calls.filter(({ endpoint }) => endpoint === 'seeTimeBonus')).toHaveLength(1)
    await page.unmount()
    const again = await open('/likes', { bonus: 600, credits: 0 })
    await expect.element(bannerOf(again)).toBeVisible()
    await pass(60)
    expect(again.getByTestId('time-bonus-modal').query()).toBeNull()
  })

  test('opens no popup for a member who has seen it in another browser [CON-27]', async () => {
    const page = await open('/likes', { bonus: 600, credits: 0, popupShown: true })
    await expect.element(bannerOf(page)).toBeVisible()
    await pass(60)
    expect(page.getByTestId('time-bonus-modal').query()).toBeNull()
  })

  test('opens no popup for a member with credits [TB-10]', async () => {
    const page = await open('/likes', { bonus: 600, credits: 1 })
    await expect.element(bannerOf(page)).toBeVisible()
    await pass(41)
    expect(page.getByTestId('time-bonus-modal').query()).toBeNull()
  })
})

describe('the welcome code', () => {
  test('leads a new member without bonus to the credits [GEN-9] [SCR-25]', async () => {
    await readIn('Australia/Brisbane')
    const page = await open('/likes', { welcome: 7 * DAY })
    const banner = page.getByTestId('banner-welcome')
    await says(banner, '25% off bundles from €19.95, until 28 November at 06:00 GMT+10.')
    await expect.element(banner.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^\/(credits|pricing)$/))
  })

  test('is the only thing missing when it could not be read [API-19]', async () => {
    const getUser = () => memberAnswers()[0]![1] as never
    const page = await open('/likes', { welcome: DAY }, { api: { getUser } })
    const banner = page.getByTestId('banner-welcome')
    await expect.element(banner).toBeVisible()
    await page.queryClient.invalidateQueries(queryOf('getUser'))
    await expect.element(banner).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.getByRole('alert').query()).toBeNull()
    // The account is there as before.
    expect(page.getByRole('link', { name: sentence('nav.premium') }).elements().length).toBeGreaterThan(0)
  })

  test('waits until the bonus is over, and takes its place [TB-7]', async () => {
    const page = await open('/likes', { bonus: 600, welcome: DAY })
    await expect.element(bannerOf(page)).toBeVisible()
    expect(page.getByTestId('banner-welcome').query()).toBeNull()
    page.queryClient.setQueryData(queryOf('getUser').queryKey, memberAnswers({ welcome: DAY })[0]![1] as never)
    await expect.element(page.getByTestId('banner-welcome')).toBeVisible()
  })
})

describe.each([
  ['the bonus', { bonus: 600 }],
  ['the welcome code', { welcome: DAY }]
])('%s moves nothing', (_, facts) => {
  test.each([320, 375, 1280])('when the script takes over, %s px wide', async (width) => {
    const html = renderToString(await appOf('/likes', { member: true, tenant: SELLS, answers: memberAnswers(facts) }))
    await resize(width)
    const place = document.body.appendChild(document.createElement('div'))
    place.innerHTML = html
    const top = () => place.querySelector('main')!.getBoundingClientRect().top
    const before = top()
    const failures: unknown[] = []
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const app = await appOf('/likes', { member: true, tenant: SELLS, answers: memberAnswers(facts) })
    const root = hydrateRoot(place, app, { onRecoverableError: (error) => failures.push(error) })
    await expect.poll(() => place.querySelector('[data-testid^="banner-"] a')).not.toBeNull()
    // Every element is React's, and what its effects have changed is drawn.
    const own = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber$'))
    await expect.poll(() => [...place.querySelectorAll('*')].filter((element) => !own(element)).map(({ tagName }) => tagName)).toEqual([])
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    expect([top(), failures]).toEqual([before, []])
    root.unmount()
    place.remove()
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { queryOf } from '../../client/api/queries.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { memberApi } from './member-api.ts'
import { mount, type Mounting } from './mount.tsx'
import { sentence } from './sentence.ts'

const SELLS = {
  payment_provider: 'sandbox',
  bundles: [
    { id: '20', credits: 20, prices: { EUR: 995, GBP: 895 } },
    { id: '50', credits: 50, prices: { EUR: 1995, GBP: 1795 } }
  ],
  descriptor: 'LANTERN WORKS'
}
const KEY = `hide_time_bonus_modal:${'A'.repeat(22)}`

const WELCOME = {
  code: 'WELCOME25',
  value_percentage: 25,
  minimum_order_value: 1995,
  country: null,
  user_id: null,
  expires: '2026-11-27T20:00:00.000Z',
  currency: 'EUR' as const,
  status: 'active' as const,
  validity: 'once-per-user' as const,
  expired: false,
  paymentmethods: []
}

const open = (url: string, facts: Parameters<typeof memberAnswers>[0], { api = {}, ...visit }: Mounting = {}) =>
  mount(url, {
    tenant: SELLS,
    answers: memberAnswers(facts),
    api: memberApi({
      getWelcomeCode: () => ({ discount: null }),
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
      ...api
    }),
    ...visit
  })

const says = (element: Locator, text: string) => expect.poll(() => element.query()?.textContent, { timeout: 5000 }).toContain(text)
const bannerOf = (page: Awaited<ReturnType<typeof mount>>) => page.getByTestId('banner-time-bonus')

describe('the time bonus', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }))
  afterEach(() => vi.useRealTimers())
  /** Lets time pass, and the page follow. */
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

  test('counts down each second, for eyes only, with the time it ends [GEN-9] [TB-4] [TB-8] [ENT-29]', async () => {
    const page = await open('/likes', { bonus: 10_800 })
    const timer = bannerOf(page).getByRole('timer')
    await says(timer, '03:00:00')
    await says(bannerOf(page), '25% welcome bonus on any bundle. It ends at 00:00')
    expect(timer.element().closest('[aria-live], [role="status"]')).toBeNull()
    await pass(1)
    await says(timer, '02:59:59')
  })

  test('says once that an hour is left [TB-4]', async () => {
    await open('/likes', { bonus: 3602 })
    const status = () => [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent).join('')
    await pass(1)
    expect(status()).not.toContain(sentence('discount.hour'))
    await pass(2)
    await expect.poll(status).toContain(sentence('discount.hour'))
  })

  test('disappears at zero, and what follows is asked for [TB-6]', async () => {
    const after = () => ({ ...(memberAnswers()[0]![1] as never as object) }) as never
    const page = await open('/likes', { bonus: 2 }, { api: { getUser: after } })
    await says(bannerOf(page), '00:00:02')
    await pass(1)
    await says(bannerOf(page), '00:00:01')
    await pass(1)
    await expect.element(bannerOf(page)).not.toBeInTheDocument()
    await expect.poll(() => page.calls.map(({ entry }) => entry)).toContain('getUser')
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
    await page.unmount()
    const again = await open('/likes', { bonus: 600, credits: 0 })
    await expect.element(bannerOf(again)).toBeVisible()
    await pass(60)
    expect(again.getByTestId('time-bonus-modal').query()).toBeNull()
  })

  test('opens no popup for a member with credits [TB-10]', async () => {
    const page = await open('/likes', { bonus: 600, credits: 1 })
    await expect.element(bannerOf(page)).toBeVisible()
    await pass(41)
    expect(page.getByTestId('time-bonus-modal').query()).toBeNull()
  })
})

describe('the welcome code', () => {
  test('leads a new member without bonus to the credits [GEN-9] [SCR-25] [API-18]', async () => {
    const page = await open('/likes', {}, { api: { getWelcomeCode: () => ({ discount: WELCOME }) } })
    const banner = page.getByTestId('banner-welcome')
    await says(banner, '25% off bundles from €19.95, until 27 November.')
    await expect.element(banner.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^\/(credits|pricing)$/))
  })

  test('that can’t be loaded is not missed [API-19]', async () => {
    const page = await open('/likes', {}, { fails: true, api: { getWelcomeCode: () => Promise.reject(new TypeError('Failed to fetch')) } })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.getByRole('alert').query()).toBeNull()
    expect(page.getByTestId('banner-welcome').query()).toBeNull()
  })

  test.each([
    ['who has bought [SCR-25]', { paid: true }, SELLS],
    ['of a brand that sells nothing', {}, {}]
  ])('is not asked for by a member %s', async (_, facts, tenant) => {
    const page = await open('/likes', facts, { tenant })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.calls.map(({ entry }) => entry)).not.toContain('getWelcomeCode')
  })
})

import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { memberAnswers } from '../client/render-page.tsx'
import { memberApi } from './member-api.ts'
import { mount } from './mount.tsx'
import { sentence } from './sentence.ts'

// What members are told above the page, and what closes it. On which routes: tests/client/every-banner.test.ts.

const MEMBER = 'A'.repeat(22)
const EMAIL = 'robin@mail.example'

type Facts = Parameters<typeof memberAnswers>[0]
type Page = Awaited<ReturnType<typeof mount>>

function open(url: string, facts: Facts, width = 375): Promise<Page> {
  history.replaceState(null, '', url)
  return mount(url, {
    width,
    answers: memberAnswers(facts),
    api: memberApi({
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
      resendActivation: () => ({ status: 'sent' })
    })
  })
}

const timeOf = (name: string) => Number(localStorage.getItem(`${name}:${MEMBER}`))

/** Follows the banner's link to a page that doesn't have the banner, and comes back. */
async function thereAndBack(page: Page, name: string, link: string, path: string): Promise<void> {
  const banner = page.getByTestId(`banner-${name}`)
  await banner.getByRole('link', { name: link }).click()
  await expect.element(banner).not.toBeInTheDocument()
  expect(location.pathname).toBe(path)
  history.back()
  await expect.element(banner).toBeVisible()
}

describe('the activation reminder', () => {
  const UNCONFIRMED: Facts = { confirmed: false }
  const banner = (page: Page) => page.getByTestId('banner-activation')
  const dialog = (page: Page) => page.getByRole('dialog', { name: sentence('banner.activation_title') })

  test('on a larger screen is a banner even with the flag, and sends the mail again [BAN-1] [BAN-4]', async () => {
    const page = await open('/likes?api_signup_complete=1', UNCONFIRMED, 1200)
    await expect.element(banner(page).getByText(EMAIL)).toBeVisible()
    expect(document.querySelector('dialog')).toBeNull()
    await banner(page)
      .getByRole('button', { name: sentence('activation.resend') })
      .click()
    await expect.element(banner(page).getByRole('status')).toHaveTextContent(sentence('activation.sent'))
    expect(page.calls.map(({ endpoint }) => endpoint)).toContain('resendActivation')
  })

  test('on a phone is a banner without the flag [BAN-3]', async () => {
    const page = await open('/likes', UNCONFIRMED)
    await expect.element(banner(page).getByText(EMAIL)).toBeVisible()
    expect(document.querySelector('dialog')).toBeNull()
  })

  test('on a phone is a modal with the flag; closed, it is a banner, and the flag leaves the address [BAN-3]', async () => {
    const page = await open('/likes?gender=man&api_signup_complete=1', UNCONFIRMED)
    const modal = dialog(page)
    await expect.element(modal.getByText(EMAIL)).toBeVisible()
    await modal.getByRole('button', { name: sentence('activation.resend') }).click()
    await expect.element(modal.getByRole('status')).toHaveTextContent(sentence('activation.sent'))
    await userEvent.keyboard('{Escape}')
    await expect.element(modal).not.toBeInTheDocument()
    await expect.element(banner(page).getByText(sentence('activation.sent'))).toBeVisible()
    expect(location.search).toBe('?gender=man')
  })
})

describe('the photo alert', () => {
  const banner = (page: Page) => page.getByTestId('banner-photo')

  test('warns until it is closed, and stays closed on other pages and after a reload [BAN-5] [BAN-6] [BAN-12] [BAN-13]', async () => {
    const page = await open('/likes', {})
    await expect.element(banner(page).getByText(sentence('banner.photo'))).toBeVisible()
    await thereAndBack(page, 'photo', sentence('banner.photo_add'), '/profile')
    const before = Date.now()
    await banner(page)
      .getByRole('button', { name: sentence('form.close') })
      .click()
    await expect.element(banner(page)).not.toBeInTheDocument()
    expect(timeOf('hide_enrich_alert')).toBeGreaterThanOrEqual(before)
    expect(timeOf('hide_enrich_alert')).toBeLessThanOrEqual(Date.now())
    await expect.poll(() => document.activeElement?.localName).toBe('h1')

    await page
      .getByRole('navigation', { name: sentence('nav.label') })
      .getByRole('link', { name: sentence('nav.messages') })
      .click()
    await expect.element(page.getByRole('heading', { level: 1, name: sentence('chats.heading') })).toBeVisible()
    expect(banner(page).query()).toBeNull()
    await page.unmount()
    const again = await open('/likes', {})
    await expect.element(again.getByRole('heading', { level: 1 })).toBeVisible()
    expect(banner(again).query()).toBeNull()
  })

  test('disappears when it is closed in another tab [BAN-6] [BAN-13]', async () => {
    const page = await open('/likes', {})
    await expect.element(banner(page)).toBeVisible()
    // A document of the same origin, as another tab has one: a browser reports a change of its storage to all others.
    const tab = document.body.appendChild(document.createElement('iframe'))
    tab.contentWindow!.localStorage.setItem(`hide_enrich_alert:${MEMBER}`, String(Date.now()))
    await expect.element(banner(page)).not.toBeInTheDocument()
    tab.remove()
  })
})

describe('a member who gets no mails', () => {
  const BOUNCED: Facts = { confirmed: false, disabled: ['bounce'] }
  const banner = (page: Page) => page.getByTestId('banner-notifications')
  const close = (page: Page) =>
    banner(page)
      .getByRole('button', { name: sentence('form.close') })
      .click()

  test('is told why, and where to change it, until they close it [BAN-10] [BAN-11] [BAN-12] [BAN-13]', async () => {
    const page = await open('/likes', BOUNCED)
    await expect.element(banner(page).getByText(sentence('banner.disabled_bounce', { email: EMAIL }))).toBeVisible()
    expect(page.getByTestId('banner-activation').query()).toBeNull()
    await thereAndBack(page, 'notifications', sentence('banner.disabled_settings'), '/notifications')
    const before = Date.now()
    await close(page)
    await expect.element(banner(page)).not.toBeInTheDocument()
    expect(timeOf('hide_disabled_notifications_alert')).toBeGreaterThanOrEqual(before)
    expect(timeOf('hide_disabled_notifications_alert')).toBeLessThanOrEqual(Date.now())
    await page.unmount()
    const again = await open('/likes', BOUNCED)
    await expect.element(again.getByTestId('banner-photo')).toBeVisible()
    expect(banner(again).query()).toBeNull()
  })

  // Last, because without storage a closed alert stays closed as long as this document is open.
  test('can close it where storage is blocked, too [BAN-12]', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    const page = await open('/likes', BOUNCED)
    await close(page)
    await expect.element(banner(page)).not.toBeInTheDocument()
    await expect.element(page.getByTestId('banner-photo')).toBeVisible()
  })
})

import { expect, test } from 'vitest'
import { aNewcomer, askToJoinByApi, confirm, idle, join, logInAs, openLive, takeSession, upOrDown, watchMoves } from '../acts.ts'
import { aPerson, at, expectQuiet, mailTo, type Person } from '../browser.ts'
import { onSlowLine } from '../slow-line.ts'
import { sentence } from '../../fixtures/sentence.ts'

const banner = ({ page }: Person, name: string) => page.getByTestId(`banner-${name}`)

/** The value of the storage key with this prefix; null if there is none. */
const kept = ({ page }: Person, beginning: string) =>
  page.evaluate((start) => Object.entries(localStorage).find(([key]) => key.startsWith(start))?.[1] as string | undefined, beginning)

test('on a larger screen the activation reminder is a banner even with the flag, and sends the mail again [BAN-1] [BAN-2] [BAN-4]', async () => {
  const clara = await aPerson({ country: 'IE', width: 1200 })
  await logInAs(clara, 'Clara')
  await openLive(clara, at('afterdusk', '/members?api_signup_complete=1'))
  const reminder = banner(clara, 'activation')
  await reminder.getByText('clara@cast.example').waitFor()
  expect(await clara.page.getByRole('dialog').count()).toBe(0)
  await reminder.getByRole('button', { name: sentence('activation.resend') }).click()
  await reminder.getByText(sentence('activation.sent')).waitFor()
  expect((await mailTo('clara@cast.example')).subject).toBe(sentence('mail.activation.subject'))

  for (const path of ['/settings', '/notifications']) {
    await openLive(clara, at('afterdusk', path))
    expect(await reminder.count()).toBe(0)
  }
  expectQuiet(clara)
})

test('on a phone the activation reminder is a modal with the flag; closed, it is a banner [BAN-3]', async () => {
  const clara = await aPerson({ country: 'IE', width: 375 })
  const { page } = clara
  await logInAs(clara, 'Clara')
  await banner(clara, 'activation').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.goto(at('afterdusk', '/members?gender=man&api_signup_complete=1'))
  const modal = page.getByRole('dialog', { name: sentence('banner.activation_title') })
  await modal.getByText('clara@cast.example').waitFor()
  await modal.getByRole('button', { name: sentence('activation.resend') }).click()
  await modal.getByText(sentence('activation.sent')).waitFor()
  await page.keyboard.press('Escape')
  await modal.waitFor({ state: 'detached' })
  await banner(clara, 'activation').getByText(sentence('activation.sent')).waitFor()
  expect(new URL(page.url()).search).toBe('?gender=man')
  expectQuiet(clara)
})

test('a member who completes signing up before confirming is reminded by it on a phone, and no longer once confirmed [BAN-1] [BAN-3]', async () => {
  const joan = await aPerson({ country: 'GB', width: 375 })
  const { page } = joan
  const member = aNewcomer('Joan')
  await askToJoinByApi(joan, member)
  await takeSession(joan, member)
  // A form that is submitted before its script has loaded takes another path.
  await openLive(joan, at(member.tenant, '/complete-signup'))
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/signup-matches?api_signup_complete=1')
  const modal = page.getByRole('dialog', { name: sentence('banner.activation_title') })
  await modal.getByText(member.email).waitFor()
  await modal.getByRole('button', { name: 'Close' }).click()
  await banner(joan, 'activation').waitFor()

  await confirm(joan, member)
  await openLive(joan, at(member.tenant, '/members'))
  expect(await banner(joan, 'activation').count()).toBe(0)
  await banner(joan, 'photo').waitFor()
  expectQuiet(joan)
})

test('the photo alert warns until it is closed, here and in another tab, and stays closed [BAN-5] [BAN-6] [BAN-12] [BAN-13]', async () => {
  const dirk = await aPerson({ country: 'GB', width: 375 })
  const { page, context } = dirk
  await join(dirk, aNewcomer('Dirk', { gender: 'Man' }))
  await openLive(dirk, at('afterdusk', '/members'))
  const photo = banner(dirk, 'photo')
  await photo.getByText('Your profile has no photo yet').waitFor()
  await photo.getByRole('link', { name: 'Add a photo' }).click()
  await page.waitForURL('**/profile')
  await photo.waitFor({ state: 'detached' })
  await page.goBack()
  await photo.waitFor()
  const other = { ...dirk, page: await context.newPage() }
  await other.page.goto(at('afterdusk', '/likes'))
  await banner(other, 'photo').waitFor()

  await photo.getByRole('button', { name: 'Close' }).click()
  await photo.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('h1')
  await banner(other, 'photo').waitFor({ state: 'detached' })
  expect(Math.abs(Date.now() - Number(await kept(dirk, 'hide_enrich_alert:')))).toBeLessThan(60_000)

  // Tabs share one event stream: with this tab alone, its own stream shows that the page is hydrated.
  await other.page.close()
  await openLive(dirk, at('afterdusk', '/members'))
  expect(await photo.count()).toBe(0)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Messages/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  expect(await photo.count()).toBe(0)
  expectQuiet(dirk)
})

test('an alert that is closed before the session has started gives the focus to the page’s heading, too', async () => {
  const dora = await aPerson({ country: 'GB', width: 375 })
  const { page } = dora
  await join(dora, aNewcomer('Dora', { gender: 'Woman' }))
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/start-session-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(at('afterdusk', '/likes'))
  const photo = banner(dora, 'photo')
  await photo.getByRole('button', { name: 'Close' }).click()
  await photo.waitFor({ state: 'detached' })
  const focused = () => page.evaluate(() => document.activeElement?.localName)
  expect(await focused()).toBe('body')
  held.resolve()
  await expect.poll(focused).toBe('h1')
  expectQuiet(dora)
})

test('a member who gets no mails is told why, and can close it even if storage is blocked [BAN-10] [BAN-11] [BAN-12] [BAN-13]', async () => {
  const felix = await aPerson({ country: 'SE' })
  const { page } = felix
  await logInAs(felix, 'Felix')
  const alert = banner(felix, 'notifications')
  await alert.getByText(sentence('banner.disabled_bounce', { email: 'felix@cast.example' })).waitFor()
  expect(await banner(felix, 'activation').count()).toBe(0)
  await alert.getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/notifications')
  await alert.waitFor({ state: 'detached' })
  await page.goBack()
  await alert.waitFor()

  const blocked = { ...felix, page: await felix.context.newPage() }
  await blocked.page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError')
      }
    })
  )
  await blocked.page.goto(at('skymning', '/members'))
  await banner(blocked, 'notifications').getByRole('button', { name: 'Close' }).click()
  await banner(blocked, 'notifications').waitFor({ state: 'detached' })
  await blocked.page.close()
  await alert.waitFor()

  await alert.getByRole('button', { name: 'Close' }).click()
  await alert.waitFor({ state: 'detached' })
  expect(Math.abs(Date.now() - Number(await kept(felix, 'hide_disabled_notifications_alert:')))).toBeLessThan(60_000)
  await openLive(felix, at('skymning', '/members'))
  expect(await alert.count()).toBe(0)
  expectQuiet(felix)
})

test.each<[name: string, age: number, widths: number[]]>([
  ['time-bonus', 0, [375, 1280]],
  ['welcome', 24 * 3600, [1280, 375]]
])(
  'a new member’s %s, %i s after signing up, at %j px, is in the page from the start: nothing moves, on a slow line either [SCR-25]',
  async (name, age, widths) => {
    const nora = await aPerson({ country: 'GB', width: widths[0]! })
    const { page } = nora
    const member = aNewcomer('Nora')
    await join(nora, member, new Date(Date.now() - age * 1000))
    const moved = await watchMoves(page)
    const answer = await page.goto(at(member.tenant, '/likes'))
    expect(await answer!.text()).toContain(`banner-${name}`)
    await banner(nora, name).waitFor()
    await onSlowLine(nora)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await openLive(nora, at(member.tenant, '/likes'))
      await banner(nora, name).waitFor()
      await idle(nora)
      expect((await moved()).filter(upOrDown), `at ${width} px`).toEqual([])
    }
    expectQuiet(nora)
  }
)

test('a member who is back on another day is offered the site as an app, and after "Not now" never again', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page } = anna
  await logInAs(anna, 'Anna', '/')
  // What a browser does when it could install a site, long before everything has loaded.
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  )
  const card = page.getByTestId('install-card')
  await openLive(anna, at('afterdusk', '/'))
  await expect.poll(() => kept(anna, 'install_card')).toMatch(/^\d{4}-\d\d-\d\d$/)
  await idle(anna)
  expect(await card.count()).toBe(0)

  await page.evaluate(() => localStorage.setItem('install_card', '2026-01-01'))
  await page.reload()
  await card.getByRole('button', { name: sentence('install.later') }).click()
  await card.waitFor({ state: 'detached' })
  await openLive(anna, at('afterdusk', '/'))
  await idle(anna)
  expect(await card.count()).toBe(0)
  expectQuiet(anna)
})

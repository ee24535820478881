import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { aBrowser, type TestBrowser } from '../fixtures/push-service.ts'
import { logInAs, openLive } from './acts.ts'
import { aPerson, at, expectQuiet, type Person } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

/** Browsers without a screen reach no push service: this one answers for it, and remembers what it was asked. */
async function answerForPushService({ context }: Person, { subscription }: TestBrowser): Promise<void> {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(({ endpoint, keys }) => {
    const subscribed = (key: string) => ({
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: Uint8Array.fromBase64(key, { alphabet: 'base64url' }).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        localStorage.removeItem('test:subscribed')
        return true
      }
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const key = localStorage.getItem('test:subscribed')
        return key && subscribed(key)
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem('test:subscribed', applicationServerKey)
        return subscribed(applicationServerKey)
      }
    })
  }, subscription)
}

/** What the push service hands to this browser's service worker. */
async function pushTo(page: Page, note: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data: JSON.stringify(note) })
}

declare global {
  interface Uint8ArrayConstructor {
    fromBase64(text: string, options: { alphabet: 'base64url' }): Uint8Array<ArrayBuffer>
  }
}

test('a press in the banner installs the service worker and registers the browser; the settings switch it off again [BAN-8] [API-25] [SET-9] [ENT-28]', async () => {
  const person = await aPerson({ country: 'GB' })
  const { page } = person
  await answerForPushService(person, aBrowser())
  const calls: string[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('push=1')) calls.push(`${answer.request().method()} ${answer.status()}`)
  })
  await logInAs(person, 'Anna')
  const banner = page.getByTestId('banner-push')
  await banner.waitFor()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(calls).toEqual([])

  await banner.getByRole('button', { name: 'Turn on notifications' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(calls).toEqual(['POST 200'])
  const installed = await page.evaluate(async () => {
    const { active, scope } = await navigator.serviceWorker.ready
    return [active?.scriptURL, scope]
  })
  expect(installed).toEqual([at('afterdusk', '/sw-push.js'), at('afterdusk', '/')])
  const keys = await page.evaluate(() => [
    localStorage.getItem('test:subscribed'),
    (JSON.parse(document.getElementById('tenant')!.textContent) as { push_public_key: string }).push_public_key
  ])
  expect(keys[0]).toBe(keys[1])

  await openLive(person, at('afterdusk', '/settings'))
  const onDevice = page.getByRole('switch', { name: 'Show them on this device' })
  await expect.poll(() => onDevice.isChecked()).toBe(true)
  expect(calls).toEqual(['POST 200', 'POST 200'])
  await pushTo(page, { title: 'After Dusk', body: 'You have a new like.', kind: 'like', path: '/likes', badge: 1 })
  await page.getByText(sentence('settings.push_last', { kind: 'Likes' })).waitFor()
  await onDevice.click()
  await expect.poll(() => onDevice.isChecked()).toBe(false)
  expect(calls.at(-1)).toBe('DELETE 200')
  expectQuiet(person)
})

test('whose browser refuses is not asked again, and the settings say where that is changed [OTH-4]', async () => {
  const person = await aPerson({ country: 'GB' })
  const { page } = person
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await logInAs(person, 'Anna')
  await openLive(person, at('afterdusk', '/settings'))
  await page.getByText(sentence('settings.push_denied')).waitFor()
  expect(await page.getByRole('switch', { name: 'Show them on this device' }).isDisabled()).toBe(true)
  await openLive(person, at('afterdusk', '/members'))
  expect(await page.getByTestId('banner-push').count()).toBe(0)
  expectQuiet(person)
})

test.each([375, 768, 1280])(
  'at %i px the offer lies over the page: nothing moves, nothing to press is under it, and it can be closed [BAN-8]',
  async (width) => {
    const person = await aPerson({ country: 'GB', width })
    const { page } = person
    await logInAs(person, 'Anna')
    const banner = page.getByTestId('banner-push')
    const boxOf = async (place: Locator) => (await place.boundingBox())!
    const apart = async (place: Locator) => {
      const [one, other] = [await boxOf(banner), await boxOf(place)]
      return (
        one.y + one.height <= other.y || other.y + other.height <= one.y || one.x + one.width <= other.x || other.x + other.width <= one.x
      )
    }
    const main = page.getByRole('main')
    const navigation = page.getByRole('navigation', { name: 'Main' })

    await openLive(person, at('afterdusk', '/members'))
    const profile = (await main.locator('a[href^="/members/"]').first().getAttribute('href'))!
    await openLive(person, at('afterdusk', profile))
    await banner.waitFor()
    expect(await apart(navigation)).toBe(true)
    expect(await apart(main.locator('a[href$="/chat"]'))).toBe(true)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    expect(await apart(page.getByRole('contentinfo').locator('p').last())).toBe(true)

    await openLive(person, at('afterdusk', '/profile'))
    await banner.waitFor()
    const about = main.locator('textarea').first()
    await about.focus()
    expect(await banner.isVisible()).toBe(width >= 768)
    await about.blur()
    await about.fill(`I bake at ${width}.`)
    await main.getByRole('button', { name: /^Save/ }).focus()
    expect(await apart(main.getByRole('button', { name: /^Save/ }))).toBe(true)
    await main.getByRole('button', { name: 'Discard' }).click()

    await openLive(person, at('afterdusk', '/likes/given'))
    await banner.waitFor()
    const place = await boxOf(main)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    expect(await apart(page.getByRole('contentinfo').locator('p').last())).toBe(true)
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await boxOf(main)).toEqual(place)
    await expectAccessible(page)
    await banner.getByRole('button', { name: 'Close' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(await boxOf(main)).toEqual(place)
    expectQuiet(person)
  }
)

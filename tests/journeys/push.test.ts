import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { isLong } from '../fixtures/long.ts'
import { aBrowser, type TestBrowser } from '../fixtures/push-service.ts'
import { logInAs, openLive, watchMoves } from './acts.ts'
import { aPerson, at, expectQuiet, type Person } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

/** The browser's own answer, since a headless one can't prompt anyone: in one it says no, in the other "default". */
async function permission({ context }: Person, before: NotificationPermission): Promise<void> {
  await context.addInitScript((first) => {
    const now = () => (localStorage.getItem('test:permission') as NotificationPermission | null) ?? first
    Object.defineProperty(Notification, 'permission', { get: now })
    Notification.requestPermission = async () => {
      localStorage.setItem('test:permission', 'granted')
      return 'granted'
    }
  }, before)
}

/** Headless browsers can't reach a push service: this stub answers for it, and records the calls. */
async function answerForPushService({ context }: Person, { subscription }: TestBrowser): Promise<void> {
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

/** What the service worker sends to an open page after a push; the worker itself is tested in tests/client/sw-push.test.ts. */
async function pushTo(page: Page, note: object): Promise<void> {
  await page.evaluate(
    (data) => {
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
    },
    { type: 'pushed', ...note }
  )
}

declare global {
  interface Uint8ArrayConstructor {
    fromBase64(text: string, options: { alphabet: 'base64url' }): Uint8Array<ArrayBuffer>
  }
}

test('a click in the banner registers the browser, and nothing before it does; the settings turn it off again [BAN-8] [API-25] [SET-9] [ENT-28]', async () => {
  const person = await aPerson({ country: 'GB', worker: true })
  const { page } = person
  await permission(person, 'default')
  await answerForPushService(person, aBrowser())
  const calls: string[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('push=1')) calls.push(`${answer.request().method()} ${answer.status()}`)
  })
  await logInAs(person, 'Anna')
  const banner = page.getByTestId('banner-push')
  await banner.waitFor()
  expect(await page.evaluate(() => localStorage.getItem('test:subscribed'))).toBeNull()
  expect(calls).toEqual([])

  await banner.getByRole('button', { name: 'Turn on' }).click()
  await banner.waitFor({ state: 'detached' })
  await expect.poll(() => calls).toEqual(['POST 200'])
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
  await expect.poll(() => calls).toEqual(['POST 200', 'POST 200'])
  await pushTo(page, { title: 'After Dusk', body: 'You have a new like.', kind: 'like', path: '/likes', badge: 1 })
  await page.getByText(sentence('settings.push_last', { kind: 'Likes' })).waitFor()
  await onDevice.click()
  await expect.poll(() => onDevice.isChecked()).toBe(false)
  await expect.poll(() => calls.at(-1)).toBe('DELETE 200')
  expectQuiet(person)
})

test('after a refusal in the browser there is no further prompt, and the settings say where to change that [OTH-4]', async () => {
  const person = await aPerson({ country: 'GB', worker: true })
  const { page } = person
  await permission(person, 'denied')
  await logInAs(person, 'Anna')
  await openLive(person, at('afterdusk', '/settings'))
  await page.getByText(sentence('settings.push_denied')).waitFor()
  expect(await page.getByRole('switch', { name: 'Show them on this device' }).isDisabled()).toBe(true)
  await openLive(person, at('afterdusk', '/members'))
  expect(await page.getByTestId('banner-push').count()).toBe(0)
  expectQuiet(person)
})

test('the service worker may make its requests: it caches the page for no connection, and loads pages that the browser didn’t preload', async () => {
  const person = await aPerson({ country: 'GB', worker: true })
  const { page } = person
  // Visitors' pages install no worker: what is cached here, this one has cached by itself.
  await page.goto(at('afterdusk', '/login'))
  const cached = await page.evaluate(async () => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: {
        createPolicy(name: string, rules: { createScriptURL(path: string): string }): { createScriptURL(path: string): string }
      }
    }
    const policy = trustedTypes.createPolicy('sw-push', { createScriptURL: (path) => path })
    const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    await navigator.serviceWorker.register(policy.createScriptURL('/sw-push.js'))
    await controlled
    await (await navigator.serviceWorker.ready).navigationPreload.disable()
    const kept = await (await caches.open('offline')).keys()
    return kept.map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toEqual(['/offline'])
  await page.reload()
  await page.getByRole('button', { name: sentence('login.submit'), exact: true }).waitFor()
  expectQuiet(person)
})

test.runIf(isLong).each([375, 768, 1280])(
  'at %i px the offer comes with the page from the second one on: nothing moves, it covers no control, and it stays closed [BAN-8] [BAN-13]',
  async (width) => {
    const person = await aPerson({ country: 'GB', width })
    const { page } = person
    await permission(person, 'default')
    const moved = await watchMoves(page)
    const htmlOf = (path: string) => page.evaluate(async (address) => await (await fetch(address)).text(), path)
    await logInAs(person, 'Anna')
    const banner = page.getByTestId('banner-push')
    const main = page.getByRole('main')
    await banner.waitFor()
    const profile = (await main.locator('a[href^="/members/"]').first().getAttribute('href'))!
    for (const path of ['/members', profile, '/likes/given', '/chats']) {
      // The page notes it in the cookie just after it has shown it.
      await expect.poll(() => htmlOf(path)).toContain('banner-push')
      await openLive(person, at('afterdusk', path))
      expect(await main.getByTestId('banner-push').count()).toBe(0)
      const under = await page.locator('a, button, input, select, textarea').evaluateAll((controls, offer) => {
        const box = document.querySelector(`[data-testid="${offer}"]`)!
        const one = box.getBoundingClientRect()
        return controls
          .filter((control) => !box.contains(control) && control.checkVisibility())
          .filter((control) => {
            const other = control.getBoundingClientRect()
            return one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right
          })
          .map((control) => control.outerHTML)
      }, 'banner-push')
      expect(under).toEqual([])
      // The offer itself would move a page by 0.05 and more; a slow machine lays one out in parts.
      // What moves inside a page, laid out in parts by a slow machine, isn't the offer's doing.
      expect((await moved()).filter((move) => move.startsWith('<main'))).toEqual([])
    }
    await expectAccessible(page)
    await banner.getByRole('button', { name: 'Close' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(await htmlOf('/likes/given')).not.toContain('banner-push')
    expectQuiet(person)
  }
)

test.runIf(isLong)('notifications about a conversation disappear from the device when a page shows it as read; others stay', async () => {
  const person = await aPerson({ country: 'GB', worker: true })
  const { page, context } = person
  await permission(person, 'granted')
  await answerForPushService(person, aBrowser())
  // Headless browsers show none, so these are kept by the test.
  await context.addInitScript(() => {
    type Note = { tag: string; data: string }
    const kept = () => JSON.parse(localStorage.getItem('test:notes') ?? '[]') as Note[]
    const close = (tag: string) => localStorage.setItem('test:notes', JSON.stringify(kept().filter((note) => note.tag !== tag)))
    const getNotifications = async () => kept().map((note) => ({ ...note, close: () => close(note.tag) }))
    Object.assign(ServiceWorkerRegistration.prototype, { getNotifications })
  })
  await logInAs(person, 'Anna')
  await openLive(person, at('afterdusk', '/settings'))
  await page.evaluate(async () => {
    const { chats } = (await (await fetch('/api/chats.php')).json()) as {
      chats: { conversation_id: string; num_unread_messages: number }[]
    }
    const read = chats.find((chat) => chat.num_unread_messages === 0)!
    const notes = [
      { tag: 'message', data: `/chats/${read.conversation_id}` },
      { tag: 'other', data: '/' }
    ]
    localStorage.setItem('test:notes', JSON.stringify(notes))
  })
  await openLive(person, at('afterdusk', '/chats'))
  const tags = () => page.evaluate(() => (JSON.parse(localStorage.getItem('test:notes')!) as { tag: string }[]).map(({ tag }) => tag))
  await expect.poll(tags).toEqual(['other'])
  expectQuiet(person)
})

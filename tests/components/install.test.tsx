import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startInstall } from '../../client/install/start-install.ts'
import { keepInstallOffer, useInstall } from '../../client/state/install.ts'
import { showToast } from '../../client/state/toasts.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { memberAnswers, settingsFor, translatorOf } from '../client/render-page.tsx'
import { expectAccessible } from './accessible.ts'
import { mount, type Mounting } from './mount.tsx'
import { SCREEN_WIDTHS } from './screen.ts'
import { sentence } from './sentence.ts'

const AGENT = {
  android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  inAnApp: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
}

const KEY = 'install_card'
const QUIET = { likes: [], chats: [], people: [], next_step: null }

let stop = () => {}
// The first thing a member's page does, done here once for all tests.
keepInstallOffer()

afterEach(() => {
  stop()
  stop = () => {}
  Reflect.deleteProperty(navigator, 'standalone')
})

const home = (more: Mounting = {}) => mount('/', { ...more, answers: [...memberAnswers(), [{ endpoint: 'getHome', query: {} }, QUIET]] })

function start(days: number): void {
  stop = startInstall({ tenant: settingsFor(), now: new Date(Date.UTC(2026, 10, 20 + days, 20)).toISOString() })
}

/** The member opens the site, after `days`. */
function visit(device: keyof typeof AGENT, days = 0): void {
  stop()
  useInstall.setState(useInstall.getInitialState(), true)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(AGENT[device])
  if (device === 'iphone' || device === 'inAnApp') Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
  start(days)
}

/** The browser offers to install the site, and its question is answered by `answer`. */
function offer(answer: Promise<unknown> = Promise.resolve({ outcome: 'accepted' })) {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  const prompt = vi.fn(() => answer)
  window.dispatchEvent(Object.assign(event, { prompt }))
  return { event, prompt }
}

/** The first day, with an offer, and the second up to the offer. */
function comeBack(device: keyof typeof AGENT): void {
  visit(device)
  offer()
  visit(device, 1)
}

/** A card would have appeared by now: a message that comes after it is shown. */
async function settled(): Promise<void> {
  const text = `Message ${++messages}`
  showToast({ text })
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
}
let messages = 0

test('on the first day there is no card, however often the site is opened; on the next there is', async () => {
  const { getByTestId } = await home()
  const card = getByTestId('install-card')
  // Once shown, a card has nothing to load.
  comeBack('android')
  offer()
  await expect.element(card).toBeVisible()
  localStorage.clear()
  visit('android')
  await expect.element(card).not.toBeInTheDocument()

  expect(offer().event.defaultPrevented).toBe(true)
  visit('android')
  offer()
  await settled()
  expect(card.query()).toBeNull()
  visit('android', 1)
  await settled()
  expect(card.query()).toBeNull()
  offer()
  await expect.element(card).toBeVisible()
})

test('an offer from before the session has started counts', async () => {
  comeBack('android')
  stop()
  offer()
  start(1)
  const { getByTestId } = await home()
  await expect.element(getByTestId('install-card')).toBeVisible()
})

describe.each(SCREEN_WIDTHS)('at %i px', (width) => {
  test.each(['android', 'windows', 'iphone'] as const)(
    'the card on %s is accessible, at the end of the page, and moves nothing',
    async (device) => {
      const { getByTestId, getByRole } = await home({ width })
      const main = getByRole('main')
      const before = getByRole('heading', { level: 1 }).element().getBoundingClientRect()
      const last = () => main.getByRole('link').elements().at(-1)!.getBoundingClientRect()
      const end = last()
      comeBack(device)
      if (device !== 'iphone') offer()
      const card = getByTestId('install-card')
      await expect.element(card).toBeVisible()
      expect(getByRole('heading', { level: 1 }).element().getBoundingClientRect()).toEqual(before)
      expect(last()).toEqual(end)
      expect(card.element().getBoundingClientRect().top).toBeGreaterThan(end.bottom)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      await expectAccessible()
    }
  )
})

describe('the card promises only what the device does', () => {
  const said = async (device: keyof typeof AGENT, page: Mounting['page'] = {}) => {
    comeBack(device)
    if (device !== 'iphone') offer()
    const { getByTestId } = await home({ page })
    const card = getByTestId('install-card')
    await expect.element(card).toBeVisible()
    return [...card.element().querySelectorAll('h2, p, button')].map((element) => element.textContent)
  }
  const site = 'Velvet'

  test('Android: an icon, and no number', async () => {
    expect(await said('android')).toEqual([
      sentence('install.android_title', { site }),
      sentence('install.home_text'),
      sentence('install.android_add'),
      sentence('install.later')
    ])
  })

  test('Windows: an app, whose icon has a number while it is open', async () => {
    expect(await said('windows')).toEqual([
      sentence('install.app_title', { site }),
      sentence('install.app_text'),
      sentence('install.app_number'),
      sentence('install.app_add'),
      sentence('install.later')
    ])
  })

  test('Linux: an app without a number', async () => {
    expect(await said('linux')).not.toContain(sentence('install.app_number'))
  })

  test('iOS: how it is done, without a button for it', async () => {
    expect(await said('iphone')).toEqual([
      sentence('install.ios_title', { site }),
      sentence('install.home_text'),
      sentence('install.ios_how'),
      sentence('install.later')
    ])
  })

  test('iOS: a number with notifications, where the site sends any', async () => {
    const tenant = { ...settingsFor(), push_public_key: 'B'.repeat(87) }
    expect(await said('iphone', { tenant })).toContain(sentence('install.ios_number'))
  })
})

test.each(LOCALES)('on a phone it fits the card, in %s', async (language) => {
  comeBack('android')
  offer()
  const { getByTestId } = await home({ width: 320, language })
  const card = getByTestId('install-card')
  await expect.element(card.getByRole('button', { name: (await translatorOf(language)).t('install.later') })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test.each([
  ['accepted', Promise.resolve({ outcome: 'accepted' })],
  ['declined', Promise.resolve({ outcome: 'dismissed' })]
])('the button has the browser ask; %s, the card is gone for good', async (_, answer) => {
  const { getByTestId, getByRole } = await home()
  comeBack('android')
  let decide = () => {}
  const { prompt } = offer(new Promise<void>((resolve) => (decide = resolve)).then(() => answer))
  const card = getByTestId('install-card')
  const button = card.getByRole('button', { name: sentence('install.android_add') })
  await button.click()
  expect(prompt).toHaveBeenCalledOnce()
  await expect.element(card.getByRole('button').first()).toHaveAttribute('aria-busy', 'true')
  decide()
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(getByRole('heading', { level: 1 })).toHaveFocus()
  visit('android', 2)
  offer()
  await settled()
  expect(card.query()).toBeNull()
})

test('"Not now" closes it for good in this browser, also after a reload', async () => {
  const { getByTestId, getByRole, unmount } = await home()
  comeBack('iphone')
  const card = getByTestId('install-card')
  await card.getByRole('button', { name: sentence('install.later') }).click()
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(getByRole('heading', { level: 1 })).toHaveFocus()
  await unmount()
  const again = await home()
  visit('iphone', 30)
  await settled()
  expect(again.getByTestId('install-card').query()).toBeNull()
})

test('installed by the browser’s own menu, it is gone', async () => {
  const { getByTestId } = await home()
  comeBack('windows')
  offer()
  const card = getByTestId('install-card')
  await expect.element(card).toBeVisible()
  window.dispatchEvent(new Event('appinstalled'))
  await expect.element(card).not.toBeInTheDocument()
  visit('windows', 2)
  offer()
  await settled()
  expect(card.query()).toBeNull()
})

test('in the installed app there is nothing', async () => {
  const { getByTestId } = await home()
  comeBack('android')
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(display-mode: standalone)'
      ? (Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList)
      : real(query)
  )
  visit('android', 1)
  offer()
  await settled()
  expect(getByTestId('install-card').query()).toBeNull()
})

test('a browser that can’t do it shows nothing and stores nothing', async () => {
  const { getByTestId } = await home()
  for (const device of ['linux', 'inAnApp'] as const)
    for (const days of [0, 1]) {
      visit(device, days)
      await settled()
      expect(getByTestId('install-card').query()).toBeNull()
    }
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('where storage is turned off nothing is shown, since it couldn’t be closed', async () => {
  const { getByTestId } = await home()
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  comeBack('android')
  offer()
  await settled()
  expect(getByTestId('install-card').query()).toBeNull()
})

import { beforeAll, expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { expectAccessible } from './accessible.ts'
import { logInAs, openLive } from './acts.ts'
import { sentence } from '../fixtures/sentence.ts'
import { aPerson, at, type Person } from './browser.ts'

let anna: Person
beforeAll(async () => {
  anna = await aPerson({ country: 'GB' })
  await logInAs(anna, 'Anna')
})
const scrolledTo = () => expect.poll(() => anna.page.evaluate(() => Math.round(window.scrollY)), { timeout: 5000 })

test('a page opens where it was left: after a reload, and when coming back from another document', async () => {
  const { page } = anna
  await openLive(anna, at('afterdusk', '/members?anyone=1'))
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.reload()
  await scrolledTo().toBe(400)
  await page.goto(at('afterdusk', '/likes'))
  await scrolledTo().toBe(0)
  await page.goBack()
  await scrolledTo().toBe(400)
})

test.runIf(isLong)('the same address again adds no history entry', async () => {
  const { page } = anna
  await openLive(anna, at('afterdusk', '/members'))
  const search = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Search/ })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Likes/ }).click()
  await page.waitForURL('**/likes')
  await search.click()
  await page.waitForURL(/\/members(\?|$)/)
  const entries = await page.evaluate(() => history.length)
  await search.click()
  await search.click()
  expect(await page.evaluate(() => history.length)).toBe(entries)
})

test.runIf(isLong)('more results don’t change a filter that is being edited', async () => {
  const { page } = anna
  await openLive(anna, at('afterdusk', '/members?anyone=1'))
  await page.getByText('Change', { exact: true }).click()
  const couples = page.getByLabel('Couples', { exact: true })
  await couples.check()
  await page.getByRole('link', { name: 'Show more' }).click()
  await page.waitForURL('**/members?anyone=1&page=2')
  expect(await couples.isChecked()).toBe(true)
})

test('the search begins with what the profile says, comes back to the same place, and is remembered on another device', async () => {
  const { page } = anna
  await openLive(anna, at('afterdusk', '/members'))
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('gender'), searchParams.get('looking_for'), searchParams.get('country')]).toEqual(['man,couple', 'woman', 'GB'])
  await page.getByText('Men and couples near London, 24–44').waitFor()

  // Anyone, anywhere; far down the list to a profile and back.
  await page.getByText('Change', { exact: true }).click()
  await page.getByRole('link', { name: sentence('members.anyone') }).click()
  await page.waitForURL('**/members?anyone=1')
  const more = page.getByRole('link', { name: 'Show more' })
  await more.click()
  await page.waitForURL('**/members?anyone=1&page=2')
  const cards = page.locator('article a[href^="/members/"]')
  await expect.poll(() => cards.count()).toBe(40)
  const order = await cards.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(new Set(order).size).toBe(40)
  await cards.nth(30).scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => Math.round(window.scrollY))
  expect(place).toBeGreaterThan(400)
  await cards.nth(30).click()
  await page
    .getByRole('button', { name: 'Like', exact: true })
    .or(page.getByRole('button', { name: 'Unlike' }))
    .waitFor()
  await page.goBack()
  await scrolledTo().toBe(place)
  expect(await cards.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(order)
  // The keyboard continues from the same card, not from the top of the page.
  expect(await cards.nth(30).evaluate((card) => card === document.activeElement)).toBe(true)

  const phone = await aPerson({ country: 'GB' })
  await logInAs(phone, 'Anna')
  await phone.page.goto(at('afterdusk', '/members'))
  expect(new URL(phone.page.url()).search).toBe('?anyone=1')
  await phone.page.getByText('Everyone, anywhere').waitFor()
})

/** Makes the browser of a page say that it is an installed app, until it is told otherwise by the event `browser`. */
async function installApp({ page }: Person): Promise<void> {
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    let matches = true
    const list = Object.defineProperty(new EventTarget(), 'matches', { get: () => matches }) as MediaQueryList
    window.matchMedia = (query) => (query === '(display-mode: standalone)' ? list : real(query))
    addEventListener('browser', () => {
      matches = false
      list.dispatchEvent(new Event('change'))
    })
  })
}

test.runIf(isLong)(
  'an installed app has a back button on a profile, for members and visitors, once there is history [NAV-1] [NAV-2] [NAV-3]',
  async () => {
    const back = ({ page }: Person) => page.getByRole('banner').getByRole('button', { name: 'Back', exact: true })
    const live = async ({ page }: Person) => {
      await page.waitForFunction(() => Object.keys(document.querySelector('header')!).some((key) => key.startsWith('__reactFiber')))
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    }
    for (const person of [await aPerson({ country: 'GB' }), anna]) {
      await person.page.goto(at('afterdusk', '/members?lang=en'))
      const profile = (await person.page.getByRole('main').locator('a[href^="/members/"]').first().getAttribute('href'))!
      // A new tab, with its own history.
      const app = { ...person, page: await person.context.newPage() }
      const { page } = app
      await installApp(app)
      await page.goto(at('afterdusk', profile))
      await live(app)
      expect(await back(app).count()).toBe(0)
      await page.goto(at('afterdusk', '/members'))
      await live(app)
      expect(await back(app).count()).toBe(0)
      await page.goto(at('afterdusk', profile))
      await back(app).waitFor()
      await page.evaluate(() => dispatchEvent(new Event('browser')))
      await back(app).waitFor({ state: 'detached' })
      await page.reload()
      await back(app).click()
      await page.waitForURL(/\/members(\?|$)/)
      await page.close()
    }
  }
)

test('a bar fills in five seconds while a page is loading, and none shows for a page that loads at once [CON-9] [CON-10]', async () => {
  const { page } = anna
  await openLive(anna, at('afterdusk', '/likes/given'))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const nav = page.getByRole('navigation', { name: 'Main' })
  // The page's code loads when the test says so.
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  const bars = () => page.evaluate(() => (window as unknown as { bars: string[] }).bars)
  await page.evaluate(() => {
    const bars: string[] = ((window as unknown as { bars: string[] }).bars = [])
    // In a region that was there before it, so that it is read aloud.
    const regions = [...document.querySelectorAll('[role="status"]')]
    new MutationObserver(() => {
      const loading = '[role="progressbar"][aria-label="The page is loading"] > *'
      const bar = regions.map((region) => region.querySelector(loading)).find((one) => one !== null)
      if (bar) bars.push(getComputedStyle(bar).animationDuration)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await nav.getByRole('link', { name: /Messages/ }).click()
  await expect.poll(async () => (await bars())[0]).toBe('5s')
  await expectAccessible(page)
  arrive()
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await page.getByRole('progressbar', { name: 'The page is loading' }).waitFor({ state: 'detached' })

  await page.evaluate(() => ((window as unknown as { bars: string[] }).bars.length = 0))
  await page.goBack()
  await page.waitForURL('**/likes/given')
  await nav.getByRole('link', { name: /Messages/ }).click()
  await page.waitForURL('**/chats')
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  expect(await bars()).toEqual([])
  await page.unrouteAll()
})

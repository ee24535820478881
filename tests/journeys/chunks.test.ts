import { expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { logInAs, openLive } from './acts.ts'
import { aPerson, at } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

test.runIf(isLong)(
  'a page’s background work is loaded again; if that fails too, the page is reloaded, once a minute, and stays usable [OTH-2] [OTH-3] [CON-8]',
  async () => {
    const anna = await aPerson({ country: 'GB' })
    const { page } = anna
    await logInAs(anna, 'Anna')
    await openLive(anna, at('afterdusk', '/members'))
    let failing = 1
    let missing = 0
    await page.route(/\/assets\/start-session-/, async (route) => {
      if (missing >= failing) return await route.continue()
      missing++
      await route.abort()
    })
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    await openLive(anna, page.url())
    expect([documents, missing]).toEqual([['/members'], 1])

    documents.length = missing = 0
    failing = Infinity
    await page.reload()
    await expect.poll(() => documents).toEqual(['/members', '/members'])
    // It is requested when React has started: before that a link is a link of the document.
    await expect.poll(() => missing).toBe(4)
    await page.waitForLoadState('load')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Likes/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Likes' }).waitFor()
    expect(documents).toEqual(['/members', '/members'])
  }
)

test('a page whose code can’t be loaded is loaded as a document, once a minute; then the error page is shown [OTH-2] [OTH-3] [CON-8]', async () => {
  const anna = await aPerson({ country: 'GB' })
  await logInAs(anna, 'Anna')
  const { page } = anna
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  const nav = page.getByRole('navigation', { name: 'Main' })
  await openLive(anna, at('afterdusk', '/members'))
  documents.length = 0
  // Everything that isn't loaded yet is gone, as after a release without the old files.
  await page.route('**/assets/*.js', (route) => route.abort())
  await nav.getByRole('link', { name: /Messages/ }).click()
  await expect.poll(() => documents, { timeout: 10_000 }).toEqual(['/chats'])

  // The document's code loads, but the next page's doesn't: no second reload within the minute.
  await page.unroute('**/assets/*.js')
  await openLive(anna, at('afterdusk', '/chats'))
  await page.route('**/assets/*.js', (route) => route.abort())
  documents.length = 0
  await nav.getByRole('link', { name: /Likes/ }).click()
  await page.getByRole('button', { name: sentence('error-page.reload') }).waitFor()
  expect(documents).toEqual([])
})

test.runIf(isLong)(
  'a page whose application can’t be loaded is reloaded, once a minute; its links work without it [OTH-2] [OTH-3]',
  async () => {
    const anna = await aPerson({ country: 'GB' })
    await logInAs(anna, 'Anna')
    const { page } = anna
    await openLive(anna, at('afterdusk', '/members'))
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    // Texts that the page needs before it starts.
    let missing = 0
    await page.route(/\/assets\/en-/, async (route) => await (missing++ === 0 ? route.abort() : route.continue()))
    await openLive(anna, page.url())
    expect(documents).toEqual(['/members', '/members'])

    // A file of every page.
    documents.length = 0
    await page.route(/\/assets\/app-/, (route) => route.abort())
    await page.goto(page.url())
    await page.waitForLoadState('load')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Likes/ }).click()
    await page.waitForURL('**/likes')
    expect(documents).toEqual(['/members', '/likes'])
    await page.unrouteAll()
    await openLive(anna, page.url())
  }
)

test.runIf(isLong)(
  'a visitor’s links work without the script of visitors, and a style sheet that didn’t arrive is loaded again',
  async () => {
    const { page } = await aPerson({ country: 'GB' })
    await page.route(/\/assets\/visitor-/, (route) => route.abort())
    let sheets = 0
    await page.route(/\/assets\/.*\.css/, async (route) => await (sheets++ === 0 ? route.abort() : route.continue()))
    await page.goto(at('afterdusk', '/members'))
    await expect.poll(() => page.locator('body').evaluate((element) => getComputedStyle(element).margin)).toBe('0px')
    expect(sheets).toBe(2)
    await page.getByRole('main').locator('a[data-needs-app]').first().click()
    await page.waitForURL(/\/signup/)
  }
)

test.runIf(isLong)('a visitor’s page does without a part that can’t be loaded', async () => {
  const { page } = await aPerson({ country: 'GB' })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const lost = page.waitForEvent('requestfailed')
  await page.route(/\/assets\/clip-/, (route) => route.abort())
  await page.goto(at('afterdusk', '/landers/video'))
  await lost
  await page.locator('main').getByRole('link').first().waitFor()
  expect(errors).toEqual([])
})

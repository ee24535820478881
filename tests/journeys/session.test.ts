import { expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { endSessionElsewhere, logInAs, openLive, upOrDown, watchMoves } from './acts.ts'
import { aPerson, at } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

test('without a connection the page says so, and no longer once it is back; nothing moves for it [OTH-1]', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page, context } = anna
  await logInAs(anna, 'Anna')
  const movesOf = await watchMoves(page)
  const offline = page.getByTestId('banner-offline')
  await openLive(anna, at('afterdusk', '/chats'))
  const chat = await page.getByRole('main').locator('a[href^="/chats/"]').first().getAttribute('href')
  for (const path of ['/members', chat!]) {
    await openLive(anna, at('afterdusk', path))
    const before = (await movesOf()).filter(upOrDown)
    expect(await offline.count()).toBe(0)
    await context.setOffline(true)
    await offline.getByText(sentence('connection.offline')).waitFor()
    await context.setOffline(false)
    await offline.waitFor({ state: 'detached' })
    expect((await movesOf()).filter(upOrDown), path).toEqual(before)
  }
})

test.runIf(isLong)('a tab whose session ended, in another tab or on another device, says so on the log-in page', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page, context } = anna
  await logInAs(anna, 'Anna')
  await openLive(anna, at('afterdusk', '/likes'))
  const other = await context.newPage()
  await other.goto(at('afterdusk', '/members'))
  await other.getByRole('navigation', { name: 'Main' }).locator('summary').click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login?next=%2Flikes&ended=1')
  await page.getByText(sentence('login.ended')).waitFor()

  await logInAs(anna, 'Anna')
  await openLive(anna, at('afterdusk', '/likes'))
  await endSessionElsewhere(anna, 'afterdusk')
  await page.waitForURL('**/login?next=%2Flikes&ended=1')
  await page.getByText(sentence('login.ended')).waitFor()
})

test('a page that is hidden sends one beacon, a page that is shown again none [API-9]', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page } = anna
  await logInAs(anna, 'Anna')
  await openLive(anna, at('afterdusk', '/members'))
  const sent: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/page-hidden.php') sent.push(request.method())
  })
  // Playwright doesn't report the body of a beacon.
  await page.exposeFunction('noteBeacon', (body: string) => sent.push(body))
  await page.evaluate(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      void (body as Blob).text().then((window as unknown as { noteBeacon: (text: string) => void }).noteBeacon)
      return send(url, body)
    }
  })
  // A headless browser never hides a page by itself.
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const answer = page.waitForResponse('**/api/page-hidden.php')
  await turn('hidden')
  expect((await answer).status()).toBe(200)
  await turn('visible')
  expect(sent.toSorted()).toEqual(['POST', '{}'])
})

test('a page’s requests about its member have the header of our own pages [API-23]', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page } = anna
  const marks: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user.php') marks.push(`${request.method()} ${request.headers()['x-client-request']}`)
  })
  await logInAs(anna, 'Anna')
  // Polled 5 s after the page has loaded. The log-in is among them if the form's script was loaded in time.
  await expect.poll(() => marks, { timeout: 20_000 }).toContain('GET 1')
  expect(marks.filter((mark) => !mark.endsWith(' 1'))).toEqual([])
})

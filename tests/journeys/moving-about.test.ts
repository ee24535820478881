import { afterAll, beforeAll, expect, test } from 'vitest'
import { logInAs, openLive } from './acts.ts'
import { aPerson, at, closeBrowser, type Person } from './browser.ts'

let anna: Person
beforeAll(async () => {
  anna = await aPerson({ country: 'GB' })
  await logInAs(anna, 'Anna')
  // It comes with the script and pushes the page down by its height.
  await anna.page.getByTestId('banner-push').getByRole('button', { name: 'Close' }).click()
})
afterAll(closeBrowser)

const scrolledTo = () => expect.poll(() => anna.page.evaluate(() => Math.round(window.scrollY)), { timeout: 5000 })

test('a page opens where it was left: loaded anew, and on the way back from another document', async () => {
  const { page } = anna
  await openLive(anna, at('afterdusk', '/members'))
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.reload()
  await scrolledTo().toBe(400)
  await page.goto(at('afterdusk', '/likes'))
  await scrolledTo().toBe(0)
  await page.goBack()
  await scrolledTo().toBe(400)
})

test('the same address again is no step to go back from', async () => {
  const { page } = anna
  await openLive(anna, at('afterdusk', '/members'))
  const search = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Search/ })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Likes/ }).click()
  await page.waitForURL('**/likes')
  await search.click()
  await page.waitForURL('**/members')
  const entries = await page.evaluate(() => history.length)
  await search.click()
  await search.click()
  expect(await page.evaluate(() => history.length)).toBe(entries)
})

test('more results leave a filter that is being chosen as it is', async () => {
  const { page } = anna
  await openLive(anna, at('afterdusk', '/members'))
  const gender = page.locator('select[name="gender"]')
  await gender.selectOption('couple')
  await page.getByRole('link', { name: 'Show more' }).click()
  await page.waitForURL('**/members?page=2')
  expect(await gender.inputValue()).toBe('couple')
})

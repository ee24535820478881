import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aNewcomer, askToJoinByApi, confirm, openLive } from '../acts.ts'
import { aPerson, at, plainGet, ownSite } from '../browser.ts'
import { sentence } from '../../fixtures/sentence.ts'

const BRAND = 'proven'
const file = () => join(ownSite().tenants, `${BRAND}.json`)

beforeAll(async () => {
  const brand = JSON.parse(await readFile(join(ownSite().tenants, 'afterdusk.json'), 'utf8')) as object
  const own = { id: BRAND, name: 'Proven', domain: `${BRAND}.example`, aliases: [], pool: BRAND, age_assurance: 'provider' }
  await writeFile(file(), JSON.stringify({ ...brand, ...own }))
  await vi.waitUntil(async () => (await plainGet(BRAND, '/login')).status === 200, 30_000)
})

afterAll(async () => {
  await rm(file(), { force: true })
})

test('the provider’s answer arrives even over a broken connection: no one proves their age twice', async () => {
  const hanna = await aPerson({ country: 'GB' })
  const { page } = hanna
  const member = aNewcomer('Hanna', { tenant: BRAND })
  await askToJoinByApi(hanna, member)
  await confirm(hanna, member)
  await openLive(hanna, at(BRAND, '/complete-signup?lang=en'))
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('button', { name: sentence('age-check.start') }).click()
  let broken = 0
  await page.route('**/api/age-check.php', async (route) => {
    if (route.request().method() !== 'PUT' || broken > 0) return await route.continue()
    broken += 1
    await route.abort('connectionreset')
  })
  await page.getByRole('link', { name: 'Old enough' }).click()
  await page.waitForURL('**/signup-matches')
  expect(broken).toBe(1)
})

test('without a script the completion step goes on to the proof of age, which says what it needs [RT-5]', async () => {
  const jo = await aPerson({ country: 'GB' })
  const member = aNewcomer('Jo', { tenant: BRAND })
  await askToJoinByApi(jo, member)
  await confirm(jo, member)
  const { page, context } = await aPerson({ country: 'GB', javaScript: false })
  await context.addCookies(await jo.context.cookies())
  await page.goto(at(BRAND, '/complete-signup?lang=en'))
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('heading', { name: sentence('age-check.heading') }).waitFor()
  // Playwright's search by text skips this element.
  const said = page.locator('noscript')
  await said.waitFor()
  expect(await said.textContent()).toBe(sentence('age-check.needs_script'))
  expect(await page.getByRole('button', { name: sentence('age-check.start') }).count()).toBe(0)
  await page.getByRole('link', { name: sentence('age-check.later') }).click()
  await page.waitForURL('**/signup-matches')
})

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aNewcomer, askToJoinByApi, confirm } from './acts.ts'
import { aPerson, at, plainGet, ownSite } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

const BRAND = 'proven'
const file = () => join(ownSite().tenants, `${BRAND}.json`)

afterAll(async () => {
  await rm(file(), { force: true })
})

test('the provider’s answer arrives even over a broken connection: no one proves their age twice', async () => {
  const brand = JSON.parse(await readFile(join(ownSite().tenants, 'afterdusk.json'), 'utf8')) as object
  const own = { id: BRAND, name: 'Proven', domain: `${BRAND}.example`, aliases: [], pool: BRAND, age_assurance: 'provider' }
  await writeFile(file(), JSON.stringify({ ...brand, ...own }))
  await expect.poll(async () => (await plainGet(BRAND, '/login')).status).toBe(200)

  const hanna = await aPerson({ country: 'GB' })
  const { page } = hanna
  const member = aNewcomer('Hanna', { tenant: BRAND })
  await askToJoinByApi(hanna, member)
  await confirm(hanna, member)
  await page.goto(at(BRAND, '/complete-signup?lang=en'))
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

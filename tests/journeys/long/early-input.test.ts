import { expect, test } from 'vitest'
import { aNewcomer, join } from '../acts.ts'
import { aPerson, at, expectQuiet, type Person } from '../browser.ts'
import { sentence } from '../../fixtures/sentence.ts'

// What someone does to a page that is shown, but whose application is still on its way over a slow line.

const APPLICATION = /\/assets\/entry-(?!closed)/
const VISITOR_SCRIPT = /\/assets\/visitor-/

/** A page without its application, or without `held`, which arrives with `release`. */
async function openEarly({ page }: Person, path: string, held = APPLICATION): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(held, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(at('afterdusk', path), { waitUntil: 'commit' })
  const script = page.locator('script[src*="/early-input-"]')
  await script.waitFor({ state: 'attached' })
  // Imported once more, it answers when it has run. As text: vitest would rewrite an import.
  await page.evaluate(`import(${JSON.stringify(await script.getAttribute('src'))})`)
  return { release: resolve }
}

async function aMember(given: string): Promise<Person> {
  const person = await aPerson({ country: 'GB' })
  await join(person, aNewcomer(given))
  return person
}

test('settings changed, and a dialog opened, before the application has loaded take effect', async () => {
  const ivy = await aMember('Ivy')
  const { page } = ivy
  const { release } = await openEarly(ivy, '/settings')
  const saved: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (answer.ok() && answer.request().method() !== 'GET' && pathname.startsWith('/api/')) saved.push(pathname)
  })
  const messages = page.getByLabel('New messages')
  const visitors = page.getByRole('switch', { name: sentence('settings.visitors') })
  await messages.selectOption({ label: 'Never' })
  const shown = await visitors.isChecked()
  await visitors.click()
  await page.getByRole('button', { name: sentence('delete-account.open') }).click()
  release()
  await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  // Both, in whichever order: the network may have been idle before.
  await expect.poll(() => saved).toEqual(expect.arrayContaining(['/api/notifications.php', '/api/profile.php']))

  await page.unrouteAll()
  await page.reload()
  expect(await messages.inputValue()).toBe('never')
  expect(await visitors.isChecked()).toBe(!shown)
  expectQuiet(ivy)
})

test('a profile filled in before the application has loaded is stored, and the field keeps focus and caret', async () => {
  const fern = await aMember('Fern')
  const { page } = fern
  const { release } = await openEarly(fern, '/profile')
  const about = page.getByLabel('About me')
  await page.getByRole('combobox', { name: 'Tattoos' }).selectOption({ label: 'A few' })
  await about.fill('I keep bees.')
  await about.press('Home')
  await page.keyboard.type('Hello! ')
  release()
  await page.getByText('Not saved yet').waitFor()
  await page.keyboard.type('It’s me. ')
  await page.getByRole('button', { name: 'Save my profile' }).click()
  await page.getByText('Your profile is saved.').waitFor()

  await page.unrouteAll()
  await page.reload()
  expect(await about.inputValue()).toBe('Hello! It’s me. I keep bees.')
  expect(await page.getByRole('combobox', { name: 'Tattoos' }).inputValue()).toBe('some')
  expectQuiet(fern)
})

test('a message written before the application has loaded is neither lost nor put into the address', async () => {
  const hazel = await aMember('Hazel')
  const { page } = hazel
  await page.goto(at('afterdusk', '/members'))
  const other = (await page.getByRole('main').locator('a[href^="/members/"]').first().getAttribute('href'))!
  const { release } = await openEarly(hazel, `${other}/chat`)
  await page.getByRole('textbox').fill('Good evening')
  await page.getByRole('button', { name: sentence('chat.send') }).click({ force: true })
  release()
  const send = page.getByRole('button', { name: sentence('chat.send') })
  await expect.poll(() => send.getAttribute('aria-disabled')).not.toBe('true')
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByRole('textbox').inputValue()).toBe('Good evening')
  await send.click()
  await page.getByRole('main').getByText('Good evening', { exact: true }).first().waitFor()
  expectQuiet(hazel)
})

test.each([
  ['application', APPLICATION],
  ['visitors’ script', VISITOR_SCRIPT]
])('a visitor’s Continue before the %s has loaded says what is missing once it has', async (_, held) => {
  const visitor = await aPerson({ country: 'GB' })
  const { page } = visitor
  const { release } = await openEarly(visitor, '/signup?lang=en', held)
  await page.locator('[data-next]').click()
  release()
  await page.getByRole('main').getByRole('alert').waitFor()
  expect(new URL(page.url()).pathname).toBe('/signup')
  expectQuiet(visitor)
})

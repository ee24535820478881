import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../shared/routes/table.ts'
import { AXE_LOOK } from '../fixtures/axe.ts'
import { expectAccessible } from './accessible.ts'
import { logInAs } from './acts.ts'
import { aPerson, at, expectQuiet, type Person } from './browser.ts'

// Every built page, for visitors and members, in light and dark mode, on a phone and a desktop: axe finds nothing, nothing is in the console, nothing
// is wider than the screen.

const PHONE = { width: 375, colourScheme: 'dark' } as const
const DESK = { width: 1280, colourScheme: 'light' } as const

const VISITOR_PAGES = [
  ['/', '[RT-1] [GEN-1]'],
  ['/login', '[RT-2]'],
  ['/signup', '[RT-3]'],
  ['/signup?sent=1', '[RT-3]'],
  ['/lang-config', '[RT-35]'],
  ['/complaints', '[RT-36]'],
  ['/complaints?sent=1', ''],
  ['/landers/gallery', '[RT-47] [LAY-6]'],
  ['/account-deleted', '[RT-6]'],
  ['/activate/error', '[RT-8] [ERR-13]'],
  ['/activate/done', '[RT-7]'],
  ['/pages/terms', '[RT-44]'],
  ['/pages/faq', '[RT-40]'],
  ['/reset-password', '[RT-9]'],
  ['/reset-password?sent=1', '[RT-9]'],
  ['/reset-password/do', '[ERR-6]'],
  ['/mail-change/do', '[RT-11]'],
  ['/members', '[RT-17]'],
  ['/nowhere', '[ERR-15]']
] as const
const MEMBER_PAGES = [
  ['/', '[RT-1]'],
  ['/members', '[RT-17]'],
  ['/chats', '[RT-12]'],
  ['/likes', '[RT-14]'],
  ['/likes/given', '[RT-15]'],
  ['/likes/matches', '[RT-15]'],
  ['/profile', '[RT-25]'],
  ['/notifications', '[RT-26]'],
  ['/settings', '[RT-55]'],
  ['/lang-config', '[RT-35]'],
  ['/complaints', '[RT-36]'],
  ['/pages/terms', '[RT-44]'],
  ['/pages/faq', '[RT-40]'],
  ['/signup-matches', '[RT-4]'],
  ['/activate/done', ''],
  ['/nowhere', '[ERR-15]']
] as const

/** Pages with one address that a list doesn't name yet: of members, or those that visitors see too. */
function unlisted(listed: readonly (readonly [string, string])[], ofMembers: boolean): [string, string][] {
  const named = new Set(listed.map(([path]) => path.split('?')[0]))
  return ROUTES.filter(
    ({ pattern, access, goesOn }) => (access === 'member') === ofMembers && !pattern.includes('{') && !named.has(pattern) && !goesOn
  ).map(({ pattern }) => [pattern, ''])
}

describe('a visitor', () => {
  let visitor: Person
  // A separate browser takes longer to open than its pages, and each loads everything again.
  beforeAll(async () => {
    visitor = await aPerson({ country: 'DE', ...PHONE })
  })

  test.each([...VISITOR_PAGES, ...unlisted(VISITOR_PAGES, false)])('on %s [GEN-11] %s', (path) => visit(visitor, at('daemmerzeit', path)))
})

describe('a member', () => {
  let anna: Person
  beforeAll(async () => {
    anna = await aPerson({ country: 'GB', ...PHONE })
    await logInAs(anna, 'Anna')
  })

  test.each([...MEMBER_PAGES, ...unlisted(MEMBER_PAGES, true)])('on %s [GEN-11] %s', (path) => visit(anna, at('afterdusk', path)))

  test('on a profile and in a conversation [RT-13] [RT-18] [RT-19]', async () => {
    await anna.page.goto(at('afterdusk', '/chats'))
    const conversation = await anna.page.getByRole('main').locator('a[href^="/chats/"]').first().getAttribute('href')
    await anna.page.goto(at('afterdusk', '/members'))
    const profile = await anna.page.getByRole('main').locator('a[href^="/members/"]').first().getAttribute('href')
    for (const path of [conversation!, profile!, `${profile!}/chat`]) await visit(anna, at('afterdusk', path))
  })
})

/** Opens a page on a phone in dark mode and checks it there, then on a desktop in light mode. */
async function visit(person: Person, url: string): Promise<void> {
  const { page, complaints } = person
  complaints.length = 0
  const answer = await page.goto(url)
  expect(answer?.status()).toBe(url.endsWith('/nowhere') ? 404 : 200)
  expect(new URL(page.url()).pathname).toBe(new URL(url).pathname)
  // Shown at the first page, and once more by the lander.
  const warning = page.getByTestId('entry-warning')
  if (await warning.isVisible()) {
    await expectAccessible(page)
    await look(page, DESK)
    await expectAccessible(page, AXE_LOOK)
    await warning.locator('button').click()
    await look(page, PHONE)
  }
  // A visitor's page hydrates when it is touched.
  await page.locator('main').hover()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
  await expectAccessible(page)
  await look(page, DESK)
  await expectAccessible(page, AXE_LOOK)
  await look(page, PHONE)
  // The document's own 404 is in the console of the 404 page.
  if (answer?.status() === 404) complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
  expectQuiet(person)
}

async function look(page: Page, { width, colourScheme }: typeof PHONE | typeof DESK): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme: colourScheme })
  // A page has its new colours only when its transitions have ended, however short they are.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
}

import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { MessageValues } from '../../../../shared/i18n/translator.ts'
import { sentence } from '../../../fixtures/sentence.ts'
import { aNewcomer, giveCredits, join } from '../../acts.ts'
import { aPerson, at, expectQuiet, plainGet, type Person } from '../../browser.ts'
import { BRANDS, type Brand } from '../brands.ts'
import { INPUT_DEVICES, type InputDevice } from './input-devices.ts'

// Every way to another member and away from them, in one walk: by touch, by mouse and by keyboard alone, on a phone's screen and a desk's, in four
// languages; from a landing page, as a visitor, and then as a member. Controls are found by their name in the language, as a screen reader says it.

interface Walker extends Person {
  device: InputDevice
  /** A text in the walker's language. */
  say: (key: string, values?: MessageValues) => string
  at: (path: string) => string
}

describe.each(BRANDS)('on $tenant in $language', (brand) => {
  test.each(INPUT_DEVICES)(
    'a newcomer meets, likes, writes, plays, reports and blocks by $by at $width px [LIKE-1] [LM-1] [SCR-13]',
    async (device) => {
      const visitor = await aVisitor(device, brand)
      await comeByLanding(visitor, brand)
      const walker = await joined(visitor, brand)
      await fromHome(walker)
      const met = await find(walker)
      await lookAtPhoto(walker)
      await like(walker)
      await write(walker)
      await seeLiked(walker, met)
      await seeVisitors(walker)
      await answerFinder(walker)
      await swipe(walker)
      await reportAndBlock(walker, met)
      expectQuiet(walker)
    }
  )
})

async function aVisitor(device: InputDevice, { tenant, country, language }: Brand): Promise<Walker> {
  const person = await aPerson({ country, width: device.width, touch: device.touch })
  return { ...person, device, say: (key, values) => sentence(key, values, language), at: (path) => at(tenant, path) }
}

async function joined(walker: Walker, { tenant, country, language }: Brand): Promise<Walker> {
  const member = aNewcomer('Robin', { tenant, country })
  await join(walker, member)
  // No offer opens by itself, however long the walk takes.
  await giveCredits([member])
  await walker.context.addCookies([{ url: at(tenant), name: 'locale', value: language, sameSite: 'Lax' }])
  return walker
}

/** In Germany visitors, and members in a chat, are asked first whether they want to enter. */
async function enter({ page, device }: Walker, content: Locator): Promise<void> {
  const button = page.getByTestId('entry-warning').getByRole('button').first()
  await button.or(content).first().waitFor()
  if (await button.isVisible()) await device.press(button)
}

/**
 * The three landing pages of a member who agreed to be seen; each leads to the sign-up, or to the log-in where one needs an invitation. Fictional
 * profiles have none.
 */
async function comeByLanding(walker: Walker, { tenant }: Brand): Promise<void> {
  const { page, device, at } = walker
  await page.goto(at('/members'))
  const links = await page.getByRole('main').locator('article a[href^="/members/"]').all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  const pages = await Promise.all(paths.map((path) => plainGet(tenant, `${path}/landing`)))
  const path = paths[pages.findIndex(({ html }) => html.includes('data-testid="landing-portrait"'))]
  for (const [kind, layout] of LANDINGS) {
    await page.goto(at(`${path}/${kind}`))
    const call = page.getByTestId(`landing-${layout}`).getByRole('link').first()
    await enter(walker, call)
    await device.press(call)
    await page.waitForURL(/\/(?:signup|login)\b/)
  }
}

const LANDINGS = [
  ['landing', 'portrait'],
  ['landing2', 'letter'],
  ['landing3', 'interests']
]

/** The index of a member leads to the search. */
async function fromHome({ page, device, at }: Walker): Promise<void> {
  await page.goto(at('/'))
  await device.press(page.getByRole('main').locator('a[href^="/members"]').last())
  await page.waitForURL((url) => url.pathname.startsWith('/members'))
}

/** The portrait, as large as the screen, and closed again. */
async function lookAtPhoto({ page, device, say }: Walker): Promise<void> {
  await device.press(page.locator('[data-portrait]').getByRole('button').first())
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('img').first().waitFor()
  await device.press(viewer.getByRole('button', { name: say('form.close') }))
  await viewer.waitFor({ state: 'detached' })
}

/** No visitors yet; to the likes beside it and back. */
async function seeVisitors({ page, device, say, at }: Walker): Promise<void> {
  await page.goto(at('/likes'))
  await device.press(page.getByRole('main').locator('a[href="/visitors"]').first())
  await page.getByRole('heading', { level: 1, name: say('visitors.heading') }).waitFor()
  await device.press(page.getByRole('main').getByRole('link', { name: say('likes.none_action') }))
  await page.waitForURL('**/members**')
}

interface Met {
  name: string
  path: string
}

/** From the search to a profile and back; then to the profile for good. */
async function find({ page, device, say, at }: Walker): Promise<Met> {
  await page.goto(at('/members?anyone=1'))
  // Someone with a photo to look at.
  const link = page.getByRole('main').locator('article:has(img) a').first()
  const path = (await link.getAttribute('href'))!
  const actions = page.getByRole('group', { name: say('profile.actions') })
  await device.press(link)
  await actions.waitFor()
  await page.goBack()
  await actions.waitFor({ state: 'detached' })
  await device.press(link)
  await actions.waitFor()
  expect(new URL(page.url()).pathname).toBe(path)
  const [name] = (await page.getByRole('heading', { level: 1 }).innerText()).split(',')
  return { name: name!.trim(), path }
}

async function like({ page, device, say }: Walker): Promise<void> {
  const actions = page.getByRole('group', { name: say('profile.actions') })
  await device.press(actions.getByRole('button', { name: say('profile.like') }))
  await actions.getByRole('button', { name: say('profile.unlike') }).waitFor()
}

/** To the composer; writes a text and sends it with the button. */
async function write(walker: Walker): Promise<void> {
  const { page, device, say } = walker
  await device.press(page.getByRole('link', { name: say('member.message') }))
  await page.waitForURL('**/chat')
  const field = page.getByRole('textbox')
  await enter(walker, field)
  await device.press(field)
  await page.keyboard.insertText('Robin 123')
  await device.press(page.getByRole('button', { name: say('chat.send') }))
  await page.getByRole('log').getByText('Robin 123').waitFor()
}

async function seeLiked({ page, device, say }: Walker, { path }: Met): Promise<void> {
  await page.goto(new URL('/likes', page.url()).href)
  await device.press(page.getByRole('main').getByRole('link', { name: say('likes.given') }))
  await page.locator(`main article a[href^="${path}"]`).waitFor()
}

/** All questions: anywhere, and the rest as it stands; then the results and the way back to the answers. */
async function answerFinder({ page, device, say }: Walker): Promise<void> {
  await page.goto(new URL('/match-finder', page.url()).href)
  const [next, show] = [
    page.getByRole('button', { name: say('match-finder.next') }),
    page.getByRole('button', { name: say('match-finder.submit') })
  ]
  const questions = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ visible: true })
  while (!(await show.isVisible())) {
    const country = page.locator('main select[name="country"]')
    if (await country.isVisible()) await country.selectOption('')
    const question = await questions.innerText()
    await device.press(next)
    await expect.poll(() => questions.innerText()).not.toBe(question)
  }
  await device.press(show)
  const change = page.getByRole('link', { name: say('match-finder.change') })
  await change.waitFor()
  await device.press(page.getByRole('main').locator('article button').first())
  await expect.poll(() => page.locator('main article button[aria-pressed="true"]').count()).toBe(1)
  await device.press(change)
  await next.waitFor()
}

/** A pass, taken back, and a like. */
async function swipe({ page, device, say }: Walker): Promise<void> {
  await page.goto(new URL('/swipe-game', page.url()).href)
  const buttons = page.getByRole('group', { name: say('swipe-game.heading') }).getByRole('button')
  const top = page.locator('main article[data-top] h2')
  const first = await top.innerText()
  await device.press(buttons.nth(1))
  await expect.poll(() => top.innerText()).not.toBe(first)
  await device.press(buttons.nth(0))
  await expect.poll(() => top.innerText()).toBe(first)
  await device.press(buttons.nth(2))
  await expect.poll(() => top.innerText()).not.toBe(first)
}

/** From the menu of the profile: a reason, with the block in the same step, the receipt, and who is blocked with the way to unblock. */
async function reportAndBlock({ page, device, say }: Walker, { name, path }: Met): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
  await device.press(page.locator(`summary[title="${say('profile.more')}"]`))
  const open = page.locator('details[open]').getByRole('button')
  const [report, blockAlone] = [open.nth(0), open.nth(1)]
  await blockAlone.waitFor()
  await device.press(report)
  const dialog: Locator = page.getByRole('dialog')
  await device.press(dialog.getByRole('radio', { name: say('report.kind.spam') }))
  await device.press(dialog.getByRole('button', { name: say('report.submit') }))
  const receipt = dialog.getByText(say('report.sent_title'))
  await receipt.waitFor()
  // The block takes the profile away; the receipt stays until it is closed.
  await expect.poll(() => page.locator('main img').count()).toBe(0)
  expect(await receipt.isVisible()).toBe(true)
  await device.press(dialog.getByRole('button', { name: say('form.close') }).last())
  await receipt.waitFor({ state: 'detached' })
  await page.getByText(say('profile.blocked', { member: name })).waitFor()
  await page.getByRole('button', { name: say('block.unblock', { member: name }) }).waitFor()
}

import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { expectAccessible } from '../accessible.ts'
import { aNewcomer, join, logIn, type NewMember, openLive, PASSWORD, takeSession } from '../acts.ts'
import { aPerson, at, expectQuiet, mailTo, type Person } from '../browser.ts'
import { sentence } from '../../fixtures/sentence.ts'

// What logs a member in, as they change it in the settings, by keyboard alone; tests/components/account.test.tsx has both screens.

const NEW = 'a quiet harbour at night'
const [PHONE, DESK] = [375, 1280]

type Member = Person & NewMember

async function aMember(given: string, width: number): Promise<Member> {
  const member = { ...(await aPerson({ country: 'GB', width })), ...aNewcomer(given) }
  await join(member, member)
  return member
}

/** Another device of the same member, on a hydrated page. */
async function elsewhere(member: NewMember): Promise<Person> {
  const person = await aPerson({ country: 'GB' })
  await takeSession(person, member)
  await openLive(person, at('afterdusk', '/members'))
  return person
}

const openSettings = (member: Person) => openLive(member, at('afterdusk', '/settings'))

const FOCUSABLE = 'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary'

/** Moves to a control from the one before it by the Tab key, like someone without a mouse; its focus must be visible. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  await control.evaluate((element, focusable) => {
    const before = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
      (other) => other.checkVisibility() && (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    )
    before.at(-1)?.focus({ preventScroll: true })
  }, FOCUSABLE)
  await page.keyboard.press('Tab')
  expect(await control.evaluate((element) => element === document.activeElement && element.matches(':focus-visible'))).toBe(true)
}

/** Types over what a field holds. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** An error is announced, and shown at its field. */
async function expectRefused(section: Locator, field: Locator, text: string): Promise<void> {
  await section.getByRole('alert').getByText(text).waitFor()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const described = (await field.getAttribute('aria-describedby'))!.split(' ').map((id) => `[id="${id}"]`)
  expect(await section.locator(described.join(',')).allTextContents()).toContain(text)
}

/** The page of an ended session redirects to the log-in by itself, and its content is gone. */
async function expectOut(person: Person): Promise<void> {
  await person.page.waitForURL('**/login?next=%2Fmembers*', { timeout: 30_000 })
  await expect.poll(() => person.page.locator('html').getAttribute('data-member')).toBeNull()
  expect((await person.context.cookies()).filter(({ name }) => name === 'auth')).toEqual([])
}

const isIn = async (person: Person) => {
  await person.page.reload()
  return (await person.page.locator('html').getAttribute('data-member')) !== null
}

/** The console repeats error statuses. */
const forgive = (person: Person, ...codes: number[]) => {
  const kept = person.complaints.filter((text) => !codes.some((code) => text.includes(String(code))))
  person.complaints.splice(0, person.complaints.length, ...kept)
}

test('the password is changed with the old one; every other device is logged out and the old one no longer works [VAL-7] [ERR-8] [ERR-3]', async () => {
  const member = await aMember('Petra', PHONE)
  const other = await elsewhere(member)
  const { page } = member
  await openSettings(member)
  const section = page.getByRole('region', { name: 'Change password' })
  const [old, fresh, again] = ['Old password', 'New password', 'New password again'].map((label) =>
    section.getByLabel(label, { exact: true })
  )
  await type(page, old!, 'not the password')
  await type(page, fresh!, NEW)
  await type(page, again!, NEW)
  await page.keyboard.press('Enter')
  await expectRefused(section, old!, 'Please check your old password.')
  expect(await isIn(other)).toBe(true)
  await openLive(other, at('afterdusk', '/members'))

  await type(page, old!, PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(sentence('change-password.done')).waitFor()
  expect(await Promise.all([old!, fresh!, again!].map((field) => field.inputValue()))).toEqual(['', '', ''])
  await expect
    .poll(() =>
      page
        .getByRole('region', { name: sentence('sessions.heading') })
        .getByRole('listitem')
        .count()
    )
    .toBe(1)

  await expectOut(other)
  await other.page.getByLabel(sentence('login.name')).fill(member.email)
  await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.page.getByRole('button', { name: 'Log in' }).click()
  await other.page.getByText('Login failed, please try again.').first().waitFor()
  await other.page.getByLabel('Password', { exact: true }).fill(NEW)
  await other.page.getByRole('button', { name: 'Log in' }).click()
  await other.page.waitForURL(/\/members(\?|$)/)
  expect(await isIn(member)).toBe(true)
  forgive(member, 422)
  expectQuiet(member)
})

test('the address is changed with the password and a link to the new one; until then the old one counts [VAL-5] [VAL-6] [RT-37]', async () => {
  const member = await aMember('Maud', DESK)
  const { page } = member
  const address = aNewcomer('Moved').email
  await openSettings(member)
  const section = page.getByRole('region', { name: sentence('change-email.submit') })
  const [email, password] = [section.getByLabel(sentence('change-email.email')), section.getByLabel('Password', { exact: true })]
  await section.getByText(sentence('change-email.help', { email: member.email })).waitFor()
  await type(page, email, 'anna@cast.example')
  await type(page, password, PASSWORD)
  await page.keyboard.press('Enter')
  await expectRefused(section, email, 'This email address already owns an account on this website.')
  await type(page, email, address)
  await type(page, password, 'not the password')
  await page.keyboard.press('Enter')
  await expectRefused(section, password, 'Please check your old password.')
  await type(page, password, PASSWORD)
  await page.keyboard.press('Enter')
  await section
    .getByRole('status')
    .getByText(sentence('change-email.sent', { email: member.email }))
    .waitFor()
  await mailTo(member.email, sentence('mail.mail_change_asked.subject'))
  await openSettings(member)
  await section.getByText(sentence('change-email.help', { email: member.email })).waitFor()

  // The link is opened where the new mailbox is read, which is another device.
  const reader = await aPerson({ country: 'GB', width: DESK })
  const link = (await mailTo(address)).links[0]!
  await reader.page.goto(link)
  await tabTo(reader.page, reader.page.getByRole('button', { name: 'Confirm the address' }))
  await reader.page.keyboard.press('Enter')
  await reader.page.getByRole('heading', { level: 1, name: sentence('mail-change-do.heading') }).waitFor()
  await expectAccessible(reader.page)
  await reader.page.goto(link)
  await reader.page.getByRole('heading', { name: 'Link expired or invalid, request a new email.' }).waitFor()
  await logIn(reader, { ...member, email: address })
  await expect.poll(() => section.getByText(sentence('change-email.help', { email: address })).count()).toBe(1)
  forgive(member, 422)
  expectQuiet(member, reader)
})

test('each session can be logged out by name, or all others at once; their pages redirect to the log-in by themselves', async () => {
  const member = await aMember('Sanna', DESK)
  const [first, second] = [await elsewhere(member), await elsewhere(member)]
  const { page } = member
  await openSettings(member)
  const section = page.getByRole('region', { name: sentence('sessions.heading') })
  const rows = section.getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  await rows.first().getByText('This device').waitFor()
  expect(await rows.nth(1).innerText()).toMatch(/ · Linux\nAfterdusk · United Kingdom\n/)

  // The newest comes first after the current one.
  await tabTo(page, rows.nth(1).getByRole('button'))
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(2)
  await expectOut(second)
  expect(await isIn(first)).toBe(true)
  await openLive(first, at('afterdusk', '/members'))

  await tabTo(page, section.getByRole('button', { name: 'Log out everywhere else' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(1)
  expect(await section.getByRole('button', { name: 'Log out everywhere else' }).count()).toBe(0)
  await expectOut(first)

  await tabTo(page, rows.first().getByRole('button'))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.locator('html').getAttribute('data-member')).toBeNull()
  // What the page requested by itself while its session ended.
  forgive(member, 403)
  expectQuiet(member)
})

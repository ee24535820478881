import { expect, test } from 'vitest'
import { idle, logInAs } from './acts.ts'
import { aPerson, at, atNoBrand, expectQuiet } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

const top = (y: number | undefined) => y !== undefined && y >= 0 && y < 200

test('a member goes to the terms and back without a new document, and an entry of the contents jumps to its section', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page } = anna
  await logInAs(anna, 'Anna')
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms of Afterdusk' }).waitFor()
  expect(await page.title()).toContain('Terms · Afterdusk')

  const section = page.getByRole('heading', { level: 2, name: '7. Privacy' })
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: '7. Privacy' }).click()
  await expect.poll(async () => top((await section.boundingBox())?.y)).toBe(true)
  // If the router treated it as a navigation, the page would be at the top again by now.
  await idle(anna)
  expect(top((await section.boundingBox())?.y)).toBe(true)
  expect(new URL(page.url()).hash).toBe('#privacy')

  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goForward()
  await expect.poll(async () => top((await section.boundingBox())?.y)).toBe(true)
  await page.goBack()
  await page.goBack()
  await page.waitForURL(/\/members(\?|$)/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-same-document'))).toBe(true)
  expectQuiet(anna)
})

test('an answer opens by keyboard without a script, and through its own address', async () => {
  const reader = await aPerson({ javaScript: false })
  await reader.page.goto(at('fluwijn', '/pages/faq'))
  const question = reader.page.locator('summary', { hasText: 'Wat kost Fluwijn?' })
  const answer = reader.page.getByText('Aanmelden, zoeken en liken is gratis')
  expect(await answer.isVisible()).toBe(false)
  await question.focus()
  await reader.page.keyboard.press('Enter')
  await answer.waitFor()
  const other = await aPerson()
  await other.page.goto(at('fluwijn', '/pages/faq#cost'))
  await other.page.getByText('Aanmelden, zoeken en liken is gratis').waitFor()
  expectQuiet(reader, other)
})

test('a member’s complaint knows who they are, says at once what is missing, and reaches the support [RT-36]', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page } = anna
  await logInAs(anna, 'Anna')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Complaints' }).click()
  await page.getByRole('heading', { level: 1, name: 'Complaints' }).waitFor()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Anna')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.getByRole('button', { name: 'Send the complaint' }).click()
  const alert = page.getByRole('alert')
  await alert.getByRole('link').first().waitFor()
  expect(await alert.getByRole('link').count()).toBe(2)
  expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
  await alert.getByRole('link').first().click()
  await page.keyboard.press('ArrowDown')
  expect(await page.getByLabel('What is it about?').inputValue()).toBe('intimate_picture')
  const text = `Someone is showing a picture of me without asking. ${Date.now()}`
  await page.getByLabel('What is wrong?').fill(text)
  await page.getByRole('button', { name: 'Send the complaint' }).click()
  await page.getByRole('heading', { level: 1, name: sentence('complaints.sent_title') }).waitFor()
  const answer = await fetch(atNoBrand('/__dev/mail'), { headers: { accept: 'application/json' } })
  const mails = (await answer.json()) as { to: string; subject: string; text: string }[]
  expect(mails.filter((mail) => mail.text.includes(text)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Complaint [A-Z2-9]{4}-[A-Z2-9]{4}: answer by /)
  ])
  expectQuiet(anna)
})

import { expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { logInAs, openNewChat } from './acts.ts'
import { aPerson, expectQuiet } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

test('text beyond the maximum length is counted, kept and not sent [SET-19]', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page } = anna
  await logInAs(anna, 'Anna')
  await openNewChat(anna)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/message.php')) sent.push(request.method())
  })
  const field = page.getByRole('textbox')
  // The brand's limit is 1,000.
  await field.fill('a'.repeat(899))
  expect(await page.getByText('characters left').count()).toBe(0)
  await field.fill('a'.repeat(950))
  await page.getByText('50 characters left').waitFor()
  await field.fill('a'.repeat(1005))
  await page.getByText('5 characters too many').waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
  await field.press('Enter')
  expect((await field.inputValue()).length).toBe(1005)
  await page.reload()
  await expect.poll(async () => (await field.inputValue()).length).toBe(1005)
  expect(sent).toEqual([])
  await field.fill('')
  expectQuiet(anna)
})

test.runIf(isLong)('a message to one new member too many says when more are allowed, and waits on the device with its text', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page } = anna
  await logInAs(anna, 'Anna')
  await openNewChat(anna)
  const refusal = { error: { code: 'contact_limit', message_key: 'error.contact_limit', params: { hours: 21 } } }
  await page.route('**/api/message.php', (route) => route.fulfill({ status: 409, headers: { 'retry-after': '75600' }, json: refusal }))
  await page.getByRole('textbox').fill('Would you like to go for a walk?')
  await page.getByRole('button', { name: 'Send' }).click()
  const told = page.getByText(sentence('error.contact_limit', { hours: 21 }))
  await told.waitFor()
  await page.reload()
  await told.waitFor()
  await page.getByText('Would you like to go for a walk?').waitFor()
  await page.unroute('**/api/message.php')
  await page.getByRole('button', { name: 'Try again' }).click()
  await told.waitFor({ state: 'hidden' })
  await page.getByText('Would you like to go for a walk?', { exact: true }).waitFor()
})

test.runIf(isLong)(
  'a member who has seen the maximum of members per hour is told when there are more, and gets no empty search',
  async () => {
    const anna = await aPerson({ country: 'GB' })
    const { page } = anna
    await logInAs(anna, 'Anna', '/chats')
    const refusal = { error: { code: 'too_many_requests', message_key: 'error.too_many_requests', params: {} } }
    await page.route('**/api/members.php*', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '1790' }, json: refusal }))
    await page.getByRole('navigation').getByRole('link', { name: 'Search' }).first().click()
    await page.getByRole('heading', { name: sentence('members.failed_title') }).waitFor()
    await page.getByText('That was a lot in a short time. You can go on in 30 min.').waitFor()
    await page.unroute('**/api/members.php*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/\d profiles/).waitFor()
  }
)

import { expect, test } from 'vitest'
import { logInAs, openNewChat } from './acts.ts'
import { aPerson, expectQuiet } from './browser.ts'

test('what is typed beyond the longest message is counted, kept and not sent [SET-19]', async () => {
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

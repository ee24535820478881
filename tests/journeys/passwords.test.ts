import { describe, expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { aNewcomer, join } from './acts.ts'
import { aPerson, at, expectQuiet, mailTo } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

const NEW = 'a quiet harbour at night'

describe('a forgotten password', () => {
  const ways: [how: string, javaScript: boolean, given: string][] = [
    ['with', true, 'Reset Rosa'],
    ['without', false, 'Reset Ruth']
  ]
  test.each(isLong ? ways : ways.slice(0, 1))(
    '%s JavaScript: mail, link, new password, log-in [RT-9] [RT-10] [RT-37] [VAL-7]',
    async (_, javaScript, given) => {
      const member = aNewcomer(given)
      const { email } = member
      const owner = await aPerson({ country: 'GB' })
      await join(owner, member)

      const person = await aPerson({ country: 'GB', javaScript, width: 375 })
      const { page } = person
      await page.goto(at('afterdusk', '/login?lang=en'))
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByLabel(sentence('form.email')).fill(email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.waitForURL('**/reset-password?sent=1')
      await page.getByText('If this address has an account here').waitFor()

      const mail = await mailTo(email, 'Choose a new password')
      await page.goto(mail.links[0]!)
      await page.getByRole('button', { name: sentence('token.reset_password_action') }).click()
      await page.waitForURL('**/reset-password/do?token=*')
      await page.getByLabel('New password', { exact: true }).fill(NEW)
      await page.getByLabel('New password again').fill(`${NEW}!`)
      await page.getByRole('button', { name: sentence('reset-password-do.submit') }).click()
      await page.getByText('The entered passwords are not the same.').first().waitFor()
      await page.getByLabel('New password', { exact: true }).fill(NEW)
      await page.getByLabel('New password again').fill(NEW)
      await page.getByRole('button', { name: sentence('reset-password-do.submit') }).click()
      await page.waitForURL('**/login?reset=1')
      await page.getByText(sentence('login.reset_done')).waitFor()
      await page.getByLabel(sentence('login.name')).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(NEW)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL(/\/members(\?|$)/)

      await page.goto(mail.links[0]!)
      await page.getByRole('heading', { name: 'Link expired or invalid, request a new email.' }).waitFor()

      // Sessions elsewhere are logged out.
      await owner.page.goto(at('afterdusk', '/chats'))
      await owner.page.waitForURL('**/login?next=*')
      // A form that is sent before its page is hydrated is answered with the page itself.
      person.complaints = person.complaints.filter((line) => !/ 422 .* \/reset-password\/do$/.test(line))
      if (javaScript) expectQuiet(person)
    }
  )
})

test.runIf(isLong)('a blocked log-in says so with the minutes and is ended by the owner’s mail [ERR-4]', async () => {
  const member = aNewcomer('Locked Lena')
  const { email } = member
  const owner = await aPerson({ country: 'GB' })
  await join(owner, member)
  const { page } = await aPerson({ country: 'GB', javaScript: false })
  const logIn = async (password: string) => {
    await page.goto(at('afterdusk', '/login?lang=en'))
    await page.getByLabel(sentence('login.name')).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  for (let time = 0; time < 5; time++) {
    await logIn('a wrong password')
    await page.getByText('Login failed, please try again.').first().waitFor()
  }
  await logIn('lantern by the quay')
  await page.getByText('Too many incorrect attempts, account blocked for 15 min.').first().waitFor()
  const mail = await mailTo(email, 'Too many wrong passwords')
  await page.goto(mail.links[0]!)
  await page.getByRole('button', { name: 'Unlock my account' }).click()
  await page.waitForURL('**/login?unlocked=1')
  await logIn('lantern by the quay')
  await page.waitForURL(/\/members(\?|$)/)
  expect(await page.locator('html').getAttribute('data-member')).not.toBeNull()
})

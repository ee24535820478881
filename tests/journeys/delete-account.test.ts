import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { readZip } from '../fixtures/zip.ts'
import { aNewcomer, join, PASSWORD } from './acts.ts'
import { aPerson, at, expectQuiet, mailTo } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

const SCREENS = [
  ['on a phone', 375, 'Lena'],
  ['on a desk', 1280, 'Lou']
] as const

test.each(isLong ? SCREENS : SCREENS.slice(0, 1))(
  '%s a member takes their data along, leaves, reads how to come back, and comes back [RT-6] [SCR-4] [ERR-17]',
  async (_, width, given) => {
    const member = aNewcomer(given)
    const { name, email } = member
    const person = await aPerson({ country: 'GB', width })
    const { page } = person
    await join(person, member)
    const other = await person.context.newPage()
    await other.goto(at('afterdusk', '/members'))
    // A background page is drawn once a second, and every click waits for that.
    await page.bringToFront()

    await page.goto(at('afterdusk', '/notifications'))
    const downloading = page.waitForEvent('download')
    const data = page.locator('#export')
    await data.getByLabel('Your password', { exact: true }).fill('not the password')
    await data.getByRole('button', { name: 'Download my data' }).click()
    await data.getByText('Please check your old password.').first().waitFor()
    await data.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await data.getByRole('button', { name: 'Download my data' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^afterdusk-\d{4}-\d{2}-\d{2}\.zip$/)
    const account = readZip(await buffer(await file.createReadStream())).get('account.json')!
    expect(JSON.parse(account.toString())).toMatchObject({ account: { name, email } })

    await page.getByRole('button', { name: sentence('delete-account.open') }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByText(sentence('delete-account-form.gone')).waitFor()
    await dialog.getByText('For 14 days').waitFor()
    await dialog.getByRole('link', { name: 'Download my data' }).waitFor()
    await dialog.getByLabel('Your password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByText('Please check your old password.').first().waitFor()
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL('**/account-deleted?done=1')
    await page.getByRole('heading', { level: 1, name: sentence('account-deleted.heading') }).waitFor()
    await page.getByText('You have 14 days').waitFor()
    expect(await page.locator('html').getAttribute('data-member')).toBeNull()
    // The other tab is logged out, too.
    await other.locator('html:not([data-member])').waitFor({ state: 'attached' })

    const logIn = async () => {
      await page.getByLabel(sentence('login.name')).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Log in' }).click()
    }
    await page.goto(at('afterdusk', '/login?lang=en'))
    await logIn()
    await page.getByText(sentence('error.account_deleted')).first().waitFor()

    const mail = await mailTo(email, sentence('mail.account_deleted.subject'))
    await page.goto(mail.links[0]!)
    await page.getByRole('heading', { level: 1, name: sentence('token.reactivate_heading') }).waitFor()
    await page.getByRole('button', { name: 'Reactivate my account' }).click()
    await page.waitForURL('**/login?back=1')
    await page.getByText('Your account is back').waitFor()
    await logIn()
    await page.waitForURL(/\/members(\?|$)/)
    await page.goto(mail.links[0]!)
    await page.getByRole('heading', { name: 'Link expired or invalid, request a new email.' }).waitFor()
    // The console repeats the two earlier errors, and those of requests at the moment the session ended.
    person.complaints.splice(0, person.complaints.length, ...person.complaints.filter((text) => !/\b(?:422|403)\b/.test(text)))
    expectQuiet(person)
  }
)

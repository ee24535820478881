import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sentence } from '../../../fixtures/sentence.ts'
import { commandProcess } from '../../../fixtures/command.ts'
import { aNewcomer, join, openLive, ownId } from '../../acts.ts'
import { aPerson, at, expectQuiet, mailTo, ownSite } from '../../browser.ts'

// A report, its decision by the operator's command, what the banned member sees and may do, the appeal, and the way back: in three browsers.

const TENANT = 'afterdusk'
/** The number of a report, and of its decision. */
const REFERENCE = /[A-Z0-9]{4}-[A-Z0-9]{4}/

/** `npm run moderate`, on the running product; must succeed. */
async function moderate(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await commandProcess('moderate', words, { DATA_DIR: ownSite().data })
  expect(status, stderr).toBe(0)
  return stdout
}

let written = 0

async function reasonsOf(text: string): Promise<string> {
  const file = path.join(ownSite().data, `reasons-${++written}.txt`)
  await writeFile(file, text)
  return file
}

test('a member is reported, banned, told why, appeals and comes back; the reporter is told too', async () => {
  const [ann, bob] = [aNewcomer('Ann'), aNewcomer('Bob', { gender: 'Man' })]
  const [reporter, reported] = [await aPerson({ country: 'GB', width: 375 }), await aPerson({ country: 'GB' })]
  await join(reporter, ann)
  await join(reported, bob)
  await openLive(reported, at(TENANT, '/members'))
  const id = await ownId(reported)

  await reporter.page.goto(at(TENANT, `/members/${id}`))
  await reporter.page.locator(`summary[title="${sentence('profile.more')}"]`).click()
  await reporter.page.getByRole('button', { name: sentence('safety.report', { member: bob.name }) }).click()
  const dialog = reporter.page.getByRole('dialog')
  await dialog.getByRole('radio', { name: sentence('report.kind.money') }).check()
  await dialog.getByLabel(sentence('report.text')).fill('Asked me for a gift card')
  await dialog.getByRole('button', { name: sentence('report.submit') }).click()
  const receipt = await dialog.getByText(REFERENCE).innerText()
  const [reference] = REFERENCE.exec(receipt)!

  // What waits for a decision, and what was copied for it.
  expect(await moderate('queue')).toContain(reference)
  expect(await moderate('show', reference)).toContain('Asked me for a gift card')
  const reasons = await reasonsOf('You asked other members for gift cards.')
  await moderate('ban', reference, '--rule', 'money', '--reasons', reasons, '--by', 'mia')

  // His open page ends; every page tells him the decision, its reasons and its ground; others don't find him.
  await reported.page.goto(at(TENANT, '/members'))
  await reported.page.waitForURL('**/login**')
  await reported.page.getByLabel(sentence('login.name')).fill(bob.email)
  await reported.page.getByLabel('Password', { exact: true }).fill('lantern by the quay')
  await reported.page.getByRole('button', { name: 'Log in' }).click()
  await reported.page.waitForURL('**/pages/ban**')
  const main = reported.page.getByRole('main')
  await main.getByText(sentence('ban.banned')).first().waitFor()
  await main.getByText('You asked other members for gift cards.').waitFor()
  await main.getByText(sentence('report.kind.money')).first().waitFor()
  expect((await mailTo(bob.email)).text).toContain('You asked other members for gift cards.')
  expect((await mailTo(ann.email)).text).toContain(reference)

  // His limited session reaches nothing else.
  await reported.page.goto(at(TENANT, '/chats'))
  expect(new URL(reported.page.url()).pathname).not.toBe('/chats')
  await reported.page.goto(at(TENANT, '/pages/ban'))
  await main.getByLabel(sentence('ban.appeal_text')).fill('It was a joke between friends')
  await main.getByRole('button', { name: sentence('ban.appeal_submit') }).click()
  await main.getByText('We’ve received your appeal').waitFor()

  // The appeal is in the queue, under the number of the decision, which the page says.
  const [decision] = REFERENCE.exec(await main.innerText())!
  expect(await moderate('queue')).toContain(decision)
  await moderate('appeal', decision, '--outcome', 'upheld', '--reasons', await reasonsOf('You were right: it was a joke.'), '--by', 'noah')
  expect((await mailTo(bob.email, '')).text).toContain('You were right: it was a joke.')

  await reported.page.goto(at(TENANT, '/login'))
  await reported.page.getByLabel(sentence('login.name')).fill(bob.email)
  await reported.page.getByLabel('Password', { exact: true }).fill('lantern by the quay')
  await reported.page.getByRole('button', { name: 'Log in' }).click()
  await reported.page.waitForURL(/\/members(\?|$)/)
  expectQuiet(reporter)
})

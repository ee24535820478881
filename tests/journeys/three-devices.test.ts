import { expect, test } from 'vitest'
import { aPicture } from '../fixtures/pictures.ts'
import { sentence } from '../fixtures/sentence.ts'
import { aNewcomer, giveCredits, join, openLive, ownId, takeSession, type NewMember } from './acts.ts'
import { aPerson, at, expectQuiet, type Person } from './browser.ts'

// One conversation on three devices: hers, and his computer and phone.

type Member = Person & NewMember

const log = ({ page }: Person) => page.getByRole('log')
const line = (person: Person, text: string) => log(person).locator('[data-position]', { hasText: text })
const field = ({ page }: Person) => page.locator('[data-compose] textarea, form textarea[name="text"]').first()

async function write(person: Person, text: string): Promise<void> {
  await field(person).fill(text)
  await field(person).press('Enter')
}

/** The conversation as a device shows it, in order: texts, and the kind of everything else. */
async function shown(person: Person): Promise<string[]> {
  return await log(person)
    .locator('[data-position]')
    .evaluateAll((lines) =>
      lines.map(
        (line) => [...line.querySelectorAll('[dir="auto"]')].at(-1)?.textContent ?? (line.querySelector('img') ? 'a picture' : 'a gift')
      )
    )
}

/** The number beside Messages, and the one before the page's title. */
async function badge({ page }: Person): Promise<[string, string]> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ })
  const inNav = (await link.locator('[data-tone]').allTextContents()).join('')
  return [/\d+/.exec(inNav)?.[0] ?? '', /^\((\d+)\)/.exec(await page.title())?.[1] ?? '']
}

test('two browsers and a phone hold a conversation with typing, read marks, a reply, a photo, a gift and a cut line: the same on all, without a wrong badge', async () => {
  const ada: Member = { ...(await aPerson({ country: 'GB' })), ...aNewcomer('Ada') }
  const bas: Member = {
    ...(await aPerson({ country: 'BE' })),
    ...aNewcomer('Bas', { tenant: 'fluwijn', country: 'BE', gender: 'Man', year: '1979' })
  }
  const phone: Member = { ...bas, ...(await aPerson({ country: 'BE', width: 375 })) }
  await join(ada, ada)
  await join(bas, bas)
  await takeSession(phone, bas)
  await giveCredits([ada, bas])
  await bas.page.goto(at(bas.tenant, '/members'))
  const basId = await ownId(bas)
  await openLive(phone, at(bas.tenant, '/members'))
  await openLive(bas, at(bas.tenant, '/likes'))

  // She writes: both of his devices count it. He reads it on the computer: the phone counts no more, and she sees that it is read.
  await openLive(ada, at(ada.tenant, `/members/${basId}/chat`))
  await write(ada, 'Is the harbour walk on?')
  for (const device of [bas, phone]) await expect.poll(() => badge(device)).toEqual(['1', '1'])
  await bas.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Messages/ })
    .click()
  await bas.page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(ada.name) })
    .click()
  await log(bas).getByText('Is the harbour walk on?').waitFor()
  await expect.poll(() => badge(phone)).toEqual(['', ''])
  await ada.page.getByText(sentence('chat.read'), { exact: true }).waitFor()
  const conversation = new URL(bas.page.url()).pathname
  await openLive(phone, at(bas.tenant, conversation))

  // He types on the phone: she sees it, and what he sends is on his computer too.
  await field(phone).pressSequentially('It i')
  await ada.page.getByText(sentence('chat.typing')).first().waitFor()
  await write(phone, 'It is, from six')
  for (const device of [ada, bas]) await log(device).getByText('It is, from six').waitFor()

  // She replies to that one message: everyone sees what it answers.
  const toAnswer = line(ada, 'It is, from six')
  await toAnswer.hover()
  await toAnswer.getByRole('button', { name: sentence('message-tools.reply'), exact: true }).click()
  await write(ada, 'Then I will be there')
  for (const device of [bas, phone]) {
    await line(device, 'Then I will be there').getByText('It is, from six').waitFor()
  }

  // He sends a photo from the computer: she gets it blurred, and looks.
  const [chooser] = await Promise.all([
    bas.page.waitForEvent('filechooser'),
    bas.page.getByRole('button', { name: sentence('chat-photo.button'), exact: true }).click()
  ])
  await chooser.setFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) })
  await bas.page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
  await log(ada)
    .getByRole('button', { name: sentence('chat-photo.show') })
    .click()
  await log(ada)
    .getByRole('button', { name: sentence('chat-photo.enlarge') })
    .waitFor()
  await log(phone)
    .getByRole('button', { name: sentence('chat-photo.enlarge') })
    .waitFor()

  // She gives a rose with a few words.
  await ada.page.getByRole('button', { name: /^Gift/ }).click()
  const giving = ada.page.getByRole('dialog')
  await giving.getByRole('radio', { name: sentence('gift.rose') }).check()
  await giving.getByLabel(sentence('giving.note')).fill('For the pier')
  await giving.getByRole('button', { name: /^Send the gift/ }).click()
  for (const device of [ada, bas, phone]) await log(device).getByText('For the pier').waitFor()

  // The phone loses its line in the middle of the next messages: nothing is lost, doubled or out of place when it is back.
  await phone.context.setOffline(true)
  await write(phone, 'The train stops')
  await write(phone, 'in a tunnel')
  await phone.page.getByText(sentence('chat.waiting'), { exact: true }).waitFor()
  await write(ada, 'Shall I wait?')
  await log(bas).getByText('Shall I wait?').waitFor()
  await phone.context.setOffline(false)
  for (const device of [ada, bas]) await log(device).getByText('in a tunnel').waitFor()
  await log(phone).getByText('Shall I wait?').waitFor()
  const hers = await shown(ada)
  expect(hers.slice(-3)).toEqual(['Shall I wait?', 'The train stops', 'in a tunnel'])
  expect(new Set(hers).size).toBe(8)
  for (const device of [bas, phone]) await expect.poll(() => shown(device)).toEqual(hers)
  // A page that is left while it marks a message as read may not have done so.
  for (const device of [ada, bas, phone]) await log(device).getByText(sentence('chat.read'), { exact: true }).waitFor()

  // Everything was seen somewhere: nothing is counted anywhere, also on pages that are opened now.
  for (const device of [ada, bas, phone]) {
    await openLive(device, at(device.tenant, '/members'))
    await expect.poll(() => badge(device)).toEqual(['', ''])
  }
  // The requests of the phone without a line.
  phone.complaints.splice(0, phone.complaints.length, ...phone.complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')))
  expectQuiet(ada, bas, phone)
})

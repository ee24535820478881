import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../../../../bin/postgres/embedded.ts'
import { aNewcomer, choosePhoto, confirm, fillSignUp, goOn, logIn, openLive, openNewChat, PASSWORD, signUp } from '../../acts.ts'
import { aPerson, at, atNoBrand, mailTo, visitProduct, type Person } from '../../browser.ts'
import { freePort } from '../../../../bin/free-port.ts'
import { startProduct } from '../../product.ts'
import { sentence } from '../../../fixtures/sentence.ts'

// One member from signing up to the last trace, in a separate product: its clock is set back two months, so that a restart, which resets the clock to
// the machine's, ends the time to come back. The test erases nothing; the product's own jobs do.

const DAY = 24 * 3600

let dataDir = ''
let database: Awaited<ReturnType<typeof startEmbedded>>
let port = 0
let stopProduct = async () => {}

const start = async () => {
  stopProduct = await startProduct({ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: database.url })
}
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tether-life-'))
  database = await startEmbedded({ dataDir, fsync: false, log: () => {} })
  port = await freePort()
  visitProduct(port)
  await start()
})
afterAll(async () => {
  await stopProduct()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const letters = () => String.fromCodePoint(...[...randomBytes(8)].map((byte) => 97 + (byte % 26)))

/** Moves the product's clock: by seconds, or to an instant. */
async function moveClock(move: { advance: number } | { now: string }): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(atNoBrand('/__dev/clock'), { method: 'POST', headers, body: JSON.stringify(move) })).status).toBe(200)
}

/** Every row of every table as text, after the table's name; bytes as characters. */
async function readTables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
    )
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['public.members', 'public.outbox', 'pgboss.job']))
    const lines: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select one::text as row from ${name} one`)
      const letters = (text: string) =>
        text.replaceAll(/\\+x((?:[\da-f]{2})+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))
      lines.push(...rows.map(({ row }) => `${name} ${letters(row)}`))
    }
    return lines
  } finally {
    await client.end()
  }
}

/** The files of the photo store: path below it and content. */
async function readPhotos(): Promise<{ path: string; bytes: Buffer }[]> {
  const folder = join(dataDir, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return await Promise.all(paths.map(async (path) => ({ path: relative(folder, path), bytes: await readFile(path) })))
}

/** The rows and files that contain any of the words. */
async function traces(words: readonly string[]): Promise<string[]> {
  const photos = (await readPhotos()).map(
    ({ path, bytes }) => `${path} ${createHash('sha256').update(bytes).digest('hex')} ${bytes.toString('latin1')}`
  )
  return [...(await readTables()), ...photos].filter((line) => words.some((word) => line.toLowerCase().includes(word.toLowerCase())))
}

/** Which of the words are anywhere in the database or the photo store. */
async function found(words: readonly string[]): Promise<string[]> {
  const lines = (await traces(words)).join('\n').toLowerCase()
  return words.filter((word) => lines.includes(word.toLowerCase()))
}

const ownId = ({ page }: Person) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/user.php', { headers: { 'x-client-request': '1' } })
    return ((await answer.json()) as { user: { id: string } }).user.id
  })

async function write({ page }: Person, text: string): Promise<void> {
  const stored = page.waitForResponse('**/api/message.php')
  await page.getByRole('textbox').fill(text)
  await page.getByRole('textbox').press('Enter')
  expect((await stored).status()).toBe(200)
}

/** A photo whose metadata names its author. */
const aPhoto = async (author: string) =>
  await sharp({ create: { width: 900, height: 900, channels: 3, background: '#dd1010' } })
    .jpeg()
    .withExif({ IFD0: { Artist: author, ImageDescription: author } })
    .toBuffer()

async function leave({ page }: Person, password: string): Promise<void> {
  await page.goto(at('afterdusk', '/settings'))
  await page.getByRole('button', { name: sentence('delete-account.open') }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL('**/account-deleted?done=1')
}

async function tryToLogIn({ page }: Person, login: string, password: string): Promise<void> {
  await page.goto(at('afterdusk', '/login?lang=en'))
  await page.getByLabel(sentence('login.name')).fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test(
  'the whole life of an account, from signing up to the last trace: of twelve planted marks none is left [OTH-8] [RT-6]',
  { timeout: 300_000 },
  async () => {
    const twoMonthsAgo = new Date(Date.now() - 60 * DAY * 1000)
    await moveClock({ now: twoMonthsAgo.toISOString() })
    const member = aNewcomer('Mark')
    const bobs = aNewcomer('Bob', { gender: 'Man' })
    const marks = {
      name: member.name,
      address: member.email,
      newAddress: `moved.${letters()}@journey.example`,
      wantedAddress: `wanted.${letters()}@journey.example`,
      campaign: `campaign-${letters()}`,
      about: `I keep ${letters()}.`,
      message: `Good evening ${letters()}`,
      lastMessage: `Good night ${letters()}`,
      opening: `Hello ${letters()}`
    }
    const [newPassword, author] = [`a quiet harbour ${letters()}`, `Author ${letters()}`]
    const [anna, bob] = [await aPerson({ country: 'GB' }), await aPerson({ country: 'GB' })]
    const { page } = anna
    await signUp(bob, bobs)
    const bobsId = await ownId(bob)

    // She arrives through a campaign, signs up and confirms.
    await page.goto(at('afterdusk', `/?lang=en&ref=${marks.campaign}`))
    await page.goto(at('afterdusk', '/signup?lang=en'))
    await fillSignUp(anna, member, () => goOn(anna))
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.getByText(sentence('form.check_mail')).waitFor()
    await confirm(anna, member)
    await page.getByRole('main').getByRole('link', { name: 'Complete my profile' }).click()
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.waitForURL('**/signup-matches')
    const id = await ownId(anna)

    // A profile with a photo, which a moderator approves.
    const before = new Set((await readPhotos()).map(({ path }) => path))
    await page.goto(at('afterdusk', '/profile'))
    await choosePhoto(anna, { name: `${author}.jpg`, mimeType: 'image/jpeg', buffer: await aPhoto(author) })
    await page.getByRole('button', { name: 'Upload photo' }).click()
    await page.getByText('1 of 3').waitFor()
    const photo = (await page.locator('[data-photo]').getAttribute('data-photo'))!
    const body = new URLSearchParams({ photo, status: 'active' })
    expect((await fetch(atNoBrand('/__dev/photos'), { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
    const files = (await readPhotos()).filter(({ path }) => !before.has(path))
    expect(files.length).toBeGreaterThan(1)
    const pixels = createHash('sha256').update(files[0]!.bytes).digest('hex')
    await page.getByLabel('About me').fill(marks.about)
    await page.getByRole('button', { name: 'Save my profile' }).click()
    await page.getByText('Your profile is saved.').waitFor()

    // Messages to someone who answers, and to someone who doesn't.
    await page.goto(at('afterdusk', `/members/${bobsId}/chat`))
    await write(anna, marks.message)
    await bob.page.goto(at('afterdusk', '/chats'))
    await bob.page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(member.name) })
      .click()
    await bob.page.getByText(marks.message).last().waitFor()
    await write(bob, 'Words of Bob')
    const conversation = bob.page.url()
    await page.getByText('Words of Bob').last().waitFor()
    await write(anna, marks.lastMessage)
    await page.goto(at('afterdusk', '/members'))
    await openNewChat(anna)
    await write(anna, marks.opening)

    // Settings: fewer mails, another address, and one that is never confirmed.
    await openLive(anna, at('afterdusk', '/settings'))
    await page.getByLabel('New messages').selectOption({ label: 'Never' })
    await page.getByText('Saved', { exact: true }).waitFor()
    const askForAddress = async (address: string, password: string) => {
      await page.goto(at('afterdusk', '/settings'))
      const section = page.getByRole('region', { name: sentence('change-email.submit') })
      await section.getByLabel(sentence('change-email.email')).fill(address)
      await section.getByLabel('Password', { exact: true }).fill(password)
      await section.getByRole('button', { name: sentence('change-email.submit') }).click()
      await section.getByText('We’ve sent a link to the new address.').waitFor()
    }
    await askForAddress(marks.newAddress, PASSWORD)
    await page.goto((await mailTo(marks.newAddress)).links[0]!)
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByRole('heading', { level: 1, name: sentence('mail-change-do.heading') }).waitFor()
    await askForAddress(marks.wantedAddress, PASSWORD)

    // A forgotten password: logged out everywhere, then in again with the new one.
    await page.goto(at('afterdusk', '/reset-password?lang=en'))
    await page.getByLabel(sentence('form.email')).fill(marks.newAddress)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('If this address has an account here').waitFor()
    await page.goto((await mailTo(marks.newAddress, 'Choose a new password')).links[0]!)
    await page.getByRole('button', { name: sentence('token.reset_password_action') }).click()
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('New password again').fill(newPassword)
    await page.getByRole('button', { name: sentence('reset-password-do.submit') }).click()
    await page.waitForURL('**/login?reset=1')
    await tryToLogIn(anna, marks.newAddress, newPassword)
    await page.waitForURL(/\/members(\?|$)/)

    // All twelve marks exist; what must never be stored doesn't.
    const sought = [...Object.values(marks), id, photo, pixels]
    expect(sought).toHaveLength(12)
    expect(await found(sought)).toEqual(sought)
    const neverKept = [PASSWORD, newPassword, author]
    expect(await found(neverKept)).toEqual([])

    // Gone, and back on the thirteenth day as before.
    await leave(anna, newPassword)
    const bobsList = async () => {
      await bob.page.goto(at('afterdusk', '/chats'))
      await bob.page.getByRole('heading', { level: 1 }).waitFor()
      return await bob.page.getByRole('main').innerText()
    }
    expect(await bobsList()).not.toContain(member.name)
    const first = (await mailTo(marks.newAddress, sentence('mail.account_deleted.subject'))).links[0]!
    await moveClock({ advance: 13 * DAY })
    await tryToLogIn(anna, marks.newAddress, newPassword)
    await page.getByText('Your account has been deleted. You can still reactivate it').first().waitFor()
    await page.goto(first)
    await page.getByRole('button', { name: 'Reactivate my account' }).click()
    await page.waitForURL('**/login?back=1')
    await tryToLogIn(anna, marks.newAddress, newPassword)
    await page.waitForURL(/\/members(\?|$)/)
    await page.goto(at('afterdusk', '/profile'))
    await page.getByText('1 of 3').waitFor()
    expect(await page.getByLabel('About me').inputValue()).toBe(marks.about)
    expect(await bobsList()).toContain(member.name)

    // Gone again. An hour before the fourteenth day ends everything still exists; the first link has expired.
    await leave(anna, newPassword)
    await page.goto(first)
    await page.getByRole('heading', { name: 'Link expired or invalid' }).waitFor()
    await expect.poll(async () => (await mailTo(marks.newAddress, sentence('mail.account_deleted.subject'))).links[0]).not.toBe(first)
    const second = (await mailTo(marks.newAddress, sentence('mail.account_deleted.subject'))).links[0]!
    await moveClock({ advance: 14 * DAY - 3600 })
    const stillThere = [marks.name, marks.newAddress, marks.about, marks.message, marks.lastMessage, marks.opening, id, photo, pixels]
    expect(await found(stillThere)).toEqual(stillThere)
    await page.goto(second)
    await page.getByRole('heading', { level: 1, name: sentence('token.reactivate_heading') }).waitFor()

    // The time is over; the product's own job erases without being triggered.
    await stopProduct()
    await start()
    await expect.poll(() => traces([...sought, ...neverKept]), { timeout: 60_000, interval: 1000 }).toEqual([])
    await tryToLogIn(anna, marks.newAddress, newPassword)
    await page.getByText('Login failed, please try again.').first().waitFor()
    await page.goto(second)
    await page.getByRole('heading', { name: 'This page could not be found' }).waitFor()

    // He keeps his own messages, to an anonymous placeholder. His page notices by itself that its session has ended; it must not do so while he logs
    // in.
    await bob.page.goto('about:blank').catch(() => {})
    await logIn(bob, bobs)
    const list = await bobsList()
    expect(list).toContain(sentence('chat.somebody_gone'))
    expect(list).not.toContain(member.name)
    await bob.page.goto(conversation)
    await bob.page.getByText(sentence('chat.deleted')).waitFor()
    const log = bob.page.getByRole('log')
    await log.getByText('Words of Bob').waitFor()
    expect(await log.getByText('Message removed').count()).toBe(2)
    expect(await found([bobs.name])).toEqual([bobs.name])
  }
)

import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { commandProcess } from '../fixtures/command.ts'
import { sentence } from '../fixtures/sentence.ts'
import { aNewcomer, idle, join as joinBrand, PASSWORD } from './acts.ts'
import { aPerson, at, expectQuiet, ownSite, plainGet } from './browser.ts'

const file = (id = 'lantern') => join(ownSite().tenants, `${id}.json`)

async function fromFluwijn(changes: object, id = 'lantern'): Promise<void> {
  const brand = JSON.parse(await readFile(join(ownSite().tenants, 'fluwijn.json'), 'utf8')) as object
  await writeFile(file(id), JSON.stringify({ ...brand, id, name: 'Lantern', domain: `${id}.example`, aliases: [], ...changes }))
}

async function pageUntil(holds: (status: number, html: string) => boolean, tenant = 'lantern'): Promise<string> {
  for (;;) {
    const { status, html } = await plainGet(tenant, '/login')
    if (holds(status, html)) return html
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('a brand is one file: saved, it is served; changed, it changes; with a mistake, the last good version stays [DC-7]', async () => {
  // A second try starts from the same state as the first.
  await rm(file(), { force: true })
  await pageUntil((status) => status === 404)
  await fromFluwijn({})
  const began = Date.now()
  expect(await pageUntil((status) => status === 200)).toContain('Lantern')
  console.log(`a new brand was served ${Date.now() - began} ms after its file was saved`)

  await fromFluwijn({ name: 'Lamplight', refund_days: 3, niche: 9 })
  // The folder is read as a whole: when a file saved after it is served, the mistake has been read.
  await rm(file('beacon'), { force: true })
  await fromFluwijn({ name: 'Beacon' }, 'beacon')
  await pageUntil((status) => status === 200, 'beacon')
  const kept = await pageUntil((status) => status === 200)
  expect(kept).toContain('Lantern')
  expect(kept).not.toContain('Lamplight')

  await fromFluwijn({ name: 'Lanterna' })
  await pageUntil((_, html) => html.includes('Lanterna'))
})

/** Runs `npm run tenants -- …` next to the running product. */
async function operator(...words: string[]): Promise<string> {
  const tenants = ownSite().tenants
  const env = { TENANTS_DIR: tenants, DATA_DIR: dirname(tenants), PORT: String(ownSite().port) }
  const { status, stdout, stderr } = await commandProcess('tenants', words, env)
  if (status !== 0) throw new Error(`tenants ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

test(
  'an operator creates, checks, opens and rolls back a brand by command, without a restart, within a minute [DC-7]',
  { timeout: 60_000 },
  async () => {
    const path = join(ownSite().tenants, 'wildrose.json')
    await rm(path, { force: true })
    await pageUntil((status) => status === 404, 'wildrose')
    const brand = ['--name', 'Wild Rose', '--domain', 'wildrose.example', '--lang', 'nl', '--countries', 'NL,DE', '--company', 'lamplicht']
    expect(await operator('new', 'wildrose', ...brand, '--primary', '#a3243b')).toContain('a draft')
    expect(await operator('check', 'wildrose')).toContain('1 tenant, 0 errors')
    expect(await operator('publish', 'wildrose')).toContain('It is a draft.')

    await writeFile(
      path,
      (await readFile(path, 'utf8')).replace('"status": "draft"', '"status": "live"').replace('"nl": "Wild Rose"', '"nl": "Wilde roos"')
    )
    const { version, edges } = JSON.parse(await operator('publish', 'wildrose', '--json')) as {
      version: number
      edges: { ms: number | null }[]
    }
    expect(edges).toHaveLength(1)
    const { status, html } = await plainGet('wildrose', '/')
    expect(status).toBe(200)
    expect(html).toContain('Wilde roos')
    expect(html).toContain('#a3243b')
    expect(html).toContain(`"version":${version}`)

    // The very first version was the draft.
    expect(await operator('diff', 'wildrose', '1')).toContain('It goes live: wildrose.example is open to everyone.')
    await operator('rollback', 'wildrose', '1')
    expect((await plainGet('wildrose', '/')).html).not.toContain('Wilde roos')
  }
)

test.runIf(isLong)('a member of a brand that closes still gets in, finds the way to all that is open, and leaves', async () => {
  await rm(file('embers'), { force: true })
  await fromFluwijn({ name: 'Embers' }, 'embers')
  await pageUntil((status) => status === 200, 'embers')
  const member = aNewcomer('Ina', { tenant: 'embers', country: 'NL' })
  const person = await aPerson({ country: 'NL', width: 375 })
  const { page } = person
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 410 && !answer.request().isNavigationRequest()) refused.push(answer.url())
  })
  await joinBrand(person, member)
  await page.goto(at('embers', '/members?lang=en'))
  await page.getByRole('heading', { level: 1 }).waitFor()

  // A page that is still open would be refused what it requests next, such as its stream.
  await page.goto('about:blank')
  await fromFluwijn({ name: 'Embers', status: 'gone' }, 'embers')
  await pageUntil((_, html) => html.includes('closed-notice'), 'embers')
  await page.goto(at('embers', '/members'))
  await page.getByRole('heading', { level: 1, name: 'Embers has closed' }).waitFor()
  await page.getByRole('link', { name: 'Your payments' }).click()
  await page.waitForURL('**/transactions')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/settings')
  await page.getByRole('button', { name: 'Download my data' }).waitFor()
  await page.getByText('Lamplicht').first().waitFor()
  await idle(person)
  await page.getByRole('link', { name: sentence('layout.closed_open') }).click()
  await page.getByRole('heading', { level: 1, name: 'Embers has closed' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: sentence('delete-account.open') }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL('**/account-deleted?done=1')
  expect(refused.join(' ')).toBe('')
  // The closed page itself is answered 410, and what is requested at the moment the session ends 403: the console repeats both.
  person.complaints.splice(0, person.complaints.length, ...person.complaints.filter((text) => !/\b(?:410|403)\b/.test(text)))
  expectQuiet(person)
})

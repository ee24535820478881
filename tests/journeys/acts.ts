import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import type { APIResponse } from 'playwright'
import { expect } from 'vitest'
import { runningDatabase } from '../../bin/database/running-database.ts'
import { setPremium } from '../../origin/accounts/life-cycle/set-premium.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { createDeps } from '../../origin/create-deps.ts'
import { openDatabase } from '../../origin/db/database.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import type { Deps } from '../../origin/deps.ts'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { moderatePhoto } from '../../origin/photos/moderate-photo.ts'
import { CONTRACT } from '../../shared/api/contract.ts'
import { insertMember } from '../fixtures/members.ts'
import { at, mailTo, ownSite, plainGet, sendAs, type Person } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

export interface NewMember {
  name: string
  email: string
  tenant: string
  country: string
  gender: 'Woman' | 'Man'
  year: string
}

/** A member who never existed before: a second try of a journey must not find the first one. */
export function aNewcomer(given: string, differences: Partial<NewMember> = {}): NewMember {
  const letters = String.fromCodePoint(...[...randomBytes(6)].map((byte) => 97 + (byte % 26)))
  const name = `${given} ${letters}`
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@journey.example`
  return { name, email, tenant: 'afterdusk', country: 'GB', gender: 'Woman', year: '1988', ...differences }
}

export const PASSWORD = 'lantern by the quay'

/** Fills in the steps of signing up in turn, in English; `next` goes from one step to the next, if there are steps. */
export async function fillSignUp(
  { page }: Person,
  { name, email, country, gender, year }: NewMember,
  next: () => Promise<void> = async () => {}
): Promise<void> {
  const form = page.locator('form[data-flow]')
  await form.getByRole('group', { name: 'I am' }).getByRole('radio', { name: gender, exact: true }).check()
  await next()
  await form.getByLabel('Day', { exact: true }).fill('17')
  await form.getByLabel('Month', { exact: true }).fill('5')
  await form.getByLabel('Year', { exact: true }).fill(year)
  await next()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Country').selectOption(country)
  await next()
  await form.getByLabel(sentence('form.email'), { exact: true }).fill(email)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await next()
  for (const box of await form.locator('input[name^="consent_"]').all()) await box.check()
}

/** Goes to the next step of signing up; must succeed. */
export async function goOn({ page }: Person): Promise<void> {
  const step = await page.locator('[data-testid^="signup-step-"]:visible').getAttribute('data-testid')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByTestId(step!).waitFor({ state: 'hidden' })
}

/** From the first step to the mail that asks to confirm. */
export async function askToJoin(person: Person, member: NewMember, path = '/signup'): Promise<void> {
  const { page } = person
  await page.goto(at(member.tenant, `${path}?lang=en`))
  await fillSignUp(person, member, () => goOn(person))
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByText(sentence('form.check_mail')).waitFor()
}

/** Signs up by the API, like the last step of the form, without opening a page; the browser then is the one that signed up. */
export async function askToJoinByApi(person: Person, { name, email, tenant, country, gender, year }: NewMember): Promise<void> {
  const consents = { consent_terms: true, consent_sensitive: true, consent_tracking: true }
  const answer = await sendAs(person, tenant, '/api/signup.php', {
    ...consents,
    email,
    name,
    country,
    password: PASSWORD,
    date_of_birth: `${year}-05-17`,
    gender: gender.toLowerCase()
  })
  expect(answer.status()).toBe(200)
  await takeCookies(person, tenant, answer)
}

/** Confirms by the mailed link; the member is then logged in. */
export async function confirm({ page }: Person, { email }: NewMember): Promise<void> {
  const mail = await mailTo(email)
  await page.goto(mail.links[0]!)
  await page.waitForURL('**/activate/done')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(sentence('activate-done.heading'))
}

/** A browser's entry of what has moved, which TypeScript's library lacks. */
interface LayoutShift {
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** From the next page on, records what has moved by itself since the page was opened: the elements of its layout shifts, from where to where. */
export async function watchMoves(page: Person['page']): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moves: string[] = []
    Object.assign(window, { moves })
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as unknown as LayoutShift[])
        for (const { node, previousRect, currentRect } of hadRecentInput ? [] : sources) {
          const shown = node instanceof Element ? node.outerHTML : node?.textContent
          moves.push(`${shown?.slice(0, 120)}: ${at(previousRect)} → ${at(currentRect)}`)
        }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { moves: string[] }).moves)
}

/**
 * Does this move of `watchMoves` change the vertical position or height? A centred line that arrives in two pieces, or a field beside which buttons
 * appear, widens where it is, and what had no size appears.
 */
export function upOrDown(move: string): boolean {
  const [, from, size, to] = /: \S+ (\S+) (\S+ \S+) → \S+ (\S+) \S+ \S+$/.exec(move)!
  return from !== to && size !== '0 0'
}

/** From the first step to a confirmed member with a profile, logged in, like a person would. */
export async function signUp(person: Person, member: NewMember): Promise<void> {
  const { page } = person
  await askToJoin(person, member)
  await confirm(person, member)
  await page.getByRole('main').getByRole('link', { name: 'Complete my profile' }).click()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/signup-matches')
}

/** Logs a member of the cast in on their brand, in English, and opens a page. */
export async function logInAs(person: Person, name: string, next = '/members'): Promise<void> {
  const { email, tenant } = CAST.find((member) => member.name === name)!
  await takeSession(person, { email, tenant, password: CAST_PASSWORD })
  await person.page.goto(at(tenant, next))
}

/** Creates a logged-in member with a complete profile, in English, without the forms; opens no page. */
export async function join(person: Person, { name, email, tenant, country, gender, year }: NewMember, since = new Date()): Promise<void> {
  await inDatabase(async (db) => {
    const { pool } = JSON.parse(await readFile(path.join(ownSite().tenants, `${tenant}.json`), 'utf8')) as { pool?: string }
    await insertMember(db, { id: tenant, pool, domain_language: 'en', countries: [country] }, since, {
      name,
      email,
      gender: gender === 'Woman' ? 'woman' : 'man',
      date_of_birth: `${year}-05-17`,
      password: PASSWORD
    })
  })
  await takeSession(person, { email, tenant })
}

/** Logs in by the API like the log-in page does: the browser has the session, and its language is English from now on. */
export async function takeSession(person: Person, member: { email: string; tenant: string; password?: string }): Promise<void> {
  const { email, tenant, password = PASSWORD } = member
  const answer = await sendAs(person, tenant, '/api/user.php', { credentials: { login: email, password } })
  expect(answer.status()).toBe(200)
  await takeCookies(person, tenant, answer)
}

/** Gives the browser the cookies of an answer to `sendAs`, and English. */
async function takeCookies({ context }: Person, tenant: string, answer: APIResponse): Promise<void> {
  const lines = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
  const cookie = { url: at(tenant), sameSite: 'Lax' as const }
  const given = lines.flatMap(({ value }) => {
    const [, name, content] = /^([^=]+)=([^;]+)/.exec(value) ?? []
    return name && content ? [{ ...cookie, name, value: content, httpOnly: /; *httponly/i.test(value) }] : []
  })
  await context.clearCookies({ domain: '127.0.0.1' })
  await context.addCookies([...given, { ...cookie, name: 'locale', value: 'en' }])
}

/** Logs a member in by the form and waits for the page that follows. */
export async function logIn(
  { page }: Person,
  { email, tenant, password = PASSWORD }: { email: string; tenant: string; password?: string },
  next = ''
): Promise<void> {
  await page.goto(at(tenant, `/login?lang=en${next && `&next=${encodeURIComponent(next)}`}`))
  await page.getByLabel(sentence('login.name')).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname === (next || '/members'))
}

/** Ends a browser's session like another browser that has it: this one keeps the cookie, which looks valid but isn't. */
export async function endSessionElsewhere({ context }: Person, tenant: string): Promise<void> {
  const session = (await context.cookies(at(tenant))).find(({ name }) => name === 'auth')!
  const { status } = await plainGet(tenant, '/api/logout.php', { 'x-client-request': '1', cookie: `auth=${session.value}` })
  expect(status).toBe(200)
}

/** From the search to the composer for the first member found. */
export async function openNewChat({ page }: Person): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.locator('img') })
    .first()
    .click()
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await page.waitForURL('**/chat')
  await page.getByRole('textbox').waitFor()
}

/** Opens a member's page and waits until it is hydrated: the event stream is requested when React has started. */
export async function openLive({ page }: Person, url: string): Promise<void> {
  // The previous page may be requesting its own stream just now.
  let committed = false
  const live = page.waitForRequest((request) => committed && request.url().includes('/api/events.php'))
  await page.goto(url, { waitUntil: 'commit' })
  committed = true
  await live
  await page.waitForLoadState('load')
}

/** A photo as a file to choose. */
export interface PhotoFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Changes the order of the photos, which the page shows before it is stored, and waits for the answer. */
export async function untilArranged({ page }: Person, change: () => Promise<void>): Promise<void> {
  const { method, path } = CONTRACT.arrangePhotos
  const answer = page.waitForResponse((response) => response.request().method() === method && response.url().endsWith(path))
  await change()
  await answer
}

/** Chooses a photo once a person could: Playwright also sets the files of a part of the page whose code has yet to arrive, which would lose them. */
export async function choosePhoto({ page }: Person, file: PhotoFile): Promise<void> {
  await page.locator('main [inert]').waitFor({ state: 'detached' })
  await page.getByLabel('Add a photo').setInputFiles(file)
}

/** Waits until a page has nothing left to do: what it was going to show has been painted. */
export async function idle({ page }: Person): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })
}

/** Grants premium like a purchase, or revokes it like a refund. */
export async function givePremium({ email }: Pick<NewMember, 'email'>, paid: boolean): Promise<void> {
  await asOperator(async (deps) => {
    const { id } = await deps.db.selectFrom('members').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await inUnitOfWork(deps, (unit) => setPremium(unit, id, paid))
  })
}

/** A moderator approves all waiting photos of a member. */
export async function approvePhotos({ email }: Pick<NewMember, 'email'>): Promise<void> {
  await asOperator(async (deps) => {
    const photos = await deps.db
      .selectFrom('photos')
      .innerJoin('members', 'members.id', 'photos.member_id')
      .select('photos.public_id')
      .where('members.email', '=', email)
      .execute()
    for (const { public_id } of photos) await inUnitOfWork(deps, (unit) => moderatePhoto(unit, public_id, 'active'))
  })
}

/** Runs `work` with the dependencies of an operator's command. */
export async function asOperator(work: (deps: Deps) => Promise<void>): Promise<void> {
  const options = {
    edgeSecret: '',
    appSecret: '',
    local: true,
    dataDir: ownSite().data,
    linkBase: () => '',
    log: pino({ level: 'silent' })
  }
  await inDatabase(async (db) => await work(await createDeps(options, db)))
}

/** 500 credits for each. */
export async function giveCredits(members: readonly Pick<NewMember, 'email' | 'tenant'>[]): Promise<void> {
  await inDatabase(async (db) => {
    for (const { email, tenant } of members) {
      const { id: member } = await db.selectFrom('members').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      await grantCredits(db, { member, tenant, credits: 500, movement: `journey:${email}`, reason: 'goodwill', now: new Date() })
    }
  })
}

/** Runs `work` with the product's own database. */
export async function inDatabase<T>(work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase(runningDatabase(ownSite().data)!, { connections: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Adds a photo in one colour, as the page sends it, without cropping. */
export async function uploadPhoto({ page }: Person, colour: string): Promise<void> {
  const status = await page.evaluate(async (fill) => {
    const canvas = new OffscreenCanvas(480, 600)
    const context = canvas.getContext('2d')!
    context.fillStyle = fill
    context.fillRect(0, 0, 480, 600)
    const body = await canvas.convertToBlob({ type: 'image/png' })
    const headers = { 'content-type': 'image/png', 'x-client-request': '1', 'idempotency-key': crypto.randomUUID() }
    return (await fetch('/api/photos.php', { method: 'POST', headers, body })).status
  }, colour)
  expect(status).toBe(200)
}

/** The public id of the logged-in member. */
export async function ownId({ page }: Person): Promise<string> {
  return await page.evaluate(async () => {
    const answer = await fetch('/api/user.php', { headers: { 'x-client-request': '1' } })
    return ((await answer.json()) as { user: { id: string } }).user.id
  })
}

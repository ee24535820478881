import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { aNewcomer, PASSWORD, fillSignUp, inDatabase, logInAs } from './acts.ts'
import { aPerson, at, comeFrom, expectQuiet, mailTo, type Person } from './browser.ts'
import { CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { sentence } from '../fixtures/sentence.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe('languages', () => {
  let person: Person
  beforeAll(async () => {
    person = await aPerson()
  })

  test.each([
    ['BE', 'fluwijn', ['nl', 'fr', 'de'], '[LOC-5]'],
    ['CH', 'clairsoir', ['de', 'it', 'fr', 'en'], '[LOC-6]'],
    ['FI', 'revontuuli', ['fi', 'sv'], '[LOC-7]'],
    ['US', 'afterdusk', ['en', 'es'], '[LOC-8]']
  ])('a visitor from %s on %s is offered %j %s [NAV-13]', async (country, tenant, languages) => {
    await comeFrom(person, country)
    await person.page.goto(at(tenant))
    const offered = person.page.locator('header a[hreflang]')
    expect(await offered.evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')))).toEqual(languages)
    expectQuiet(person)
  })

  test('a visitor from the Netherlands sees no dropdown on a Dutch brand [LOC-4] [NAV-13]', async () => {
    await comeFrom(person, 'NL')
    await person.page.goto(at('fluwijn'))
    expect(await person.page.locator('html').getAttribute('lang')).toBe('nl')
    expect(await person.page.locator('header a[hreflang]').count()).toBe(0)
  })

  test('the US footer is for English in the United States only [LOC-9]', async () => {
    const { page } = person
    await comeFrom(person, 'US')
    await page.goto(at('afterdusk'))
    expect(await page.getByTestId('us-footer').count()).toBe(1)
    await page.goto(at('afterdusk', '/?lang=es'))
    expect(await page.getByTestId('us-footer').count()).toBe(0)
  })
})

test('the default layout has navigation, banners, footer, disclaimer and the sign-up modal [LAY-1]', async () => {
  const person = await aPerson({ country: 'GB' })
  const { page } = person
  await page.goto(at('afterdusk', '/members?lang=en'))
  await page.getByRole('banner').getByRole('navigation', { name: 'Main' }).waitFor()
  expect(await page.getByRole('complementary').count()).toBe(1)
  await page.getByRole('contentinfo').getByText('for adults only').waitFor()
  await page
    .getByRole('link', { name: /^Like / })
    .first()
    .click()
  await page.getByTestId('signup-modal').getByTestId('signup-step-0').waitFor()
  expect(new URL(page.url()).pathname).toBe('/members')
  expectQuiet(person)
})

describe.runIf(isLong)('films', () => {
  let person: Person
  const films: string[] = []
  beforeAll(async () => {
    person = await aPerson({ country: 'GB' })
    person.page.on('request', (request) => request.url().endsWith('.mp4') && films.push(request.url()))
  })

  test.each(['video', 'transitionsvideolanding'])(
    'the film of /landers/%s plays where motion is welcome, and is not even loaded elsewhere',
    async (lander) => {
      const { page } = person
      await comeFrom(person, 'GB')
      await page.emulateMedia({ reducedMotion: 'reduce' })
      films.length = 0
      await page.goto(at('afterdusk', `/landers/${lander}`), { waitUntil: 'networkidle' })
      const video = page.locator('video')
      expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
      expect(films).toEqual([])

      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.reload()
      await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0)
      expect(await video.evaluate((element: HTMLVideoElement) => [element.paused, element.muted, element.loop])).toEqual([
        false,
        true,
        true
      ])
      expectQuiet(person)
    }
  )
})

test('a visitor searches, reads on and opens a profile with at most 5 KB of script, and no application before a like', async () => {
  const person = await aPerson({ country: 'GB', width: 375 })
  const { page } = person
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.goto(at('harbourlight', '/members?lang=en'))
  await page.getByText('Filters').click()
  await page.getByRole('combobox', { name: 'Looking for' }).selectOption({ label: 'Women' })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.waitForURL('**/members?gender=woman**')
  await page.goto(at('harbourlight', '/members'))
  await page.getByRole('link', { name: 'Show more' }).click()
  await page.waitForURL('**/members?page=2#page-2')
  // The first new card is where the list goes on.
  await expect.poll(() => page.locator('#page-2').evaluate((card) => card.getBoundingClientRect().top)).toBeLessThan(200)
  await page.locator('#page-2 a').first().click()
  await page.waitForURL(/\/members\/[\w-]{22}$/)
  await page.waitForLoadState('networkidle')
  const sizes = [...scripts].map((path) => statSync(`${ROOT}dist/client${path}.br`).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5 * 1024)

  const profile = page.url()
  await page.getByRole('link', { name: 'Like', exact: true }).click()
  await page.getByTestId('signup-modal').getByTestId('signup-step-0').waitFor()
  expect(page.url()).toBe(profile)
  expectQuiet(person)
})

test('where the application cannot be loaded, a like leads to the page that signs up for this member', async () => {
  const { page } = await aPerson({ country: 'GB' })
  await page.route(/\/assets\/entry-(?!closed)[^/]*\.js$/, (route) => route.abort())
  await page.goto(at('afterdusk', '/members?lang=en'))
  await page
    .getByRole('link', { name: /^Like / })
    .first()
    .click()
  await page.waitForURL(/\/members\/[\w-]{22}\/signup$/)
})

test.runIf(isLong)('a landing page that the edge couldn’t fill in time is filled by the application', async () => {
  const { page } = await aPerson({ country: 'GB' })
  await page.goto(at('afterdusk', '/members?lang=en'))
  const profile = await page.getByRole('main').locator('a[href^="/members/"]').first().getAttribute('href')
  await inDatabase((db) =>
    db.transaction().execute(async (held) => {
      await sql`lock table members in access exclusive mode`.execute(held)
      await page.goto(at('afterdusk', `${profile}/landing`))
      await page.getByRole('heading', { level: 1, name: sentence('layout.loading') }).waitFor()
    })
  )
  await page.getByTestId('landing-portrait').waitFor()
})

test.runIf(isLong)('a menu closes by Escape and by a click elsewhere before the application has loaded', async () => {
  const { page } = await aPerson({ country: 'BE' })
  // The application, but not what the small script shares with it.
  await page.route(/\/assets\/entry-(?!closed)[^/]*\.js$/, (route) => route.abort())
  await page.goto(at('fluwijn'))
  const menu = page.locator('header details')
  const button = menu.locator('summary')
  const links = menu.locator('a').first()
  await button.click()
  await links.waitFor()
  await page.keyboard.press('Escape')
  await links.waitFor({ state: 'hidden' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await button.click()
  await links.waitFor()
  await page.mouse.click(5, 400)
  await links.waitFor({ state: 'hidden' })
})

describe('entry warning', () => {
  let person: Person
  beforeAll(async () => {
    person = await aPerson()
  })

  test.each([
    ['NL', true],
    ['DE', true],
    ['FR', false]
  ])('a visitor from %s gets it on a lander: %s [LOC-10] [LOC-11]', async (country, warned) => {
    await comeFrom(person, country)
    await person.page.goto(at('afterdusk', '/landers/gallery'))
    expect(await person.page.getByTestId('entry-warning').count()).toBe(warned ? 1 : 0)
  })

  test.each([
    ['DE', true],
    ['FR', false]
  ])('a member in %s gets it on a chat page: %s [LOC-10] [LOC-11] [LAY-5]', async (country, warned) => {
    await comeFrom(person, country)
    await logInAs(person, 'Anna', '/chats')
    const chat = await person.page.getByRole('main').locator('a[href^="/chats/"]').first().getAttribute('href')
    await person.page.goto(at('afterdusk', chat!))
    expect(await person.page.getByTestId('layout-chat').count()).toBe(1)
    expect(await person.page.getByTestId('entry-warning').count()).toBe(warned ? 1 : 0)
  })

  test('closing it stores when, and it does not come back [OTH-9] [OTH-10]', async () => {
    await comeFrom(person, 'NL')
    const { page } = person
    await page.goto(at('fluwijn', '/landers/gallery?lang=en'))
    await page.getByTestId('entry-warning').getByRole('button', { name: 'Enter' }).click()
    await page.getByTestId('entry-warning').waitFor({ state: 'hidden' })
    const stored = Number(await page.evaluate(() => localStorage.getItem('site_entry_closed')))
    expect(Math.abs(Date.now() - stored)).toBeLessThan(60_000)
    await page.reload()
    expect(await page.getByTestId('entry-warning').count()).toBe(0)
    expectQuiet(person)
  })
})

describe('without JavaScript', () => {
  let person: Person
  beforeAll(async () => {
    person = await aPerson({ javaScript: false })
  })

  test('the pages contain their text, and the entry warning too [DC-4]', async () => {
    await comeFrom(person, 'DE')
    const { page } = person
    for (const path of ['/', '/login', '/signup', '/lang-config', '/landers/gallery']) {
      await page.goto(at('clairsoir', path))
      expect((await page.locator('main').textContent())!.length).toBeGreaterThan(40)
    }
    expect(await page.getByTestId('entry-warning').count()).toBe(1)
  })

  test('log-in works, and a wrong password keeps the name [ERR-3] [RT-2]', async () => {
    await comeFrom(person, 'GB')
    const { page } = person
    await page.goto(at('afterdusk', '/login?lang=en'))
    await page.getByLabel(sentence('login.name')).fill('Anna')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Login failed, please try again.').first().waitFor()
    expect(await page.getByLabel(sentence('login.name')).inputValue()).toBe('Anna')
    await page.getByLabel('Password', { exact: true }).fill(CAST_PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/\/members(\?|$)/)
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(1)
  })

  test('sign-up works up to the confirmed address, and an age under 18 keeps the rest [VAL-3] [VAL-4] [RT-3]', async () => {
    await comeFrom(person, 'GB')
    const { page } = person
    await page.goto(at('afterdusk', '/signup?lang=en'))
    const member = aNewcomer('Plain Pia', { year: String(new Date().getFullYear() - 17) })
    await fillSignUp(person, member)
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.getByText('Enter your date of birth (18+).').first().waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(member.name)
    expect(await page.getByLabel('Year').inputValue()).toBe(member.year)
    await page.getByLabel('Year').fill('1990')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.getByText(sentence('form.check_mail')).waitFor()
    const mail = await mailTo(member.email)
    await page.goto(mail.links[0]!)
    await page.getByRole('button', { name: sentence('token.activate_action') }).click()
    await page.waitForURL('**/activate/done')
  })

  test('someone without an account complains from the footer, and gets a number by mail [RT-36]', async () => {
    await comeFrom(person, 'GB')
    const { page } = person
    const { email } = aNewcomer('Wilma')
    await page.goto(at('afterdusk', '/?lang=en'))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Complaints' }).click()
    await page.getByLabel('What is it about?').selectOption(sentence('complaints.kind.own_data'))
    await page.getByLabel('Where is it?').fill('The profile Bella42')
    await page.getByLabel('Your name').fill('Wilma Writer')
    await page.getByLabel(sentence('complaints.email')).fill(email)
    await page.getByRole('button', { name: 'Send the complaint' }).click()
    // The text is missing; what was typed is not.
    await page.getByRole('alert').getByRole('link', { name: 'Please fill in this field.' }).waitFor()
    expect(await page.getByLabel('What is it about?').inputValue()).toBe('own_data')
    expect(await page.getByLabel('Where is it?').inputValue()).toBe('The profile Bella42')
    await page.getByLabel('What is wrong?').fill('This profile shows my picture.')
    await page.getByRole('button', { name: 'Send the complaint' }).click()
    await page.getByRole('heading', { level: 1, name: sentence('complaints.sent_title') }).waitFor()
    const receipt = await mailTo(email)
    const reference = /[A-Z2-9]{4}-[A-Z2-9]{4}$/.exec(receipt.subject)?.[0]
    expect(receipt.subject).toBe(sentence('mail.complaint_received.subject', { reference }))
  })

  test('the language is chosen by links and by the form [LOC-13] [LOC-15]', async () => {
    await comeFrom(person, 'BE')
    const { page, context } = person
    await page.goto(at('fluwijn'))
    await page.locator('header summary').first().click()
    await page.locator('header a[hreflang="fr"]').click()
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await page.goto(at('fluwijn', '/login'))
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await page.goto(at('fluwijn', '/lang-config'))
    await page.locator('input[name="language"][value="de"]').check({ force: true })
    await page.locator('main form button[type="submit"]').click()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    const cookie = (await context.cookies()).find(({ name }) => name === 'locale')!
    expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600)
  })
})

test('a brand without open sign-ups says whether a link lets new members in [SCR-3] [ROLE-6] [ROLE-7]', async () => {
  const { page } = await aPerson({ country: 'DE' })
  await page.goto(at('fjordlys', '/signup?lang=en'))
  await page.getByRole('heading', { name: 'Closed to new members' }).waitFor()
  expect(await page.locator('main form').count()).toBe(0)
  await page.goto(at('daemmerzeit', '/signup?lang=en'))
  await page.getByRole('heading', { name: 'By invitation only' }).waitFor()
  await page.goto(at('daemmerzeit', '/signup?lang=en&network=radio'))
  await page.getByRole('button', { name: 'Continue' }).waitFor()
})

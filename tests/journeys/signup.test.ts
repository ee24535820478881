import { expect, test } from 'vitest'
import { ROUTES } from '../../shared/routes/table.ts'
import { isLong } from '../fixtures/long.ts'
import { expectAccessible } from './accessible.ts'
import { aNewcomer, askToJoin, askToJoinByApi, choosePhoto, confirm, fillSignUp, goOn, PASSWORD, takeSession } from './acts.ts'
import { aPicture } from '../fixtures/pictures.ts'
import { aPerson, at, expectQuiet, mailTo, type Person } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

const stepOf = ({ page }: Person) => page.locator('[data-testid^="signup-step-"]:visible').getAttribute('data-testid')
const heading = ({ page }: Person) => page.evaluate(() => document.activeElement?.textContent)

test('signing up goes from step 0 to step 4 and the completion step, by keyboard, on a small phone [SCR-1] [SCR-2] [RT-3] [ENT-12]', async () => {
  const cleo = await aPerson({ country: 'GB', width: 320 })
  const { page } = cleo
  const member = aNewcomer('Cleo')
  await page.goto(at('afterdusk', '/signup?lang=en'))
  const steps: (string | null)[] = []
  await fillSignUp(cleo, member, async () => {
    steps.push(await stepOf(cleo))
    await expectAccessible(page)
    // Enter in a field continues, like the button.
    await page.locator('[data-testid^="signup-step-"]:visible').locator('input, select').last().focus()
    await page.getByRole('button', { name: 'Continue' }).focus()
    await page.keyboard.press('Enter')
    await page.getByTestId(steps.at(-1)!).waitFor({ state: 'hidden' })
    // The heading of the new step has the focus, so it is read aloud with its number.
    expect(await heading(cleo)).toContain(`Step ${steps.length + 1} of 5`)
  })
  steps.push(await stepOf(cleo))
  expect(steps).toEqual([0, 1, 2, 3, 4].map((step) => `signup-step-${step}`))
  await expectAccessible(page)
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(PASSWORD)

  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByTestId('signup-completion').waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('signup_progress'))).toBeNull()
  // Where the mail went, and the way to correct it, stand there before the page is touched.
  expect(await page.getByLabel(sentence('signup.sent_to')).inputValue()).toBe(member.email)
  expectQuiet(cleo)
})

test.runIf(isLong)('going back, by either button, and a reload keep what was filled in, except the password [ENT-12]', async () => {
  const dora = await aPerson({ country: 'GB' })
  const { page } = dora
  await page.goto(at('afterdusk', '/signup?lang=en'))
  const member = aNewcomer('Dora')
  await fillSignUp(dora, member, () => goOn(dora))
  await page.goBack()
  await page.getByTestId('signup-step-3').waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByTestId('signup-step-2').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(member.name)
  await page.goForward()
  await page.goForward()
  await page.getByTestId('signup-step-4').waitFor()

  // Untouched: an empty first step would look as if everything was lost.
  await page.reload()
  await page.getByText(sentence('signup.kept')).waitFor()
  expect(await stepOf(dora)).toBe('signup-step-3')
  expect(await page.getByLabel(sentence('form.email'), { exact: true }).inputValue()).toBe(member.email)
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  await page.goBack()
  await page.getByTestId('signup-step-2').waitFor()
  await page.goForward()
  await page.getByTestId('signup-step-3').waitFor()

  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByTestId('signup-step-0').waitFor()
  expect(await page.getByRole('radio', { name: 'Woman', exact: true }).isChecked()).toBe(false)
  expectQuiet(dora)
})

test('the modal stays while signing up is in progress, and Cancel asks; untouched it closes [LAY-2] [LAY-3] [LAY-4] [LAY-1]', async () => {
  const fred = await aPerson({ country: 'GB' })
  const { page } = fred
  await page.goto(at('afterdusk', '/members?lang=en'))
  await page.waitForLoadState('networkidle')
  const like = page
    .getByRole('main')
    .getByRole('link', { name: /^Like / })
    .first()
  const modal = page.getByTestId('signup-modal')
  const backdrop = () => page.mouse.click(5, 5)
  for (const close of [() => page.keyboard.press('Escape'), backdrop]) {
    await like.click()
    await modal.waitFor()
    await close()
    await modal.waitFor({ state: 'hidden' })
  }
  await like.click()
  await modal.getByRole('radio', { name: 'Man', exact: true }).check()
  await modal.getByRole('button', { name: 'Continue' }).click()
  await modal.getByTestId('signup-step-1').waitFor()
  await expectAccessible(page)
  for (const close of [() => page.keyboard.press('Escape'), () => page.keyboard.press('Escape'), backdrop]) {
    await close()
    expect(await modal.isVisible()).toBe(true)
  }
  await page.goBack()
  await modal.getByTestId('signup-step-0').waitFor()
  await modal.getByRole('button', { name: 'Continue' }).click()
  await modal.getByTestId('signup-step-1').waitFor()

  await modal.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: sentence('signup.cancel_no') }).click()
  expect(await modal.getByTestId('signup-step-1').isVisible()).toBe(true)
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await modal.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/members')
  expect(await page.evaluate(() => sessionStorage.getItem('signup_progress'))).toBeNull()
  expectQuiet(fred)
})

test('the interest in a member outlives the sign-up; until the completion every page works [RT-4] [RT-5] [RT-21] [SCR-18] [ENT-7]', async () => {
  const gina = await aPerson({ country: 'GB' })
  const { page } = gina
  await page.goto(at('afterdusk', '/members?lang=en'))
  const path = await page
    .getByRole('main')
    .getByRole('link', { name: /^Like / })
    .first()
    .getAttribute('href')
  await page.goto(at('afterdusk', `${path!}?lang=en`))
  await expectAccessible(page)
  const name = (await page.getByRole('heading', { level: 1 }).textContent())!.replace('Meet ', '')
  const member = aNewcomer('Gina')
  await askToJoin(gina, member, path!)
  await confirm(gina, member)

  const profile = path!.replace('/signup', '')
  const parameters: Record<string, string> = { '{id}': profile.split('/')[2]!, '{type}': 'received' }
  const member_pages = ROUTES.filter(
    ({ key, access }) => access !== 'visitor' && !['token', 'chats-id', 'credits-id-paymentmethod', 'signup-matches'].includes(key)
  )
  for (const { pattern } of member_pages) {
    const url = pattern.replaceAll(/\/\{\w+\?\}/g, '').replaceAll(/\{\w+\}/g, (parameter) => parameters[parameter]!)
    const answer = await page.evaluate(async (path) => {
      const response = await fetch(path)
      return { status: response.status, text: await response.text() }
    }, url)
    expect([url, answer.status, answer.text.includes('<h1')]).toEqual([url, 200, true])
  }
  // With an account the page redirects to the profile instead of the sign-up.
  await page.goto(at('afterdusk', path!))
  expect(new URL(page.url()).pathname).toBe(profile)

  await page.getByTestId('signup-reminder').getByRole('link').click()
  await page.waitForURL('**/complete-signup')
  await expectAccessible(page)
  await page.getByLabel(/^About me/).fill('Tea and long walks')
  await page.getByRole('checkbox', { name: 'Tea', exact: true }).check()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/signup-matches')
  await page.getByRole('heading', { name: `You came for ${name}` }).waitFor()
  await expectAccessible(page)
  expect(await page.getByTestId('signup-reminder').count()).toBe(0)

  await page.goto(at('afterdusk', '/complete-signup'))
  expect(new URL(page.url()).pathname).toBe('/signup-matches')
  expectQuiet(gina)
})

test.runIf(isLong)(
  'the completion step takes photos, texts and interests; the button waits for a running upload [RT-5] [SCR-2]',
  async () => {
    const jane = await aPerson({ country: 'GB', width: 375 })
    const { page } = jane
    const member = aNewcomer('Jane')
    await askToJoinByApi(jane, member)
    await confirm(jane, member)
    await page.goto(at('afterdusk', '/complete-signup?lang=en'))
    await page.getByText('0 of 3').waitFor()
    await page.getByLabel(/^About me/).fill('Tea and long walks')
    await page.getByLabel(sentence('profile.wishes')).fill('Someone who laughs')
    await page.getByLabel(/^My limits/).fill('No smoke')
    await page.getByRole('checkbox', { name: 'Tea', exact: true }).check()

    // The first try fails and the second one succeeds, each when the test says so.
    let answer = () => {}
    const tries: string[] = []
    await page.route('**/api/photos.php?*', async (route) => {
      tries.push(route.request().method())
      await new Promise<void>((resolve) => (answer = resolve))
      const fields = [{ field: 'photo', code: 'photo_broken', message_key: 'field.photo_broken', params: {} }]
      const error = { code: 'invalid', message_key: 'error.invalid', params: {}, fields }
      if (tries.length === 1) await route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify({ error }) })
      else await route.continue()
    })
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) }
    const save = page.getByRole('button', { name: 'Save and continue' })
    const held = async (times: number) => {
      await page.getByRole('progressbar', { name: 'Uploading' }).waitFor()
      await expect.poll(() => tries.length).toBe(times)
      await save.click()
      await expect.poll(() => save.getAttribute('aria-busy')).toBe('true')
      answer()
    }
    await choosePhoto(jane, file)
    await page.getByRole('button', { name: 'Upload photo' }).click()
    await held(1)
    await expect.poll(() => save.getAttribute('aria-busy')).toBeNull()
    await page.locator('form').getByRole('alert').getByText('This photo is damaged').waitFor()
    await expectAccessible(page)
    expect(new URL(page.url()).pathname).toBe('/complete-signup')
    expect(await page.getByLabel(/^About me/).inputValue()).toBe('Tea and long walks')

    await page.getByRole('button', { name: 'Try again' }).click()
    await held(2)
    await page.waitForURL('**/signup-matches')
    await page.goto(at('afterdusk', '/profile?lang=en'))
    await page.getByText('1 of 3').waitFor()
    expect(await page.getByLabel('About me').inputValue()).toBe('Tea and long walks')
    expect(await page.getByLabel(sentence('profile.wishes')).inputValue()).toBe('Someone who laughs')
    expect(await page.getByLabel('My limits').inputValue()).toBe('No smoke')
    expect(await page.getByRole('checkbox', { name: 'Tea', exact: true }).isChecked()).toBe(true)
    jane.complaints.length = 0 // The error is in the console.
  }
)

test.runIf(isLong)('once the link was pressed in another tab, signing up goes on in those that wait for it, untouched', async () => {
  const iris = await aPerson({ country: 'GB' })
  const member = aNewcomer('Iris')
  await askToJoin(iris, member)
  // The browser of this one tells tabs nothing: it asks when the reader comes back.
  const deaf = await iris.context.newPage()
  await deaf.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  await deaf.goto(at('afterdusk', '/signup?sent=1&lang=en'))
  await deaf.waitForLoadState('networkidle')
  const comeBack = () => deaf.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const asked = deaf.waitForResponse('**/signup')
  await comeBack()
  await asked
  expect(new URL(deaf.url()).search).toContain('sent=1')

  const link = await iris.context.newPage()
  await confirm({ ...iris, page: link }, member)
  await iris.page.waitForURL('**/complete-signup')
  await comeBack()
  await deaf.waitForURL('**/complete-signup')
})

test.runIf(isLong)('without JavaScript one long form and a plain completion step lead to the matches [RT-3] [RT-4] [RT-5]', async () => {
  const hope = await aPerson({ country: 'GB', javaScript: false })
  const { page } = hope
  const member = aNewcomer('Hope')
  await page.goto(at('afterdusk', '/signup?lang=en'))
  await fillSignUp(hope, member)
  await page.getByLabel('Password', { exact: true }).fill('Password2026!')
  await page.getByRole('button', { name: 'Create my account' }).click()
  // Refused: the same form says why and has everything except the password.
  await page.getByText(sentence('field.password_common')).first().waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(member.name)
  expect(await page.getByLabel(sentence('form.email'), { exact: true }).inputValue()).toBe(member.email)
  expect(await page.getByLabel('Year', { exact: true }).inputValue()).toBe(member.year)
  expect(await page.getByRole('radio', { name: member.gender, exact: true }).isChecked()).toBe(true)
  for (const box of await page.locator('input[name^="consent_"]').all()) expect(await box.isChecked()).toBe(true)
  const password = page.getByLabel('Password', { exact: true })
  expect(await password.inputValue()).toBe('')
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByText(sentence('form.check_mail')).waitFor()
  await page.goto((await mailTo(member.email)).links[0]!)
  await page.getByRole('button', { name: sentence('token.activate_action') }).click()
  await page.waitForURL('**/activate/done')
  await page.goto(at('afterdusk', '/complete-signup'))
  // A photo needs a script: what does nothing without one is hidden.
  expect(await page.locator('input[type="file"]:visible').count()).toBe(0)
  const about = page.getByLabel(/^About me/)
  await about.evaluate((area) => area.removeAttribute('maxlength'))
  await about.fill('I read '.repeat(300))
  await page.getByLabel(/^My limits/).fill('No smoke')
  await page.getByRole('checkbox', { name: 'Tea', exact: true }).check()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  // Refused: the same form with all that was filled in.
  await page.getByRole('alert').getByRole('link').waitFor()
  expect(await about.inputValue()).toBe('I read '.repeat(300))
  expect(await page.getByLabel(/^My limits/).inputValue()).toBe('No smoke')
  expect(await page.getByRole('checkbox', { name: 'Tea', exact: true }).isChecked()).toBe(true)
  await about.fill('I read')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL('**/signup-matches')
})

test.runIf(isLong).each([{ javaScript: true }, { javaScript: false }])(
  'the link opened in another browser than the one that signed up asks for the password, and earlier sessions end; script: $javaScript',
  async ({ javaScript }) => {
    const member = aNewcomer('Far Away Fay')
    const stranger = await aPerson({ country: 'GB' })
    await askToJoinByApi(stranger, member)
    await takeSession(stranger, member)
    expect((await stranger.context.cookies(at(member.tenant))).map(({ name }) => name)).toContain('auth')
    const { page } = await aPerson({ country: 'GB', javaScript })
    await page.goto(`${(await mailTo(member.email)).links[0]!}?lang=en`)
    await page.getByText('You signed up in another browser').waitFor()
    const confirmIt = page.getByRole('button', { name: sentence('token.activate_action') })
    await page.getByLabel('New password', { exact: true }).fill('a quiet harbour at night')
    await page.getByLabel('New password again').fill('a quiet harbour at day')
    await confirmIt.click()
    await page.getByRole('alert').getByRole('link').first().waitFor()
    for (const label of ['New password', 'New password again'])
      await page.getByLabel(label, { exact: true }).fill('a quiet harbour at night')
    await confirmIt.click()
    await page.waitForURL('**/activate/done')
    await page.goto(at(member.tenant, '/complete-signup'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/complete-signup')
    await stranger.page.goto(at(member.tenant, '/complete-signup'))
    await stranger.page.waitForURL('**/login**')
  }
)

test('a campaign leaves the address bar, and only with `lb` a visit that leaves at once is counted [ENT-25] [ENT-26]', async () => {
  const ivy = await aPerson({ country: 'GB' })
  const { page } = ivy
  // Playwright doesn't see what a page sends while it is unloaded: the page itself records it.
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, data) => {
      localStorage.setItem('beacons', `${localStorage.getItem('beacons') ?? ''}${String(url)} `)
      return send(url, data)
    }
  })
  const bounces = async () => {
    await page.goto(at('afterdusk', '/login'))
    return (await page.evaluate(() => localStorage.getItem('beacons') ?? '')).split(' ').filter((url) => url.includes('page-bounce.php'))
  }
  const visit = async (query: string, stays = false) => {
    await page.goto(at('afterdusk', `/?${query}`))
    await page.waitForFunction(() => location.search === '')
    if (stays) await page.keyboard.press('Tab')
    await page.goto('about:blank')
  }
  await visit('network=radio')
  await visit('network=radio&lb=1', true)
  expect(await bounces()).toEqual([])
  await visit('network=radio&sub1=person&lb=1')
  expect(await bounces()).toEqual(['/api/page-bounce.php?network=radio&lb=1'])
  const cookie = (await ivy.context.cookies()).find(({ name }) => name === 'visit')
  expect(decodeURIComponent(cookie!.value)).toBe('network=radio&lb=1&sub1=person')
})

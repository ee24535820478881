import { expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { aNewcomer, join, logInAs, uploadPhoto, type NewMember } from './acts.ts'
import { aPerson, at, expectQuiet, mailTo, sendAs, type Person } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

// The profile and the settings of a member, as a person uses them.

/** A new member with a browser. */
async function aMember(given: string): Promise<Person & NewMember> {
  const member = { ...(await aPerson({ country: 'GB' })), ...aNewcomer(given) }
  await join(member, member)
  return member
}

const open = (person: Person, path: string) => person.page.goto(at('afterdusk', path))

test('a member fills in a profile; others see what it says but not what is hidden [RT-25] [SCR-24] [SCR-28]', async () => {
  const olive = await aMember('Olive')
  const { page } = olive
  await open(olive, '/profile')
  await page.getByLabel('About me').fill('I keep bees.')
  await page.getByLabel('Sexuality').selectOption({ label: 'Queer' })
  await page.getByRole('combobox', { name: 'Tattoos' }).selectOption({ label: 'A few' })
  await page.getByRole('button', { name: sentence('profile-edit.hide', { field: 'Tattoos' }) }).click()
  await page.getByLabel('Coffee').check()
  await page.getByRole('button', { name: 'Save my profile' }).click()
  await page.getByText('Your profile is saved.').waitFor()
  await page.reload()
  expect(await page.getByRole('combobox', { name: 'Tattoos' }).inputValue()).toBe('some')
  await page.getByRole('link', { name: 'See it as others do' }).click()
  await page.getByRole('heading', { level: 1, name: /Olive/ }).waitFor()
  const text = await page.locator('main').innerText()
  for (const words of ['I keep bees.', 'Queer', 'Coffee']) expect(text).toContain(words)
  for (const words of ['A few', 'Tattoos', 'Date of birth']) expect(text).not.toContain(words)
  expectQuiet(olive)
})

test.runIf(isLong)('unsaved changes survive a reload and another page, and another tab’s saved changes show next to them', async () => {
  const priya = await aMember('Priya')
  const { page, context } = priya
  await open(priya, '/profile')
  await page.getByLabel('About me').fill('Half a thought')
  await page.reload()
  await page.getByText('Not saved yet').waitFor()
  expect(await page.getByLabel('About me').inputValue()).toBe('Half a thought')
  await page.getByRole('link', { name: 'Search', exact: true }).first().click()
  await page.waitForURL(/\/members(\?|$)/)
  await page.goBack()
  expect(await page.getByLabel('About me').inputValue()).toBe('Half a thought')

  const other = await context.newPage()
  await other.goto(at('afterdusk', '/profile'))
  await other.getByLabel('Eyes').selectOption({ label: 'Green' })
  await other.getByRole('button', { name: 'Save my profile' }).click()
  await other.getByText('Your profile is saved.').waitFor()
  await expect.poll(() => page.getByLabel('Eyes').inputValue()).toBe('green')
  expect(await page.getByLabel('About me').inputValue()).toBe('Half a thought')
  await page.getByRole('button', { name: 'Save my profile' }).click()
  await page.getByText('Your profile is saved.').waitFor()
  await expect.poll(() => other.getByLabel('About me').inputValue()).toBe('Half a thought')
  expect(await other.getByLabel('Eyes').inputValue()).toBe('green')
  expectQuiet(priya)
})

test('settings take effect at once, on both addresses, and the other tab follows [RT-26] [RT-55] [SCR-5]', async () => {
  const uma = await aMember('Uma')
  const { page, context } = uma
  await open(uma, '/notifications')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Settings')
  const other = await context.newPage()
  await other.goto(at('afterdusk', '/settings'))
  // Only kinds that are mailed are offered.
  expect(await page.locator('label[for^="mails-"]').allTextContents()).toEqual([
    'New messages',
    'New likes',
    'New visitors',
    'What you’ve spent'
  ])
  await page.getByLabel('New likes').selectOption({ label: 'Once a week' })
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => other.getByLabel('New likes').inputValue()).toBe('weekly')
  const visible = page.getByRole('switch', { name: sentence('settings.visitors') })
  expect(await visible.isChecked()).toBe(false)
  await visible.check()
  await expect.poll(() => other.getByRole('switch', { name: 'Show me to visitors' }).isChecked()).toBe(true)
  const matches = page.getByRole('switch', { name: 'Matches' })
  await matches.uncheck()
  await expect.poll(() => other.getByRole('switch', { name: 'Matches' }).isChecked()).toBe(false)
  await page.reload()
  expect([await page.getByLabel('New likes').inputValue(), await visible.isChecked()]).toEqual(['weekly', true])
  expect([await page.getByRole('switch', { name: 'Likes' }).isChecked(), await matches.isChecked()]).toEqual([true, false])
  expectQuiet(uma)
})

test.runIf(isLong)('after a bounce a link resumes the mails; after a complaint the member’s own click [ERR-20]', async () => {
  const wilma = await aMember('Wilma')
  const { page, context, email } = wilma
  const box = await context.newPage()
  await sendAs(wilma, 'afterdusk', '/api/password-reset.php', { email })
  await mailTo(email)
  for (const told of ['It bounced', 'It was marked as spam']) {
    await box.goto(at('afterdusk', '/__dev/mail'))
    await box.locator('article').filter({ hasText: email }).first().getByRole('button', { name: told }).click()
    await box.getByText(`${email}: ${told}.`).waitFor()
  }
  await open(wilma, '/settings')
  await page.getByTestId('disabled-spam_complaint').getByText(sentence('notifications.disabled.spam_complaint')).waitFor()
  await page.getByTestId('disabled-spam_complaint').getByRole('button').click()
  await page.getByTestId('disabled-spam_complaint').waitFor({ state: 'detached' })
  await page.getByTestId('disabled-bounce').getByText(sentence('notifications.disabled.bounce', { email })).waitFor()
  await page.getByTestId('disabled-bounce').getByRole('button').click()
  await page.getByText(sentence('notifications.check_mail', { email })).waitFor()
  await box.goto(at('afterdusk', '/__dev/mail'))
  await box.locator('article').filter({ hasText: email }).first().locator('a').click()
  await box.waitForURL('**/settings')
  await page.reload()
  await page.getByLabel('New likes').waitFor()
  expect(await page.getByTestId('disabled-bounce').count()).toBe(0)
  expectQuiet(wilma)
})

test('settings contain main photo, region and interests too, each saved on change, and fetch lists once [RT-26] [SCR-26] [SCR-27] [SCR-28] [API-20] [API-21] [API-22]', async () => {
  const zora = await aMember('Zora')
  const { page } = zora
  await open(zora, '/likes')
  for (const colour of ['#dd1010', '#10dd10']) await uploadPhoto(zora, colour)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const nav = page.getByRole('navigation', { name: 'Main' })
  const mainPhoto = () =>
    page.evaluate(async () => {
      const answer = await fetch('/api/user.php', { headers: { 'x-client-request': '1' } })
      return ((await answer.json()) as { user: { profile: { main_image: { filename: string } } } }).user.profile.main_image.filename.split(
        '?'
      )[0]
    })
  await open(zora, '/notifications')
  const before = await mainPhoto()
  await page.locator('summary[title="What you can do with photo 2"]').click()
  await page.getByRole('button', { name: 'Make main photo' }).click()
  await expect.poll(mainPhoto).not.toBe(before)

  await part('Where I live').getByLabel('Region').selectOption({ label: 'Wales' })
  await part('Where I live').getByText('Saved', { exact: true }).waitFor()
  expect(await part('Interests').locator('svg').count()).toBeGreaterThan(20)
  await part('Interests').getByLabel('Coffee').check()
  await part('Interests').getByText('Saved', { exact: true }).waitFor()
  await part('Contact').getByText('Registration number').waitFor()

  await nav.getByRole('link', { name: /Likes/ }).click()
  await page.waitForURL('**/likes')
  await page.goBack()
  await part('Contact').waitFor()
  const lists = asked.filter((path) => ['/api/interests.php', '/api/regions.php', '/api/companyinfo.php'].includes(path))
  expect(lists.toSorted((a, b) => a.localeCompare(b))).toEqual(['/api/companyinfo.php', '/api/interests.php', '/api/regions.php'])

  await page.reload()
  await expect.poll(() => part('Where I live').getByLabel('Region').inputValue()).toBe('GB-WLS')
  expect(await part('Interests').getByLabel('Coffee').isChecked()).toBe(true)
  expectQuiet(zora)
})

test('the language is stored with the account and for a year on the device; the country too [LOC-14] [LOC-15] [SET-7]', async () => {
  const xenia = await aMember('Xenia')
  const { page, context } = xenia
  await open(xenia, '/settings')
  const [put] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/api/user.php')),
    page.getByLabel('Language', { exact: true }).selectOption({ label: 'Suomi' })
  ])
  expect(put.postDataJSON()).toEqual({ language: 'fi' })
  await page.getByRole('heading', { level: 1, name: 'Asetukset' }).waitFor()
  // Until its scripts have run, the new page doesn't notice a choice.
  await page.waitForLoadState('load')
  await page.getByRole('region', { name: 'Kieli ja maa' }).getByLabel('Maa', { exact: true }).selectOption('IE')
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'country')?.value).toBe('IE')
  const year = Date.now() / 1000 + 365 * 24 * 3600
  for (const name of ['locale', 'country']) {
    const cookie = (await context.cookies()).find((one) => one.name === name)
    expect(Math.abs(cookie!.expires - year), name).toBeLessThan(3600)
  }
  await page.waitForLoadState('load')
  await expect.poll(() => page.getByRole('region', { name: 'Kieli ja maa' }).getByLabel('Maa', { exact: true }).inputValue()).toBe('IE')
  expect(await page.locator('#tenant').textContent()).toContain('"geoip_selected_country":"IE"')
  expectQuiet(xenia)
})

test.runIf(isLong)('blocked members are listed in the settings and can be unblocked there', async () => {
  const yara = await aMember('Yara')
  const { page } = yara
  await open(yara, '/members')
  await page.getByRole('main').locator('a[href^="/members/"]').first().click()
  const heading = page.getByRole('heading', { level: 1 })
  await page.waitForURL(/\/members\/[\w-]{22}$/)
  const name = (await heading.locator('bdi').textContent())!
  await page.locator('summary[title="More"]').click()
  await page.getByRole('button', { name: `Block ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText(sentence('profile.blocked', { member: name })).waitFor()
  await open(yara, '/settings')
  await page.getByRole('button', { name: `Unblock ${name}` }).click()
  await page.getByText(`${name} is no longer blocked.`).waitFor()
  await page.getByText(sentence('settings.blocked_none')).waitFor()
  expectQuiet(yara)
})

test.runIf(isLong)('a member of a site that lends its members consents to each other pool by name', async () => {
  const luca = await aPerson({ country: 'IT' })
  await logInAs(luca, 'Luca', '/settings')
  const { page } = luca
  const sisters = page.getByRole('switch', { name: /Afterdusk/ })
  expect(await sisters.isChecked()).toBe(false)
  await sisters.check()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  expect(await sisters.isChecked()).toBe(true)
  await sisters.uncheck()
  await page.getByText('Saved', { exact: true }).waitFor()
  expectQuiet(luca)
})

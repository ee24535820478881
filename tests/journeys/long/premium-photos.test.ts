import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../accessible.ts'
import { aNewcomer, approvePhotos, givePremium, join, logInAs, ownId, uploadPhoto, untilArranged } from '../acts.ts'
import { aPerson, at, expectQuiet, type Person } from '../browser.ts'
import { sentence } from '../../fixtures/sentence.ts'

// Who sees which photos of a member, with premium and without.

const COLOURS = ['#dd1010', '#10dd10', '#1010dd', '#dddd10', '#10dddd', '#dd10dd']

/** A new member with this many approved photos, who has premium while they are uploaded. */
async function aMemberWithPhotos(given: string, count: number, tenant = 'afterdusk') {
  const member = { ...(await aPerson({ country: 'GB', width: 375 })), ...aNewcomer(given, { tenant }) }
  await join(member, member)
  // A page that shows none of them: it would change with each.
  await member.page.goto(at(tenant, '/lang-config'))
  await givePremium(member, true)
  for (const colour of COLOURS.slice(0, count)) await uploadPhoto(member, colour)
  await approvePhotos(member)
  return { ...member, id: await ownId(member) }
}

const tile = ({ page }: Person, number: number) => page.locator('[data-photo]').nth(number - 1)

async function press({ page }: Person, number: number, action: string): Promise<void> {
  await page.locator(`summary[title="What you can do with photo ${number}"]`).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

test('without premium the photos beyond three stay, marked, and others see the first three in their order', async () => {
  const dora = await aMemberWithPhotos('Dora', 5)
  const bram = await aPerson({ country: 'NL' })
  await logInAs(bram, 'Bram')
  await bram.page.goto(at('fluwijn', `/members/${dora.id}?lang=en`))
  const count = bram.page.getByTestId('photo-count')
  expect(await count.textContent()).toBe('5 photos')

  const { page } = dora
  await page.goto(at(dora.tenant, '/profile'))
  await page.getByText('5 of 25').waitFor()
  expect(await page.locator('[data-photo]').getByText(sentence('photos.only_you')).count()).toBe(0)
  await givePremium(dora, false)
  // The open page updates by itself.
  await page.getByText('Others see 3 of 5').waitFor()
  await page.getByText(sentence('photos.over_limit', { limit: 3 })).waitFor()
  const marked = async () =>
    await Promise.all(
      [1, 2, 3, 4, 5].map(async (number) => (await tile(dora, number).textContent())!.includes(sentence('photos.only_you')))
    )
  expect(await marked()).toEqual([false, false, false, true, true])
  expect(await page.getByRole('main').getByRole('link', { name: 'Get Premium' }).count()).toBe(1)
  await expectAccessible(page)

  const fifth = (await tile(dora, 5).getAttribute('data-photo'))!
  await untilArranged(dora, () => press(dora, 5, 'Make main photo'))
  await expect.poll(() => tile(dora, 1).getAttribute('data-photo')).toBe(fifth)
  expect(await marked()).toEqual([false, false, false, true, true])
  await page.reload()
  await page.getByText('Others see 3 of 5').waitFor()
  await bram.page.reload()
  expect(await count.textContent()).toBe('3 photos')
  expect(await bram.page.getByRole('img', { name: sentence('profile.picture', { member: dora.name }) }).getAttribute('src')).toContain(
    fifth
  )

  await press(dora, 2, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Others see 3 of 4').waitFor()
  await givePremium(dora, true)
  await page.getByText('4 of 25').waitFor()
  expect(await page.locator('[data-photo]').getByText(sentence('photos.only_you')).count()).toBe(0)
  await bram.page.reload()
  expect(await count.textContent()).toBe('4 photos')
  expectQuiet(dora, bram)
})

/** A swipe from right to left, across the middle of the screen. */
async function swipeLeft({ page, context }: Person): Promise<void> {
  const screen = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] })
  await touch('touchStart', 300)
  for (let x = 290; x >= 60; x -= 10) await touch('touchMove', x)
  await touch('touchEnd')
}

describe('a member with three photos', () => {
  let dora: Awaited<ReturnType<typeof aMemberWithPhotos>>
  beforeAll(async () => {
    dora = await aMemberWithPhotos('Dora', 3)
    await dora.page.close()
  })

  test('a free member sees further photos as one blurred one beside a lock and can’t get them by address [SCR-23]', async () => {
    const free = { ...(await aPerson({ country: 'GB', width: 375, colourScheme: 'dark' })), ...aNewcomer('Fritz', { gender: 'Man' }) }
    await join(free, free)
    const { page } = free
    await page.goto(at(free.tenant, `/members/${dora.id}`))
    const locked = page.getByTestId('locked-photos')
    expect(await locked.getByRole('link', { name: 'See 2 more photos' }).getAttribute('href')).toBe('/premium')
    expect(await locked.getByRole('button', { name: 'Unlock a photo' }).count()).toBe(1)
    const sides = () => locked.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))
    await expect.poll(sides).toEqual([96])
    expect(await page.getByRole('button', { name: /^Photo \d/ }).count()).toBe(0)
    const address = (await locked.locator('img').first().getAttribute('src'))!
    const statuses = await page.evaluate(
      async (addresses) => await Promise.all(addresses.map(async (one) => (await fetch(one)).status)),
      [address, ...['full', 'match', 'thumb'].map((variant) => address.replace('/locked.', `/${variant}.`))]
    )
    expect(statuses).toEqual([200, 404, 404, 404])
    await expectAccessible(page)

    // With premium the open page shows all of them without a reload.
    await givePremium(free, true)
    await page.getByRole('button', { name: 'Photo 2 of 3' }).waitFor()
    expect(await locked.count()).toBe(0)
  })

  test('a member who may see all photos turns them on the profile and views them large: by keys, buttons and swipes; Esc goes back to where they were [ROLE-10]', async () => {
    const bram = await aPerson({ country: 'NL', width: 375 })
    const { page } = bram
    await logInAs(bram, 'Bram')
    await page.goto(at('fluwijn', `/members/${dora.id}?lang=en`))
    const second = page.getByRole('button', { name: 'Photo 2 of 3' })
    const turned = page.getByRole('main').getByRole('status').filter({ hasText: 'Photo' })
    await swipeLeft(bram)
    await expect.poll(() => turned.textContent()).toBe('Photo 2 of 3')
    // The reel says so halfway there; the finger's own scrolling would take it past a key that is pressed before the end.
    const left = () => second.evaluate((button) => button.getBoundingClientRect().left)
    await expect.poll(left).toBe(0)
    await second.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => turned.textContent()).toBe('Photo 3 of 3')
    await page.keyboard.press('ArrowLeft')
    await expect
      .poll(() => second.evaluate((button) => [button === document.activeElement, button.getBoundingClientRect().left]))
      .toEqual([true, 0])
    await second.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Photos of ${dora.name}` })
    const place = dialog.getByRole('status')
    await expect.poll(() => place.textContent()).toContain('Photo 2 of 3')
    const seen = () =>
      dialog
        .locator('img:not([aria-hidden])')
        .evaluate((image) => [(image as HTMLImageElement).naturalWidth, image.getBoundingClientRect().left])
    await expect.poll(seen).toEqual([480, 0])
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => place.textContent()).toContain('Photo 3 of 3')
    await page.keyboard.press('ArrowRight')
    expect(await dialog.getByRole('button', { name: 'Next photo' }).isDisabled()).toBe(true)
    await page.keyboard.press('Home')
    await expect.poll(() => place.textContent()).toContain('Photo 1 of 3')
    await dialog.getByRole('button', { name: 'Next photo' }).click()
    await expect.poll(() => place.textContent()).toContain('Photo 2 of 3')
    await swipeLeft(bram)
    await expect.poll(() => place.textContent()).toContain('Photo 3 of 3')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await second.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: sentence('profile.enlarge') }).click()
    await expect.poll(() => place.textContent()).toContain('Photo 1 of 3')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    expectQuiet(bram)
  })
})

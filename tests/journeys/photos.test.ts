import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isLong } from '../fixtures/long.ts'
import { expectAccessible } from './accessible.ts'
import { aNewcomer, choosePhoto, join, logInAs, ownId, untilArranged, type PhotoFile } from './acts.ts'
import { aPerson, at, atNoBrand, expectQuiet, type Person } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

/** A picture in one colour with a lighter ball in the middle. */
async function drawing(colour: string, width = 1200, height = 900): Promise<Buffer> {
  const side = Math.min(width, height) / 2
  const ball = Buffer.from(`<svg width="${side}" height="${side}"><circle cx="50%" cy="50%" r="50%" fill="#ffffff88"/></svg>`)
  return await sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([{ input: ball }])
    .jpeg()
    .toBuffer()
}

const aFile = (buffer: Buffer): PhotoFile => ({ name: 'a photo.jpg', mimeType: 'image/jpeg', buffer })

const photosOf = ({ page }: Person) => page.getByRole('img', { name: /^Photo \d of \d$/ })

async function add(person: Person, buffer: Buffer): Promise<void> {
  const before = await photosOf(person).count()
  await choosePhoto(person, aFile(buffer))
  await person.page.getByRole('button', { name: 'Upload photo' }).click()
  await photosOf(person).nth(before).waitFor()
}

/** The colours of the photos in their current order. */
async function colours({ page }: Person): Promise<string[]> {
  const addresses = await page
    .getByRole('img', { name: /^Photo \d of \d$/ })
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
  const names: string[] = []
  for (const address of addresses) {
    const bytes = Buffer.from(await page.evaluate(async (src) => [...new Uint8Array(await (await fetch(src)).arrayBuffer())], address))
    const { dominant } = await sharp(bytes).stats()
    names.push(dominant.r > 180 ? 'red' : dominant.g > 180 ? 'green' : 'blue')
  }
  return names
}

const say = async (id: string, status: 'active' | 'rejected') => {
  const body = new URLSearchParams({ photo: id, status })
  expect((await fetch(atNoBrand('/__dev/photos'), { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
}

test('a member without photos adds three, crops, reorders, deletes; others see them when they are approved [VAL-12] [SCR-26]', async () => {
  const member = aNewcomer('Davina')
  const davina = await aPerson({ country: 'GB', width: 375 })
  const { page } = davina
  await join(davina, member)
  await page.goto(at(member.tenant, '/profile'))
  await page.getByText('0 of 3').waitFor()

  // A file that can't be a photo is refused before it is sent.
  await choosePhoto(davina, { ...aFile(Buffer.from('GIF89a')), mimeType: 'image/gif' })
  await page.getByRole('alert').getByText('Only JPEG, PNG and WebP').waitFor()
  await choosePhoto(davina, aFile(await drawing('#dd1010', 399, 800)))
  await page.getByRole('alert').getByText('too small').waitFor()
  await choosePhoto(davina, aFile(Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(1000)])))
  await page.getByRole('alert').getByText('damaged').waitFor()
  await choosePhoto(davina, aFile(Buffer.alloc(10 * 1024 * 1024 + 1)))
  await page.getByRole('alert').getByText('larger than 10 MB').waitFor()

  // The crop is chosen by keys: zoomed in and moved as far to the left as possible.
  await choosePhoto(davina, aFile(await drawing('#dd1010')))
  const part = page.getByRole('img', { name: 'The part of the photo that others see' })
  await part.waitFor()
  await expectAccessible(page)
  await part.press('+')
  for (let times = 0; times < 20; times++) await part.press('ArrowLeft')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/photos.php'))
  await page.getByRole('button', { name: 'Upload photo' }).click()
  const [left, , width] = new URL((await sent).url()).searchParams.get('crop')!.split(',').map(Number)
  expect(left).toBe(0)
  expect(width).toBeLessThan(720)
  await photosOf(davina).first().waitFor()
  await page.getByText('Being checked').first().waitFor()
  await page.getByText('Main photo', { exact: true }).waitFor()
  await add(davina, await drawing('#10dd10'))
  await add(davina, await drawing('#1010dd'))
  expect(await colours(davina)).toEqual(['red', 'green', 'blue'])

  // A free member can have at most three; premium would allow more.
  await page.getByText('3 of 3').waitFor()
  expect(await page.getByLabel('Add a photo').count()).toBe(0)
  await page.getByText(sentence('photos.full_free', { limit: 3, premium: 25 })).waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Get Premium' }).count()).toBe(1)

  // Reorders by keyboard alone; the focus stays with the photo that moved.
  const menu = page.locator('summary[title="What you can do with photo 3"]')
  await menu.focus()
  await page.keyboard.press('Enter')
  await untilArranged(davina, () => page.getByRole('button', { name: 'Make main photo' }).press('Enter'))
  await page.getByRole('status').getByText('Photo moved to place 1 of 3.').waitFor()
  await expect.poll(() => colours(davina)).toEqual(['blue', 'red', 'green'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('What you can do with photo 1')
  await page.reload()
  await photosOf(davina).nth(2).waitFor()
  expect(await colours(davina)).toEqual(['blue', 'red', 'green'])

  // A moderator approves and rejects; the page updates by itself both times, and others see what was approved.
  const ids = await page.locator('[data-photo]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-photo')!))
  await say(ids[0]!, 'active')
  await say(ids[1]!, 'rejected')
  await page.getByText('Not accepted', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('Being checked').count()).toBe(1)
  const bram = await aPerson({ country: 'NL' })
  await logInAs(bram, 'Bram')
  const id = await ownId(davina)
  await bram.page.goto(at('fluwijn', `/members/${id}?lang=en`))
  const picture = bram.page.getByRole('img', { name: sentence('profile.picture', { member: member.name }) })
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(await picture.getAttribute('src')).toContain(ids[0]!)

  // Deleting asks first.
  await page.locator('summary[title="What you can do with photo 2"]').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('2 of 3').waitFor()
  expect(await colours(davina)).toEqual(['blue', 'green'])
  // The focus goes to the photo in its place, not to the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('What you can do with photo 2')
  await page.getByLabel('Add a photo').waitFor()
  await expectAccessible(page)
  expectQuiet(davina, bram)
})

test.runIf(isLong)('an upload shows its progress, can be cancelled, and a failed one says why and is retried', async () => {
  const kaisa = await aPerson({ country: 'GB' })
  const { page } = kaisa
  const member = aNewcomer('Kaisa')
  await join(kaisa, member)
  await page.goto(at(member.tenant, '/profile'))
  await page.getByText('0 of 3').waitFor()
  const upload = async () => {
    await choosePhoto(kaisa, aFile(await drawing('#dd1010')))
    await page.getByRole('button', { name: 'Upload photo' }).click()
  }
  await page.route('**/api/photos.php?*', () => {})
  await upload()
  await page.getByRole('progressbar', { name: 'Uploading' }).waitFor()
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  await page.getByRole('progressbar', { name: 'Uploading' }).waitFor({ state: 'detached' })
  await page.unroute('**/api/photos.php?*')

  const keys: string[] = []
  await page.route('**/api/photos.php?*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']!)
    const error = {
      code: 'invalid',
      message_key: 'error.invalid',
      params: {},
      fields: [{ field: 'photo', code: 'photo_broken', message_key: 'field.photo_broken', params: {} }]
    }
    if (keys.length === 1) await route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify({ error }) })
    else await route.continue()
  })
  await upload()
  await page.getByRole('alert').getByText('This photo is damaged').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await photosOf(kaisa).first().waitFor()
  await page.getByRole('status').getByText(sentence('photos.uploaded')).waitFor()
  expect(new Set(keys).size).toBe(1)
  await page.getByText('1 of 3').waitFor()
})

test.runIf(isLong)('a chosen picture keeps no file in the browser’s memory, whatever happens to it', async () => {
  const ines = await aPerson({ country: 'GB' })
  const { page } = ines
  await page.addInitScript(() => {
    const held = new Set<string>()
    const [make, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)]
    URL.createObjectURL = (file) => {
      const address = make(file)
      held.add(address)
      return address
    }
    URL.revokeObjectURL = (address) => {
      held.delete(address)
      revoke(address)
    }
    Object.assign(window, { held })
  })
  const held = () => page.evaluate(() => (window as unknown as { held: Set<string> }).held.size)
  const member = aNewcomer('Ines')
  await join(ines, member)
  await page.goto(at(member.tenant, '/profile'))
  await page.getByText('0 of 3').waitFor()
  await page.route('**/api/photos.php?*', () => {})
  await choosePhoto(ines, aFile(await drawing('#dd1010')))
  await page.getByRole('button', { name: 'Upload photo' }).click()
  await page.getByRole('progressbar', { name: 'Uploading' }).waitFor()
  await choosePhoto(ines, aFile(await drawing('#10dd10')))
  await page.getByRole('button', { name: 'Upload photo' }).waitFor()
  expect(await held()).toBe(0)
})

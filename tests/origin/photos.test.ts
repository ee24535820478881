import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { addPhoto, checkRoom } from '../../origin/photos/add-photo.ts'
import { keepPicture } from '../../origin/photos/keep-picture.ts'
import { keepFiles } from '../../origin/photos/files.ts'
import { moderatePhoto } from '../../origin/photos/moderate-photo.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { VARIANTS } from '../../origin/photos/present-image.ts'
import { reEncode } from '../../origin/photos/re-encode.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import type { Photo } from '../../shared/api/photos.ts'
import { openMediaStore } from '../../origin/providers/open-media-store.ts'
import { eventsOf } from '../fixtures/acts.ts'
import { createTestOrigin, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { aPicture, givePhoto, promisedPng } from '../fixtures/pictures.ts'
import { startS3Server } from '../fixtures/s3-server.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'swift', pool: 'north', photo_moderation: 'after' })
})

const add = async (as: TestMember, body: Uint8Array, { crop, ...headers }: Record<string, string> = {}) =>
  await origin.call('addPhoto', { as, body, headers, ...(crop && { query: { crop } }) })

/** Adds a photo, which must succeed; the newest is the last. */
async function upload(as: TestMember, body?: Uint8Array, crop?: string): Promise<Photo> {
  const answer = await add(as, body ?? (await aPicture()), crop ? { crop } : {})
  expect(answer.text, answer.text).not.toContain('"error"')
  return answer.body.photos.at(-1)!
}

const own = async (as: TestMember) => (await origin.call('listPhotos', { as })).body.photos
const ids = (photos: readonly Photo[]) => photos.map(({ id }) => id)
const mainImage = async (as: TestMember) => (await origin.call('getUser', { as })).body.user.profile!.main_image
const shownTo = async (as: TestMember, of: TestMember) =>
  (await origin.call('getMember', { as, query: { id: of.id } })).body.member!.main_image
const moderate = async (photo: string, status: 'active' | 'rejected') =>
  await inUnitOfWork(origin.deps, (unit) => moderatePhoto(unit, photo, status))

/** What the owner gets at an address. */
async function load(as: TestMember, address: string): Promise<Uint8Array> {
  const answer = await origin.send(address, { tenant: as.tenant, headers: { cookie: `auth=${as.cookie}` } })
  expect(answer.status).toBe(200)
  return await answer.bytes()
}

const filesOf = async (photo: string) => {
  const files = await Promise.all(VARIANTS.map(async (variant) => await origin.deps.media.get(photoKey(photo, variant))))
  return files.filter((file) => file !== null).length
}
const loose = async () => (await origin.deps.db.selectFrom('loose_photos').select('public_id').execute()).map((row) => row.public_id)

/** Waits for what happens after the answer. */
async function eventually(check: () => Promise<boolean>): Promise<void> {
  await expect.poll(check, { interval: 20 }).toBe(true)
}

/** Left half red, right half blue. */
async function redAndBlue(width: number, height: number) {
  const blue = await sharp({ create: { width: width / 2, height, channels: 3, background: '#00f' } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([{ input: blue, left: width / 2, top: 0 }])
}

async function colourOf(bytes: Uint8Array): Promise<'red' | 'blue' | 'other'> {
  const { dominant } = await sharp(bytes).stats()
  if (dominant.r > 200 && dominant.b < 60) return 'red'
  return dominant.b > 200 && dominant.r < 60 ? 'blue' : 'other'
}

describe('an upload', () => {
  test('is a photo of the member, waits for a moderator, and only its owner sees it', async () => {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const { status, body } = await add(anna, await aPicture())
    expect(status).toBe(200)
    expect(body).toMatchObject({ limit: 3, moderation: 'before', photos: [{ status: 'pending', main: true }] })
    const [photo] = body.photos
    expect(await mainImage(anna)).toEqual({
      filename: photo!.filename,
      thumb_filename: photo!.thumb_filename,
      match: photo!.match,
      status: 'pending'
    })
    expect((await sharp(await load(anna, photo!.thumb_filename)).metadata()).format).toBe('webp')
    expect(await shownTo(bob, anna)).toBe(null)
    expect(await own(bob)).toEqual([])
    expect(await eventsOf(origin, anna)).toMatchObject([{ type: 'photos_changed', data: {} }])
    expect(await filesOf(photo!.id)).toBe(4)
    expect(await loose()).not.toContain(photo!.id)
  })

  test('that arrives again with the same key is one photo; the key with another picture is refused', async () => {
    const anna = await origin.aMember()
    const picture = await aPicture()
    const key = { 'idempotency-key': 'one-upload-of-anna' }
    const answers = await Promise.all([add(anna, picture, key), add(anna, picture, key)])
    answers.push(await add(anna, picture, key))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await own(anna)).toHaveLength(1)
    expect((await add(anna, await aPicture(), key)).body.error?.code).toBe('idempotency_key_reused')
    expect((await add(anna, picture, { ...key, crop: '0,0,400,500' })).body.error?.code).toBe('idempotency_key_reused')
  })

  test.each([
    ['free', false, 3],
    ['premium', true, 25]
  ])(
    'of a %s member beyond their limit is refused, even with fifty at once [VAL-12] [VAL-13] [CON-15]',
    async (_, paid_user, limit) => {
      const anna = await origin.aMember({ paid_user })
      for (let count = 0; count < limit - 2; count++) await givePhoto(origin, anna)
      const [picture, before] = [await aPicture(), await loose()]
      const answers = await Promise.all(Array.from({ length: 50 }, () => add(anna, picture)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
      for (const { status, body } of answers)
        if (status !== 200) expect(body.error).toMatchObject({ code: 'photo_limit', params: { limit } })
      expect(await own(anna)).toHaveLength(limit)
      // Nothing of those that lost the race at the very end stays in the store.
      await eventually(async () => (await loose()).every((id) => before.includes(id)))
    },
    60_000
  )

  test('of eight that are ready at the same moment becomes a photo while there is room; the files of the others are deleted', async () => {
    const anna = await origin.aMember()
    await givePhoto(origin, anna)
    const { deps } = origin
    const context = {
      deps,
      db: deps.db,
      viewer: { ...anna.row, event_counter: 0, last_seen_at: origin.now() },
      tenant: origin.tenant('velvet'),
      pool: 'north',
      now: origin.now()
    }
    const check = () => checkRoom(deps.db, anna.row)
    const pictures = await Promise.all(Array.from({ length: 8 }, async () => await keepPicture(context, await aPicture(), { check })))
    const added = await Promise.allSettled(
      pictures.map((picture) => inUnitOfWork(deps, (unit) => addPhoto({ ...context, ...unit }, picture)))
    )
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const kept = ids(await own(anna))
    expect(kept).toHaveLength(3)
    for (const { publicId } of pictures) await eventually(async () => (await filesOf(publicId)) === (kept.includes(publicId) ? 4 : 0))
  })

  test('keeps the chosen part of the upright picture', async () => {
    const anna = await origin.aMember()
    const flat = await (await redAndBlue(1000, 600)).jpeg().toBuffer()
    expect(await colourOf(await load(anna, (await upload(anna, flat, '0,0,400,500')).filename))).toBe('red')
    expect(await colourOf(await load(anna, (await upload(anna, flat, '500,50,440,550')).filename))).toBe('blue')
    // Rotated by 90°: red is above, blue below.
    const turned = await (await redAndBlue(1000, 600)).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { filename } = await upload(anna, turned, '100,500,400,500')
    const bytes = await load(anna, filename)
    expect(await colourOf(bytes)).toBe('blue')
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([400, 500])
  })

  test('that isn’t a photo, or is too small, too large or cropped wrongly, says so and stores nothing', async () => {
    const anna = await origin.aMember()
    const small = await sharp({ create: { width: 399, height: 900, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    const gif = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#123' } })
      .gif()
      .toBuffer()
    const whole = await (await redAndBlue(800, 800)).jpeg().toBuffer()
    const before = await origin.everything()
    const codeOf = async (bytes: Uint8Array, crop?: string) => {
      const { status, body } = await add(anna, bytes, crop ? { crop } : {})
      return [status, ...(body.error?.fields?.map(({ field, code, message_key }) => `${field} ${code} ${message_key}`) ?? [])]
    }
    expect(await codeOf(gif)).toEqual([422, 'photo photo_type field.photo_type'])
    expect(await codeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([422, 'photo photo_type field.photo_type'])
    expect(await codeOf(new Uint8Array())).toEqual([422, 'photo photo_type field.photo_type'])
    expect(await codeOf(whole.subarray(0, 2000))).toEqual([422, 'photo photo_broken field.photo_broken'])
    expect(await codeOf(small)).toEqual([422, 'photo photo_small field.photo_small'])
    expect(await codeOf(promisedPng(50_000, 50_000))).toEqual([422, 'photo photo_pixels field.photo_pixels'])
    expect(await codeOf(promisedPng(8000, 8000))).toEqual([422, 'photo photo_pixels field.photo_pixels'])
    for (const crop of ['500,0,400,500', '0,0,319,400', '0,0,320,399', '99999,99999,400,500', '1,2,3', 'a,b,c,d', '0,0,1e3,500'])
      expect([crop, ...(await codeOf(whole, crop))]).toEqual([crop, 422, 'crop invalid field.invalid'])
    expect(await origin.everything()).toBe(before)
  })

  test('of more than 10 MB is 413, also without a length header; of another content type 415', async () => {
    const anna = await origin.aMember()
    const large = Buffer.concat([await aPicture(), Buffer.alloc(10 * 1024 * 1024)])
    expect((await add(anna, large)).body.error?.code).toBe('too_large')
    const headers = {
      cookie: `auth=${anna.cookie}`,
      'x-client-request': '1',
      'idempotency-key': 'one-that-never-ends',
      'content-type': 'image/png'
    }
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)) })
    const unsized = await origin.send('/api/photos.php', { method: 'POST', tenant: 'velvet', headers, body: endless })
    expect(unsized.status).toBe(413)
    for (const type of ['image/gif', 'image/svg+xml', 'application/json', 'multipart/form-data', 'image/png, image/jpeg', ''])
      expect([type, (await add(anna, await aPicture(), { 'content-type': type })).status]).toEqual([type, 415])
    expect(await own(anna)).toEqual([])
  })

  test('is not even read from someone who isn’t logged in', async () => {
    let read = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          read += 1
          controller.enqueue(new Uint8Array(1024))
        }
      },
      { highWaterMark: 0 }
    )
    const headers = { 'x-client-request': '1', 'idempotency-key': 'nobody-sends-this', 'content-type': 'image/png' }
    const answer = await origin.send('/api/photos.php', { method: 'POST', tenant: 'velvet', headers, body })
    expect([answer.status, read]).toEqual([403, 0])
  })
})

describe('what is stored of a file', () => {
  test('is only its picture: no location, camera, serial number, comment, thumbnail or profile in any size', async () => {
    const anna = await origin.aMember()
    const traced = await (
      await redAndBlue(900, 900)
    )
      .withExif({
        IFD0: { Make: 'PLANTED', Model: 'PLANTED', Artist: 'PLANTED', Copyright: 'PLANTED', ImageDescription: 'PLANTED' },
        IFD2: { UserComment: 'PLANTED', BodySerialNumber: 'PLANTED' },
        IFD3: { GPSLatitude: '71/1 59/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '171/1 59/1 0/1', GPSLongitudeRef: 'E' }
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>PLANTED</place></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect((await sharp(traced).metadata()).exif?.includes('PLANTED')).toBe(true)
    const { id } = await upload(anna, traced, '0,0,720,900')
    for (const variant of VARIANTS) {
      const bytes = Buffer.from((await origin.deps.media.get(photoKey(id, variant))) ?? [])
      const { exif, xmp, iptc, icc, comments, orientation } = await sharp(bytes).metadata()
      expect([exif, xmp, iptc, icc, comments, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined])
      expect(bytes.includes('PLANTED')).toBe(false)
      expect(chunksOf(bytes)).toSatisfy((names: string[]) => names.every((name) => ['VP8 ', 'VP8L', 'VP8X'].includes(name)))
    }
    // Both coordinates end in these digits. No timestamp can: its seconds end at 59.
    expect(await origin.everything()).not.toMatch(/PLANTED|71\.98/)
  })

  test('of files that are two things at once is only the picture; the second content is gone', async () => {
    const anna = await origin.aMember({ paid_user: true })
    const jpeg = await (await redAndBlue(600, 600)).jpeg().toBuffer()
    const png = await (await redAndBlue(600, 600)).png().toBuffer()
    const html = '<html><body><script>alert("PLANTED")</script></body></html>'
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), Buffer.from(html)])
    const files = {
      'picture and archive': Buffer.concat([jpeg, Buffer.from('PK\x03\x04PLANTED.class')]),
      'page in a comment': Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      'archive behind a picture': Buffer.concat([png, Buffer.from('PK\x03\x04PLANTED')]),
      'paper behind a picture': Buffer.concat([jpeg, Buffer.from('%PDF-1.7 PLANTED')])
    }
    for (const [name, bytes] of Object.entries(files)) {
      const { id, filename } = await upload(anna, bytes)
      for (const variant of VARIANTS) {
        const kept = Buffer.from((await origin.deps.media.get(photoKey(id, variant))) ?? [])
        expect([name, kept.includes('PLANTED')]).toEqual([name, false])
        expect(kept.toString('latin1', 8, 12)).toBe('WEBP')
      }
      const answer = await origin.send(filename, { tenant: 'velvet', headers: { cookie: `auth=${anna.cookie}` } })
      expect(answer.headers.get('content-type')).toBe('image/webp')
    }
    for (const text of [`GIF89a${html}`, `%PDF-1.7\n${html}`, html, '<?xml version="1.0"?><svg onload="alert(1)"/>'])
      expect((await add(anna, Buffer.from(text))).status).toBe(422)
  })

  test('of an animation is its first frame', async () => {
    const anna = await origin.aMember()
    const frames = 60
    const pixels = Buffer.alloc(400 * 400 * frames * 3)
    // Red, then ever greener blues.
    for (let index = 0; index < pixels.length; index += 3) {
      const frame = Math.floor(index / (400 * 400 * 3))
      pixels[index + (frame === 0 ? 0 : 2)] = 255
      pixels[index + 1] = frame * 4
    }
    const animated = await sharp(pixels, { raw: { width: 400, height: 400 * frames, channels: 3, pageHeight: 400 } })
      .webp({ delay: Array<number>(frames).fill(50), effort: 0 })
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBeGreaterThan(20)
    const bytes = await load(anna, (await upload(anna, animated)).filename)
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
    expect(await colourOf(bytes)).toBe('red')
  })
})

/** Names of the parts of a WebP. */
function chunksOf(webp: Buffer): string[] {
  const names: string[] = []
  for (let at = 12; at + 8 <= webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2))
    names.push(webp.toString('latin1', at, at + 4))
  return names
}

describe('the order', () => {
  test('is chosen by the member; the first that others see is the main photo [SCR-26]', async () => {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const [one, two, three] = [await givePhoto(origin, anna), await givePhoto(origin, anna), await givePhoto(origin, anna, 'pending')]
    const arrange = (order: unknown) => origin.call('arrangePhotos', { as: anna, body: { order } })
    expect(ids((await arrange([two])).body.photos)).toEqual([two, one, three])
    expect((await shownTo(bob, anna))?.filename).toContain(two)
    expect((await mainImage(anna))?.filename).toContain(two)
    const { photos } = (await arrange([three, one, two])).body
    expect(ids(photos)).toEqual([three, one, two])
    // The waiting one doesn't hide the others meanwhile; once it is shown it is the main photo.
    expect(photos.map(({ main }) => main)).toEqual([false, true, false])
    await moderate(three, 'active')
    expect((await shownTo(bob, anna))?.filename).toContain(three)
    const events = (await eventsOf(origin, anna)).length
    expect(ids((await arrange([three, one, two])).body.photos)).toEqual([three, one, two])
    expect(await eventsOf(origin, anna)).toHaveLength(events)
  })

  test('can’t include photos of others, nor can they be deleted: as if they didn’t exist', async () => {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const [hers, his] = [await givePhoto(origin, anna), await givePhoto(origin, bob)]
    const before = await origin.everything()
    for (const [entry, body] of [
      ['arrangePhotos', (id: string) => ({ order: [hers, id] })],
      ['deletePhoto', (id: string) => ({ id })]
    ] as const) {
      const foreign = await origin.call(entry, { as: anna, body: body(his) })
      const unknown = await origin.call(entry, { as: anna, body: body(newPublicId()) })
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
    }
    expect(await origin.everything()).toBe(before)
  })

  test('of fifty changes at once is that of one of them', async () => {
    const anna = await origin.aMember({ paid_user: true })
    const all = [await givePhoto(origin, anna), await givePhoto(origin, anna), await givePhoto(origin, anna)]
    const orders = Array.from({ length: 50 }, (_, index) => [all[index % 3]!, all[(index + 1) % 3]!, all[(index + 2) % 3]!])
    await Promise.all(orders.map((order) => origin.call('arrangePhotos', { as: anna, body: { order } })))
    const after = ids(await own(anna))
    expect(orders).toContainEqual(after)
    expect((await mainImage(anna))?.filename).toContain(after[0])
  })
})

describe('a deleted photo', () => {
  test('the files of a deleted photo are removed after the answer, and an origin is idle once they are', async () => {
    const anna = await origin.aMember()
    const photo = await upload(anna)
    const { media } = origin.deps
    const slowly = async (key: string) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      await media.delete(key)
    }
    origin.deps.media = { ...media, get: (key) => media.get(key), put: (key, bytes) => media.put(key, bytes), delete: slowly }
    try {
      await origin.call('deletePhoto', { as: anna, body: { id: photo.id } })
      expect(await loose()).toContain(photo.id)
      await origin.idle()
      expect(await loose()).not.toContain(photo.id)
    } finally {
      origin.deps.media = media
    }
  })

  test('is gone with its files, and the next becomes the main photo; after the last there is none', async () => {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const [one, two] = [await givePhoto(origin, anna), await givePhoto(origin, anna)]
    const address = (await shownTo(bob, anna))!.thumb_filename
    const remove = async (id: string) => (await origin.call('deletePhoto', { as: anna, body: { id } })).body.photos
    expect(await remove(one)).toMatchObject([{ id: two, main: true }])
    await eventually(async () => (await filesOf(one)) === 0 && !(await loose()).includes(one))
    expect((await origin.send(address, { tenant: 'velvet', headers: { cookie: `auth=${bob.cookie}` } })).status).toBe(404)
    expect(await remove(two)).toEqual([])
    expect(await mainImage(anna)).toBe(null)
  })
})

describe('moderation', () => {
  test('shows a photo, hides it, and shows it again; each time the member’s pages are notified', async () => {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const { id } = await upload(anna)
    await moderate(id, 'active')
    expect((await shownTo(bob, anna))?.status).toBe('active')
    await moderate(id, 'rejected')
    expect(await shownTo(bob, anna)).toBe(null)
    // A refused photo can't be the main photo: the member is asked for another one.
    expect(await mainImage(anna)).toBe(null)
    expect(await own(anna)).toMatchObject([{ id, status: 'rejected', main: false }])
    await moderate(id, 'active')
    expect((await shownTo(bob, anna))?.status).toBe('active')
    expect(await eventsOf(origin, anna)).toHaveLength(4)
    expect(await moderate(newPublicId(), 'active')).toBe(false)
  })

  test('happens afterwards if the tenant wants that, but before for a picture like one that was refused, in any size and format', async () => {
    const [anna, bob] = [await origin.aMember({ tenant: 'swift' }), await origin.aMember({ tenant: 'swift' })]
    const waves = Buffer.from(Array.from({ length: 700 * 700 }, (_, index) => 128 + 120 * Math.sin((index % 700) / 60 + index / 40_000)))
    const picture = sharp(waves, { raw: { width: 700, height: 700, channels: 1 } })
    const first = await upload(anna, await picture.clone().png().toBuffer())
    expect(first.status).toBe('active')
    await moderate(first.id, 'rejected')
    const { dhash } = await origin.deps.db.selectFrom('photos').select('dhash').where('public_id', '=', first.id).executeTakeFirstOrThrow()
    const kept = JSON.stringify(await origin.deps.db.selectFrom('refused_pictures').selectAll().execute())
    for (const raw of [dhash!, BigInt(`0b${dhash}`).toString(16)]) expect(kept).not.toContain(raw)
    expect((await upload(bob, await picture.clone().resize(1200, 1200).jpeg({ quality: 60 }).toBuffer())).status).toBe('pending')
    expect((await upload(bob, await picture.clone().flop().png().toBuffer())).status).toBe('active')
    const elsewhere = await origin.aMember({ tenant: 'isle' })
    expect(await origin.publish({ id: 'isle', photo_moderation: 'after' })).toBeTruthy()
    expect((await upload(elsewhere, await picture.clone().png().toBuffer())).status).toBe('active')
    // The moderator made a mistake: the picture may be shown again.
    await moderate(first.id, 'active')
    expect((await upload(bob, await picture.clone().png().toBuffer())).status).toBe('active')
  })

  test('is done at /__dev/photos in local mode', async () => {
    const [anna, bob] = [await origin.aMember({ name: 'Anna <b>' }), await origin.aMember()]
    const { id } = await upload(anna)
    const page = await origin.send('/__dev/photos', { tenant: 'velvet' })
    const html = await page.text()
    expect(html).toContain(`value="${id}"`)
    expect(html).toContain('Anna &lt;b>')
    expect(html).not.toMatch(/<script|style=|<style/)
    const say = (body: string) =>
      origin.send('/__dev/photos', {
        method: 'POST',
        tenant: 'velvet',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body
      })
    expect((await say(`photo=${id}&status=shown`)).status).toBe(422)
    expect((await say(`photo=${newPublicId()}&status=active`)).status).toBe(404)
    expect((await say(`photo=${id}&status=active`)).status).toBe(303)
    expect((await shownTo(bob, anna))?.status).toBe('active')
    const json = await origin.send('/__dev/photos', { tenant: 'velvet', headers: { accept: 'application/json' } })
    expect(JSON.stringify(await json.json())).not.toContain(id)
  })
})

describe('no file stays without its photo', () => {
  const sweepAfter = async (seconds: number) => {
    origin.advance(seconds)
    await runSweeps(origin.deps)
  }

  test('when the process dies between the two', async () => {
    const photo = await keepFiles(origin.deps, (await reEncode(await aPicture())).files, origin.now())
    await sweepAfter(3500)
    expect(await filesOf(photo)).toBe(4)
    await sweepAfter(101)
    expect(await filesOf(photo)).toBe(0)
    expect(await loose()).toEqual([])
  })

  test('when the member is erased', async () => {
    const anna = await origin.aMember()
    const photos = [await givePhoto(origin, anna), await givePhoto(origin, anna)]
    await origin.deps.db.deleteFrom('members').where('id', '=', anna.row.id).execute()
    await sweepAfter(0)
    for (const photo of photos) expect(await filesOf(photo)).toBe(0)
  })

  test('when the store fails half-way: the upload says so and is retried', async () => {
    const anna = await origin.aMember()
    const { media } = origin.deps
    const put = media.put.bind(media)
    const kept: string[] = []
    media.put = async (key, bytes) => {
      if (kept.length === 2) throw new Error('the disk is full')
      kept.push(key)
      await put(key, bytes)
    }
    const picture = await aPicture()
    const key = { 'idempotency-key': 'until-it-is-there' }
    expect((await add(anna, picture, key)).status).toBe(503)
    media.put = put
    expect((await add(anna, picture, key)).status).toBe(200)
    expect(await own(anna)).toHaveLength(1)
    await sweepAfter(3601)
    for (const one of kept) expect(await media.get(one)).toBe(null)
    expect(await filesOf((await own(anna))[0]!.id)).toBe(4)
  })

  test('nor a photo without its files, when the sweep was faster than the upload', async () => {
    const anna = await origin.aMember()
    const { media } = origin.deps
    const put = media.put.bind(media)
    media.put = async (key, bytes) => {
      await put(key, bytes)
      if (key.endsWith('locked.webp')) await sweepAfter(3601)
    }
    const answer = await add(anna, await aPicture())
    media.put = put
    expect([answer.status, answer.body.error?.code]).toEqual([503, 'unavailable'])
    expect(await own(anna)).toEqual([])
  })
})

test('photos are stored in a bucket like in a folder', async () => {
  const server = await startS3Server()
  const bucket = await createTestOrigin({ media: openMediaStore({ dataDir: '/nowhere', s3: server.options }) })
  try {
    const anna = await bucket.aMember()
    const answer = await bucket.call('addPhoto', { as: anna, body: await aPicture() })
    const [photo] = answer.body.photos
    expect([...server.files.keys()].sort()).toEqual(VARIANTS.map((variant) => photoKey(photo!.id, variant)).sort())
    const loaded = await bucket.send(photo!.match, { tenant: 'velvet', headers: { cookie: `auth=${anna.cookie}` } })
    expect(Buffer.from(await loaded.bytes())).toEqual(server.files.get(photoKey(photo!.id, 'match'))?.bytes)
    await bucket.call('deletePhoto', { as: anna, body: { id: photo!.id } })
    await eventually(async () => server.files.size === 0)
  } finally {
    await bucket.close()
    await server.close()
  }
})

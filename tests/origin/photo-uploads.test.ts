import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { addPhoto, checkRoom } from '../../origin/photos/add-photo.ts'
import { keepPicture } from '../../origin/photos/keep-picture.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { VARIANTS } from '../../origin/photos/present-image.ts'
import { bytesOf } from '../fixtures/bytes-of.ts'
import { eventsOf } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { eventually, idsOf, photosAt } from '../fixtures/photos.ts'
import { aPicture, givePhoto, promisedPng, tracesIn, withTraces } from '../fixtures/pictures.ts'

const origin = sharedOrigin()

const { add, upload, own, mainImage, shownTo, filesOf, loose } = photosAt(origin)

/** What the owner gets at an address. */
async function load(as: TestMember, address: string): Promise<Uint8Array> {
  const answer = await origin.send(address, { tenant: as.tenant, headers: { cookie: `auth=${as.cookie}` } })
  expect(answer.status).toBe(200)
  return await bytesOf(answer)
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
    const kept = idsOf(await own(anna))
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
    const headers = { 'x-client-request': '1', 'idempotency-key': 'never-sent', 'content-type': 'image/png' }
    const answer = await origin.send('/api/photos.php', { method: 'POST', tenant: 'velvet', headers, body })
    expect([answer.status, read]).toEqual([403, 0])
  })
})

describe('what is stored of a file', () => {
  test('is only its picture: no location, camera, serial number, comment, thumbnail or profile in any size', async () => {
    const anna = await origin.aMember()
    const traced = await withTraces(await redAndBlue(900, 900))
    expect((await sharp(traced).metadata()).exif?.includes('PLANTED')).toBe(true)
    const { id } = await upload(anna, traced, '0,0,720,900')
    for (const variant of VARIANTS) {
      const bytes = Buffer.from((await origin.deps.media.get(photoKey(id, variant))) ?? [])
      expect(await tracesIn(bytes)).toEqual([])
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

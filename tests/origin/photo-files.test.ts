import { describe, expect, test } from 'vitest'
import { keepFiles } from '../../origin/photos/files.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { VARIANTS } from '../../origin/photos/present-image.ts'
import { reEncode } from '../../origin/photos/re-encode.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { openMediaStore } from '../../origin/providers/open-media-store.ts'
import { bytesOf } from '../fixtures/bytes-of.ts'
import { createTestOrigin } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { eventually, photosAt } from '../fixtures/photos.ts'
import { aPicture, givePhoto } from '../fixtures/pictures.ts'
import { startS3Server } from '../fixtures/s3-server.ts'

const origin = sharedOrigin()

const { add, upload, own, filesOf, loose } = photosAt(origin)

test('the files of a deleted photo are removed after the answer, and an origin is idle once they are', async () => {
  const anna = await origin.aMember()
  const photo = await upload(anna)
  const { media } = origin.deps
  const answered = Promise.withResolvers<void>()
  const slowly = async (key: string) => {
    await answered.promise
    await media.delete(key)
  }
  origin.deps.media = { ...media, get: (key) => media.get(key), put: (key, bytes) => media.put(key, bytes), delete: slowly }
  try {
    await origin.call('deletePhoto', { as: anna, body: { id: photo.id } })
    expect(await loose()).toContain(photo.id)
    answered.resolve()
    await origin.idle()
    expect(await loose()).not.toContain(photo.id)
  } finally {
    answered.resolve()
    origin.deps.media = media
  }
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
    expect(Buffer.from(await bytesOf(loaded))).toEqual(server.files.get(photoKey(photo!.id, 'match'))?.bytes)
    await bucket.call('deletePhoto', { as: anna, body: { id: photo!.id } })
    await eventually(async () => server.files.size === 0)
  } finally {
    await bucket.close()
    await server.close()
  }
})

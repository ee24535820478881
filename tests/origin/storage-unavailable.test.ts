import { afterEach, expect, test } from 'vitest'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { createTestOrigin, type TestOrigin } from '../fixtures/origin.ts'
import { aPicture, givePhoto } from '../fixtures/pictures.ts'

let origin: TestOrigin
afterEach(() => origin.close())

const away = () => Promise.reject(new Error('The media store answered 503'))

test('an unavailable store is reported as such, and not as a failing origin that the edge should stop calling', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  await givePhoto(origin, member)
  const [photo] = (await origin.call('listPhotos', { as: member })).body.photos
  Object.assign(origin.deps.media, { get: away, put: away })
  const picture = await origin.send(photo!.thumb_filename, { tenant: 'velvet', headers: { cookie: `auth=${member.cookie}` } })
  const upload = await origin.call('addPhoto', { as: member, body: await aPicture() })
  for (const { status, headers } of [picture, upload])
    expect([status, headers.get('x-load-shed'), headers.get('retry-after')]).toEqual([503, '1', '2'])
  expect(upload.body.error?.code).toBe('unavailable')
})

test('a hanging store holds no database connection: everything else continues', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember({ paid_user: true })
  const photos = []
  for (let count = 0; count < 12; count++) photos.push(await givePhoto(origin, member))
  const { media } = origin.deps
  const remove = media.delete.bind(media)
  const { promise: back, resolve: comeBack } = Promise.withResolvers<void>()
  media.delete = async (key) => await back.then(() => remove(key))
  try {
    for (const id of photos) expect((await origin.call('deletePhoto', { as: member, body: { id } })).status).toBe(200)
    expect((await origin.call('getUser', { as: member })).status).toBe(200)
  } finally {
    comeBack()
  }
  await expect.poll(() => origin.deps.db.selectFrom('loose_photos').selectAll().execute()).toEqual([])
})

test('one file that can’t be deleted doesn’t keep others in the store, and is retried', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const photos = [await givePhoto(origin, member), await givePhoto(origin, member), await givePhoto(origin, member)]
  const { media } = origin.deps
  const remove = media.delete.bind(media)
  media.delete = async (key) => await (key.includes(photos[0]!) ? away() : remove(key))
  await origin.deps.db.deleteFrom('photos').where('member_id', '=', member.row.id).execute()
  const left = async () => (await origin.deps.db.selectFrom('loose_photos').select('public_id').execute()).map((row) => row.public_id)
  await runSweeps(origin.deps)
  expect(await left()).toEqual([photos[0]])
  media.delete = remove
  await runSweeps(origin.deps)
  expect(await left()).toEqual([])
})

import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { moderatePhoto } from '../../origin/photos/moderate-photo.ts'
import { eventsOf } from '../fixtures/acts.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { eventually, idsOf, photosAt } from '../fixtures/photos.ts'
import { givePhoto } from '../fixtures/pictures.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'swift', pool: 'north', photo_moderation: 'after' })
})

const { upload, own, mainImage, shownTo, filesOf, loose } = photosAt(origin)

const moderate = async (photo: string, status: 'active' | 'rejected') =>
  await inUnitOfWork(origin.deps, (unit) => moderatePhoto(unit, photo, status))

describe('the order', () => {
  test('is chosen by the member; the first that others see is the main photo [SCR-26]', async () => {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const [one, two, three] = [await givePhoto(origin, anna), await givePhoto(origin, anna), await givePhoto(origin, anna, 'pending')]
    const arrange = (order: unknown) => origin.call('arrangePhotos', { as: anna, body: { order } })
    expect(idsOf((await arrange([two])).body.photos)).toEqual([two, one, three])
    expect((await shownTo(bob, anna))?.filename).toContain(two)
    expect((await mainImage(anna))?.filename).toContain(two)
    const { photos } = (await arrange([three, one, two])).body
    expect(idsOf(photos)).toEqual([three, one, two])
    // The waiting one doesn't hide the others meanwhile; once it is shown it is the main photo.
    expect(photos.map(({ main }) => main)).toEqual([false, true, false])
    await moderate(three, 'active')
    expect((await shownTo(bob, anna))?.filename).toContain(three)
    const events = (await eventsOf(origin, anna)).length
    expect(idsOf((await arrange([three, one, two])).body.photos)).toEqual([three, one, two])
    expect(await eventsOf(origin, anna)).toHaveLength(events)
  })

  test('can’t include photos of others, nor can they be deleted: as if they didn’t exist', async () => {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const [hers, his] = [await givePhoto(origin, anna), await givePhoto(origin, bob)]
    const before = await origin.everything()
    for (const [endpoint, body] of [
      ['arrangePhotos', (id: string) => ({ order: [hers, id] })],
      ['deletePhoto', (id: string) => ({ id })]
    ] as const) {
      const foreign = await origin.call(endpoint, { as: anna, body: body(his) })
      const unknown = await origin.call(endpoint, { as: anna, body: body(newPublicId()) })
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
    }
    expect(await origin.everything()).toBe(before)
  })

  test('of fifty changes at once is that of one of them', async () => {
    const anna = await origin.aMember({ paid_user: true })
    const all = [await givePhoto(origin, anna), await givePhoto(origin, anna), await givePhoto(origin, anna)]
    const orders = Array.from({ length: 50 }, (_, index) => [all[index % 3]!, all[(index + 1) % 3]!, all[(index + 2) % 3]!])
    await Promise.all(orders.map((order) => origin.call('arrangePhotos', { as: anna, body: { order } })))
    const after = idsOf(await own(anna))
    expect(orders).toContainEqual(after)
    expect((await mainImage(anna))?.filename).toContain(after[0])
  })
})

test('a deleted photo is gone with its files, and the next becomes the main photo; after the last there is none', async () => {
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

  test('of a plain picture that was refused keeps no other picture waiting', async () => {
    const [anna, bob] = [await origin.aMember({ tenant: 'swift' }), await origin.aMember({ tenant: 'swift' })]
    const plain = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#c0c0c0' } })
      .png()
      .toBuffer()
    const refused = await upload(anna, plain)
    await moderate(refused.id, 'rejected')
    // A bright sun in the evening sky.
    const sky = Buffer.from(
      Array.from({ length: 400 * 500 }, (_, index) => {
        const [x, y] = [index % 400, Math.floor(index / 400)]
        return Math.hypot(x - 100, y - 80) < 60 ? 255 : 40 + x / 4 + y / 10
      })
    )
    const raw = { width: 400, height: 500, channels: 1 } as const
    expect((await upload(bob, await sharp(sky, { raw }).png().toBuffer())).status).toBe('active')
    expect((await upload(bob, plain)).status).toBe('active')
  })

  test('is done at /__dev/photos in local mode', async () => {
    const [anna, bob] = [await origin.aMember({ name: 'Anna <b>' }), await origin.aMember()]
    const { id } = await upload(anna)
    const page = await origin.send('/__dev/photos', { tenant: 'velvet' })
    const html = await page.text()
    expect(html).toContain(`value="${id}"`)
    expect(html).toContain('Anna &lt;b&gt;')
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

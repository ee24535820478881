import { beforeAll, expect, test } from 'vitest'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { setPremium } from '../../origin/accounts/life-cycle/set-premium.ts'
import { moderatePhoto } from '../../origin/photos/moderate-photo.ts'
import { signAddress, VARIANTS, type Variant } from '../../origin/photos/present-image.ts'
import { eventsOf } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { aPicture, givePhoto } from '../fixtures/pictures.ts'

// Photos beyond the first three, of a former premium member.

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'mirror', pool: 'north', cdn_prefix: 'https://pictures.example' })
})

/** A former premium member with this many photos. */
async function aFormerPremium(count = 5): Promise<{ anna: TestMember; photos: string[] }> {
  const anna = await origin.aMember({ paid_user: true })
  const photos: string[] = []
  for (let number = 0; number < count; number++) photos.push(await givePhoto(origin, anna))
  await pay(anna, false)
  return { anna, photos }
}

const pay = (of: TestMember, paid: boolean) => inUnitOfWork(origin.deps, (unit) => setPremium(unit, of.row.id, paid))
const arrange = (as: TestMember, order: string[]) => origin.call('arrangePhotos', { as, body: { order } })
const remove = (as: TestMember, id: string) => origin.call('deletePhoto', { as, body: { id } })
const own = async (as: TestMember) => (await origin.call('listPhotos', { as })).body
const seen = async (as: TestMember, of: TestMember) => (await origin.call('getMember', { as, query: { id: of.id } })).body.member!

function signed(photo: string, variant: Variant, viewer: string): string {
  const expiry = Math.floor(origin.deps.realNow() / 1000) + 300
  return `/media/${photo}/${variant}.webp?v=${viewer}&e=${expiry}&s=${signAddress(origin.deps.secrets.app, photo, variant, viewer, expiry)}`
}
const opens = async (photo: string, variant: Variant, as: TestMember, tenant = 'velvet') =>
  (await origin.send(signed(photo, variant, as.id), { tenant, headers: { cookie: `auth=${as.cookie}` } })).status === 200

/** Which of the photos the media endpoint serves to a member in any size. */
async function given(photos: readonly string[], as: TestMember, tenant?: string): Promise<string[]> {
  const open: string[] = []
  for (const photo of photos)
    for (const variant of VARIANTS) if (!open.includes(photo) && (await opens(photo, variant, as, tenant))) open.push(photo)
  return open
}

test('stay visible to their owner, sharp and in order, and no one else gets them, whatever the site and the size [CON-15]', async () => {
  const { anna, photos } = await aFormerPremium()
  const premium = await origin.aMember({ paid_user: true })
  expect(await own(anna)).toMatchObject({ limit: 3, photos: photos.map((id) => ({ id })) })
  for (const photo of photos) for (const variant of VARIANTS) expect(await opens(photo, variant, anna)).toBe(true)
  expect((await seen(premium, anna)).photo_count).toBe(3)
  expect(await given(photos, premium)).toEqual(photos.slice(0, 3))
  expect(await given(photos, await origin.signIn(premium, 'mirror'), 'mirror')).toEqual(photos.slice(0, 3))
})

test('come back with premium; each time the member’s pages are notified', async () => {
  const { anna, photos } = await aFormerPremium()
  const premium = await origin.aMember({ paid_user: true })
  await pay(anna, true)
  expect(await own(anna)).toMatchObject({ limit: 25 })
  expect((await seen(premium, anna)).photo_count).toBe(5)
  expect(await given(photos, premium)).toEqual(photos)
  const told = { type: 'premium_changed', data: {} }
  expect((await eventsOf(origin, anna)).slice(-2)).toMatchObject([told, told])
})

test('are shown when moved among the first three, and others are hidden instead; deleting moves them up', async () => {
  const { anna, photos } = await aFormerPremium()
  const [one, two, three, four, five] = photos as [string, string, string, string, string]
  const premium = await origin.aMember({ paid_user: true })
  expect((await arrange(anna, [five])).body.photos.map(({ id }) => id)).toEqual([five, one, two, three, four])
  expect((await seen(premium, anna)).main_image?.filename).toContain(five)
  expect(await given(photos, premium)).toEqual([one, two, five])
  expect((await remove(anna, one)).status).toBe(200)
  expect(await given(photos, premium)).toEqual([two, three, five])
  expect((await remove(anna, four)).status).toBe(200)
  expect(await given(photos, premium)).toEqual([two, three, five])
})

test('are never the main photo: a member with no other photo to show has none, until one is moved up', async () => {
  const { anna, photos } = await aFormerPremium(4)
  const premium = await origin.aMember({ paid_user: true })
  for (const photo of photos.slice(0, 3)) await inUnitOfWork(origin.deps, (unit) => moderatePhoto(unit, photo, 'rejected'))
  expect(await seen(premium, anna)).toMatchObject({ main_image: null, photo_count: 0 })
  expect((await origin.call('getUser', { as: anna })).body.user.profile?.main_image).toBe(null)
  await pay(anna, true)
  expect((await seen(premium, anna)).main_image?.filename).toContain(photos[3])
  await pay(anna, false)
  expect((await seen(premium, anna)).main_image).toBe(null)
  await arrange(anna, [photos[3]!])
  expect((await seen(premium, anna)).main_image?.filename).toContain(photos[3])
})

test('leave no room for another until fewer than three are left', async () => {
  const { anna, photos } = await aFormerPremium(4)
  const add = async () => (await origin.call('addPhoto', { as: anna, body: await aPicture() })).body.error?.code
  expect(await add()).toBe('photo_limit')
  await remove(anna, photos[0]!)
  expect(await add()).toBe('photo_limit')
  await remove(anna, photos[1]!)
  expect(await add()).toBeUndefined()
})

import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { presentImage, signAddress, VARIANTS, type Variant } from '../../origin/photos/present-image.ts'
import type { MainImage } from '../../shared/api/members.ts'
import { bytesOf } from '../fixtures/bytes-of.ts'
import { block, sendPhoto, unblock, write } from '../fixtures/acts.ts'
import { roundTripsOf } from '../fixtures/round-trips.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'veiled', pool: 'north', logged_out_search: 'limited' })
  await origin.publish({ id: 'mirror', pool: 'north', cdn_prefix: 'https://pictures.example' })
})

async function load(address: string, as: TestMember | null, tenant = as?.tenant ?? 'velvet') {
  return await origin.send(address, { tenant, headers: as ? { cookie: `auth=${as.cookie}` } : {} })
}
const widthOf = async (address: string, as: TestMember | null) =>
  (await sharp(await bytesOf(await load(address, as, 'mirror'))).metadata()).width
const statusOf = async (address: string, as: TestMember | null, tenant?: string) => (await load(address, as, tenant)).status

const image = async (as: TestMember | null, of: TestMember, tenant?: string): Promise<MainImage | null> =>
  (await origin.call('getMember', { as, query: { id: of.id }, ...(tenant && { tenant }) })).body.member!.main_image

/** An address as we sign it, for any viewer. */
function signed(photo: string, variant: Variant, viewer: string, expiry = Math.floor(origin.deps.realNow() / 1000) + 300): string {
  return `/media/${photo}/${variant}.webp?v=${viewer}&e=${expiry}&s=${signAddress(origin.deps.secrets.app, photo, variant, viewer, expiry)}`
}

test('the main photo of a member is a WebP in three sizes, for this viewer alone, with nothing that a page could run [ENT-10]', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await givePhoto(origin, bob)
  const shown = await image(anna, bob)
  expect(shown?.status).toBe('active')
  for (const [address, size] of [
    [shown?.filename, [400, 500]],
    [shown?.thumb_filename, [320, 400]],
    [shown?.match, [640, 800]]
  ] as const) {
    const answer = await load(address!, anna)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=60',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox"
    })
    const { format, width, height } = await sharp(await bytesOf(answer)).metadata()
    expect([format, width, height]).toEqual(['webp', ...size])
  }
})

test('addresses are equal within a step and expire within five minutes, not before two and a half', async () => {
  const photo = { public_id: 'p'.repeat(22), status: 'active' as const }
  const at = (seconds: number) => presentImage({ ...origin.deps, realNow: () => seconds * 1000 }, photo, 'anon', 'full')
  expect(at(1_800_000_149)).toEqual(at(1_800_000_000))
  expect(at(1_800_000_150)).not.toEqual(at(1_800_000_149))
  expect(at(1_800_000_000).filename).toContain('e=1800000300')
})

test('every address works for its viewer and for no one else', async () => {
  const bob = await origin.aMember({ shown_to_visitors: true })
  const photo = await givePhoto(origin, bob)
  const free = await origin.aMember()
  const premium = await origin.aMember({ paid_user: true })
  const stranger = await origin.aMember({ tenant: 'isle' })
  const people = { bob, free, premium, stranger, visitor: null }
  const viewerOf = (one: TestMember | null) => one?.id ?? 'anon'
  const opened: string[] = []
  for (const [given, owner] of Object.entries(people)) {
    for (const variant of VARIANTS) {
      const address = signed(photo, variant, viewerOf(owner))
      for (const [user, as] of Object.entries(people))
        if ((await statusOf(address, as)) === 200) opened.push(`${given}'s ${variant} by ${user}`)
    }
  }
  const expected = ['bob', 'free', 'premium'].flatMap((name) => VARIANTS.map((variant) => `${name}'s ${variant} by ${name}`))
  // What visitors may see works for everyone on the site, but not for a member of another pool on their site.
  expected.push(...VARIANTS.flatMap((variant) => ['bob', 'free', 'premium', 'visitor'].map((name) => `visitor's ${variant} by ${name}`)))
  expect(opened.sort()).toEqual(expected.sort())
})

test('further photos are blurred for free members and closed to visitors; premium members see them all [ROLE-8] [ROLE-10] [ROLE-4]', async () => {
  const bob = await origin.aMember({ shown_to_visitors: true })
  await givePhoto(origin, bob)
  const second = await givePhoto(origin, bob)
  const free = await origin.aMember()
  const premium = await origin.aMember({ paid_user: true })
  const opens = async (as: TestMember | null) => {
    const open = []
    for (const variant of VARIANTS) if ((await statusOf(signed(second, variant, as?.id ?? 'anon'), as)) === 200) open.push(variant)
    return open
  }
  expect(await opens(free)).toEqual(['locked'])
  expect(await opens(premium)).toEqual([...VARIANTS])
  expect(await opens(bob)).toEqual([...VARIANTS])
  expect(await opens(null)).toEqual([])
})

test('a profile has the further photos sharp for premium, blurred for free members, and none for visitors [SCR-23] [ROLE-8]', async () => {
  const bob = await origin.aMember({ shown_to_visitors: true })
  const [, two, three] = [await givePhoto(origin, bob), await givePhoto(origin, bob), await givePhoto(origin, bob)]
  await givePhoto(origin, bob, 'pending')
  const more = async (as: TestMember | null) =>
    (await origin.call('getMember', { as, query: { id: bob.id } })).body.member!.more_photos.map(({ locked, ...addresses }) => {
      expect(addresses.status).toBe('active')
      return { locked, addresses: [addresses.filename, addresses.thumb_filename, addresses.match] }
    })
  const open = (addresses: string[], photo: string, variants: string[]) =>
    expect(addresses.map((address) => address.split('?')[0])).toEqual(variants.map((variant) => `/media/${photo}/${variant}.webp`))

  const free = await origin.aMember()
  const blurred = await more(free)
  expect(blurred.map(({ locked }) => locked)).toEqual([true, true])
  for (const [index, { addresses }] of blurred.entries()) {
    open(addresses, [two, three][index]!, ['locked', 'locked', 'locked'])
    const { width, height } = await sharp(await bytesOf(await load(addresses[0]!, free))).metadata()
    expect([width, height]).toEqual([96, 120])
    // The signature is for this size only; one that the origin would issue to others is refused too.
    expect(await statusOf(addresses[0]!.replace('/locked.', '/full.'), free)).toBe(404)
  }
  const premium = await origin.aMember({ paid_user: true })
  const whole = await more(premium)
  expect(whole.map(({ locked }) => locked)).toEqual([false, false])
  open(whole[0]!.addresses, two, ['full', 'thumb', 'match'])
  for (const { addresses } of whole) {
    for (const address of addresses) {
      expect(await statusOf(address, premium)).toBe(200)
      expect(await statusOf(address, free)).toBe(404)
    }
  }
  expect((await more(bob)).map(({ locked }) => locked)).toEqual([false, false])
  expect(await more(null)).toEqual([])
})

describe('unlocking a photo [ERR-18]', () => {
  const unlock = async (as: TestMember, photo: string, credits = 1) => await origin.call('unlockPhoto', { as, body: { photo, credits } })
  const creditsOf = async (as: TestMember) => (await origin.call('getUser', { as })).body.user.credits

  test('shows a free member this photo for good, for its price and once', async () => {
    const [bob, free] = [await origin.aMember(), await origin.aMember({ credits: 3 })]
    const [main, two, three] = [await givePhoto(origin, bob), await givePhoto(origin, bob), await givePhoto(origin, bob)]
    const more = async () => (await origin.call('getMember', { as: free, query: { id: bob.id } })).body.member!.more_photos
    const answers = await Promise.all(Array.from({ length: 5 }, () => unlock(free, two)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await creditsOf(free)).toBe(2)
    const [open, locked] = await more()
    expect([open!.locked, locked!.locked]).toEqual([false, true])
    expect(await statusOf(open!.filename, free)).toBe(200)
    expect(await statusOf(signed(three, 'full', free.id), free)).toBe(404)
    // Someone else's address is no way around, and what is seen already costs nothing.
    expect(await statusOf(open!.filename, await origin.aMember())).toBe(404)
    expect((await unlock(free, main)).status).toBe(200)
    const premium = await origin.aMember({ credits: 5, paid_user: true })
    expect((await unlock(premium, two)).status).toBe(200)
    expect([await creditsOf(free), await creditsOf(premium)]).toEqual([2, 5])
  })

  test('a page from before the price was sent is told it, and pays nothing', async () => {
    const [bob, free] = [await origin.aMember(), await origin.aMember({ credits: 9 })]
    const [, two] = [await givePhoto(origin, bob), await givePhoto(origin, bob)]
    const { body } = await origin.call('unlockPhoto', { as: free, body: { photo: two } })
    expect(body.error).toMatchObject({ code: 'message_price_changed', params: { credits: 1 } })
    expect(await creditsOf(free)).toBe(9)
  })

  test('costs no more than the member has seen, though the price has changed since', async () => {
    const [bob, free] = [await origin.aMember(), await origin.aMember({ credits: 9 })]
    await givePhoto(origin, bob)
    const [two, three] = [await givePhoto(origin, bob), await givePhoto(origin, bob)]
    await origin.publish({ id: 'velvet', photo_credits: 5 })
    expect((await unlock(free, two)).body.error).toMatchObject({ code: 'message_price_changed', params: { credits: 5 } })
    expect(await creditsOf(free)).toBe(9)
    expect((await unlock(free, two, 5)).status).toBe(200)
    await origin.publish({ id: 'velvet', photo_credits: 1 })
    expect((await unlock(free, three, 5)).status).toBe(200)
    expect(await creditsOf(free)).toBe(3)
  })

  test('is refused with too few credits, and for photos that are not shown to the member', async () => {
    const [bob, poor, rich] = [await origin.aMember(), await origin.aMember(), await origin.aMember({ credits: 9 })]
    await givePhoto(origin, bob)
    const [two, pending] = [await givePhoto(origin, bob), await givePhoto(origin, bob, 'pending')]
    expect(await unlock(poor, two)).toMatchObject({ status: 409, body: { error: { code: 'not_enough_credits' } } })
    const far = await origin.aMember({ tenant: 'isle', credits: 9 })
    for (const [as, photo] of [
      [rich, pending],
      [rich, 'x'.repeat(22)],
      [far, two]
    ] as const)
      expect((await unlock(as, photo)).status).toBe(404)
    await block(origin, bob, rich)
    expect((await unlock(rich, two)).status).toBe(404)
    expect(
      await origin.deps.db
        .selectFrom('photo_unlocks')
        .select('photo_id')
        .where(
          'member_id',
          'in',
          [poor, rich, far].map(({ row }) => row.id)
        )
        .execute()
    ).toEqual([])
    expect(await creditsOf(rich)).toBe(9)
  })
})

test('a locked picture only gives the blurred stand-in under all three addresses', async () => {
  const bob = await origin.aMember({ shown_to_visitors: true })
  const photo = await givePhoto(origin, bob)
  const locked = await image(null, bob, 'veiled')
  expect(new Set([locked?.filename, locked?.thumb_filename, locked?.match]).size).toBe(1)
  expect(locked?.filename).toContain('/locked.webp')
  const bytes = await bytesOf(await load(locked!.filename, null, 'veiled'))
  expect(bytes.length).toBeLessThan(1500)
  for (const variant of VARIANTS) {
    expect(await statusOf(signed(photo, variant, 'anon'), null, 'veiled')).toBe(variant === 'locked' ? 200 : 404)
    // nordic shows visitors nothing
    expect(await statusOf(signed(photo, variant, 'anon'), null, 'nordic')).toBe(404)
  }
})

test('a visitor gets no picture of a member who did not choose to be shown', async () => {
  const bob = await origin.aMember()
  const photo = await givePhoto(origin, bob)
  expect(await statusOf(signed(photo, 'locked', 'anon'), null)).toBe(404)
})

test('photos that are not active are shown only to their owner [ENT-11]', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  for (const status of ['pending', 'rejected'] as const) {
    const owner = await origin.aMember()
    const photo = await givePhoto(origin, owner, status)
    expect(await image(anna, owner)).toBe(null)
    expect(await statusOf(signed(photo, 'full', owner.id), owner)).toBe(200)
    for (const variant of VARIANTS) expect(await statusOf(signed(photo, variant, bob.id), bob)).toBe(404)
  }
})

test('an address stops working when it expires, the photo is taken down, the owner leaves or blocks, or the session ends', async () => {
  const closings: Record<string, (owner: TestMember, viewer: TestMember) => Promise<unknown>> = {
    rejected: (owner) => origin.deps.db.updateTable('photos').set({ status: 'rejected' }).where('member_id', '=', owner.row.id).execute(),
    banned: (owner) => origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', owner.row.id).execute(),
    deleted: (owner) => origin.deps.db.updateTable('members').set({ status: 'deleted' }).where('id', '=', owner.row.id).execute(),
    'blocked by the owner': (owner, viewer) => block(origin, owner, viewer),
    'blocked by the viewer': (owner, viewer) => block(origin, viewer, owner),
    'logged out': (_, viewer) => origin.call('logout', { as: viewer }),
    'session over': (_, viewer) =>
      origin.deps.db.updateTable('sessions').set({ expires_at: origin.now() }).where('member_id', '=', viewer.row.id).execute(),
    'viewer banned': (_, viewer) =>
      origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', viewer.row.id).execute(),
    'file gone': async (owner) => {
      const { public_id } = await origin.deps.db
        .selectFrom('photos')
        .select('public_id')
        .where('member_id', '=', owner.row.id)
        .executeTakeFirstOrThrow()
      await origin.deps.media.delete(`photos/${public_id.slice(0, 2)}/${public_id}/thumb.webp`)
    }
  }
  const answers = new Set<string>()
  for (const [name, close] of Object.entries(closings)) {
    const [owner, viewer] = [await origin.aMember(), await origin.aMember()]
    await givePhoto(origin, owner)
    const address = (await image(viewer, owner))!.thumb_filename
    expect([name, await statusOf(address, viewer)]).toEqual([name, 200])
    await close(owner, viewer)
    const answer = await load(address, viewer)
    answers.add(`${answer.status} ${await answer.text()} ${JSON.stringify([...answer.headers])}`)
  }
  const [owner, viewer] = [await origin.aMember(), await origin.aMember()]
  const photo = await givePhoto(origin, owner)
  const now = Math.floor(origin.deps.realNow() / 1000)
  expect(await statusOf(signed(photo, 'thumb', viewer.id, now + 5), viewer)).toBe(200)
  const over = await load(signed(photo, 'thumb', viewer.id, now - 1), viewer)
  answers.add(`${over.status} ${await over.text()} ${JSON.stringify([...over.headers])}`)
  expect([...answers]).toEqual([`404  ${JSON.stringify([['cache-control', 'no-store']])}`])
})

test('the pictures of a page take one statement each; a right that has ended or come meanwhile counts at once', async () => {
  const [bob, viewer] = [await origin.aMember(), await origin.aMember({ paid_user: true })]
  await givePhoto(origin, bob)
  const second = await givePhoto(origin, bob)
  const address = signed(second, 'full', viewer.id)
  expect(await statusOf(address, viewer)).toBe(200)
  expect(await roundTripsOf(origin, () => statusOf(address, viewer))).toHaveLength(1)
  expect(await roundTripsOf(origin, () => statusOf(signed(second, 'full', 'anon'), null))).toHaveLength(1)
  const give = (paid_user: boolean) => origin.deps.db.updateTable('members').set({ paid_user }).where('id', '=', viewer.row.id).execute()
  await give(false)
  expect(await statusOf(address, viewer)).toBe(404)
  await give(true)
  expect(await statusOf(address, viewer)).toBe(200)
  await block(origin, bob, viewer)
  expect(await statusOf(address, viewer)).toBe(404)
  await unblock(origin, bob, viewer)
  expect(await statusOf(address, viewer)).toBe(200)
})

test('a modified address doesn’t work', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const one = await givePhoto(origin, bob)
  const two = await givePhoto(origin, bob)
  const address = signed(one, 'thumb', anna.id)
  expect(await statusOf(address, anna)).toBe(200)
  const expiry = /e=(\d+)/.exec(address)![1]!
  const changed = [
    address.replace(one, two),
    address.replace('thumb', 'locked'),
    signed(one, 'locked', anna.id).replace('locked', 'full'),
    signed(one, 'locked', anna.id).replace('locked', 'thumb'),
    address.replace('thumb', 'original'),
    address.replace(`v=${anna.id}`, 'v=anon'),
    address.replace(`v=${anna.id}`, `v=${bob.id}`),
    address.replace(`e=${expiry}`, `e=${Number(expiry) + 1}`),
    address.replace(`e=${expiry}`, `e=0${expiry}`),
    address.replace(`e=${expiry}`, 'e='),
    address.replace(/s=.*/, 's='),
    address.replace(/s=.*/, 's=' + 'A'.repeat(43)),
    address.slice(0, -1),
    address.split('?')[0]!,
    address.replace('.webp', '.png'),
    address.replace('/media/', '/media/..%2f')
  ]
  for (const other of changed) expect([other, await statusOf(other, anna)]).toEqual([other, 404])
})

test('where pictures are served by another host the address alone is enough for the small sizes, as long as its viewer may see it [SET-3]', async () => {
  const bob = await origin.aMember()
  const viewer = await origin.signIn(await origin.aMember(), 'mirror')
  await givePhoto(origin, bob)
  const shown = (await image(viewer, bob))!
  const sizes = [shown.filename, shown.thumb_filename, shown.match]
  const widthsOf = (as: TestMember | null) => Promise.all(sizes.map((address) => widthOf(address, as)))
  const statuses = async () => await Promise.all(sizes.map((address) => statusOf(address, null, 'mirror')))
  // Pages from before this rule still load the full size from the other host: they get the smaller one.
  expect(await widthsOf(null)).toEqual([640, 320, 640])
  expect(await widthsOf(viewer)).toEqual([400, 320, 640])
  expect(await widthOf(shown.thumb_filename.replace('/thumb.', '/full.'), null)).toBe(640)
  expect(await Promise.all(sizes.map((address) => statusOf(address, null, 'velvet')))).toEqual([404, 404, 404])
  await block(origin, bob, viewer)
  expect(await statuses()).toEqual([404, 404, 404])
  await unblock(origin, bob, viewer)
  expect(await statuses()).toEqual([200, 200, 200])
  // Nothing can be seen once their owner is banned.
  await origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', bob.row.id).execute()
  expect(await statuses()).toEqual([404, 404, 404])
})

test('where pictures are served by another host a photo of a conversation still needs the session of its viewer, in every size', async () => {
  const [anna, bob] = [await origin.signIn(await origin.aMember(), 'mirror'), await origin.signIn(await origin.aMember(), 'mirror')]
  await write(origin, anna, bob, 'Hi')
  await write(origin, bob, anna, 'Hello')
  const { conversation_id: conversation } = await sendPhoto(origin, anna, bob)
  for (const [viewer, sizes] of [
    [anna, VARIANTS],
    [bob, ['locked']]
  ] as const) {
    const { filename } = (await origin.call('getChatPhoto', { as: viewer, query: { conversation, position: '3' } })).body.image
    const photo = filename.split('/')[2]!
    for (const variant of sizes) {
      const address = signed(photo, variant, viewer.id)
      expect([variant, await statusOf(address, viewer, 'mirror'), await statusOf(address, null, 'mirror')]).toEqual([variant, 200, 404])
    }
  }
})

test('where pictures are served by another host a waiting photo only works with the address of its owner', async () => {
  const owner = await origin.signIn(await origin.aMember(), 'mirror')
  const other = await origin.signIn(await origin.aMember(), 'mirror')
  const photo = await givePhoto(origin, owner, 'pending')
  const [own] = (await origin.call('listPhotos', { as: owner })).body.photos
  expect(await statusOf(own!.thumb_filename, null, 'mirror')).toBe(200)
  expect(await statusOf(own!.filename, null, 'mirror')).toBe(200)
  for (const viewer of [other.id, 'anon']) {
    const address = signed(photo, 'thumb', viewer)
    expect(await statusOf(address, other, 'mirror')).toBe(404)
    // The viewer is part of the signed text.
    expect(await statusOf(address.replace(`v=${viewer}`, `v=${owner.id}`), other, 'mirror')).toBe(404)
  }
})

test('the first photo becomes the main photo; later ones come after it', async () => {
  const bob = await origin.aMember({ paid_user: true })
  const first = await givePhoto(origin, bob)
  await Promise.all([givePhoto(origin, bob), givePhoto(origin, bob), givePhoto(origin, bob)])
  const photos = await origin.deps.db
    .selectFrom('photos')
    .select(['id', 'public_id', 'position'])
    .where('member_id', '=', bob.row.id)
    .orderBy('position')
    .execute()
  expect(photos.map((photo) => photo.position)).toEqual([1, 2, 3, 4])
  const { main_photo_id } = await origin.deps.db
    .selectFrom('members')
    .select('main_photo_id')
    .where('id', '=', bob.row.id)
    .executeTakeFirstOrThrow()
  expect([photos[0]?.public_id, photos[0]?.id]).toEqual([first, main_photo_id])
  const anna = await origin.aMember()
  expect((await origin.call('getMember', { as: anna, query: { id: bob.id } })).body.member!.photo_count).toBe(4)
})

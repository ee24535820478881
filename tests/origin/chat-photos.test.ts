import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { creditsOf } from '../../origin/credits/book.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { removeLooseFiles } from '../../origin/photos/files.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { VARIANTS } from '../../origin/photos/present-image.ts'
import { markRefused } from '../../origin/photos/refused-pictures.ts'
import { reEncode } from '../../origin/photos/re-encode.ts'
import { block, give, report, sendPhoto, unblock, write } from '../fixtures/acts.ts'
import { createTestOrigin, PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { photosAt } from '../fixtures/photos.ts'
import { aPicture, tracesIn, withTraces } from '../fixtures/pictures.ts'

const origin = sharedOrigin()
const { loose } = photosAt(origin)
beforeAll(async () => {
  await origin.publish({ id: 'velvet', fictional_profiles: true })
})

interface Pair {
  anna: TestMember
  bob: TestMember
  conversation: string
}

/** Two members who have written to each other. */
async function aPair(): Promise<Pair> {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await write(origin, anna, bob, 'Hi')
  const { conversation_id: conversation } = await write(origin, bob, anna, 'Hello')
  return { anna, bob, conversation }
}

async function send(as: TestMember, to: TestMember, more: { credits?: number; key?: string; picture?: Uint8Array } = {}) {
  const { credits = 0, key = randomUUID(), picture = await aPicture() } = more
  return await origin.call('sendPhoto', {
    as,
    query: { member: to.id, credits: String(credits) },
    body: picture,
    headers: { 'idempotency-key': key }
  })
}
async function refusal(answer: ReturnType<typeof send>) {
  const { status, body } = await answer
  return [status, body.error?.code]
}

const chatOf = async (as: TestMember, { conversation }: Pair) => (await origin.call('getChat', { as, query: { conversation } })).body
const lastOf = async (as: TestMember, pair: Pair) => (await chatOf(as, pair)).messages.at(-1)!
const photoOf = (as: TestMember, { conversation }: Pair, position = 3) =>
  origin.call('getChatPhoto', { as, query: { conversation, position: String(position) } })
const show = (as: TestMember, { conversation }: Pair, position = 3) => origin.call('showPhoto', { as, body: { conversation, position } })
const load = async (address: string, as?: TestMember) =>
  (await origin.send(address, { tenant: 'velvet', headers: { cookie: as ? `auth=${as.cookie}` : null } })).status
const addressFor = async (as: TestMember, pair: Pair) => (await photoOf(as, pair)).body.image.filename
const idOf = (address: string) => address.split('/')[2]!
const filesOf = async (id: string) => {
  const files = await Promise.all(VARIANTS.map((variant) => origin.deps.media.get(photoKey(id, variant))))
  return files.filter(Boolean).length
}

test('a photo is a message, blurred for its receiver until they want to see it, and the two members’ alone', async () => {
  const pair = await aPair()
  const { anna, bob } = pair
  const { message } = await sendPhoto(origin, anna, bob)
  // Its shape is known before the photo is loaded.
  expect(message).toMatchObject({ mine: true, position: 3, content: { type: 'photo', state: 'shown', ratio: 0.8 } })
  expect((await lastOf(bob, pair)).content).toEqual({ type: 'photo', state: 'blurred', ratio: 0.8 })
  const [entry] = (await origin.call('listChats', { as: bob })).body.chats
  expect(entry).toMatchObject({ num_unread_messages: 2, last_message: { content: { type: 'photo' } } })

  const [own, blurred] = [await addressFor(anna, pair), await addressFor(bob, pair)]
  expect([own, blurred]).toEqual([expect.stringContaining('/full.webp'), expect.stringContaining('/locked.webp')])
  expect([await load(own, anna), await load(blurred, bob)]).toEqual([200, 200])
  // Neither is for anyone else, and the stand-in's address is none for the photo.
  const other = await origin.aMember()
  expect([await load(own, bob), await load(blurred, other), await load(blurred), await load(own)]).toEqual([404, 404, 404, 404])
  expect(await load(blurred.replace('/locked.', '/full.'), bob)).toBe(404)
  expect((await photoOf(other, pair)).status).toBe(404)
  expect([(await show(anna, pair)).status, (await show(other, pair)).status, (await show(bob, pair, 2)).status]).toEqual([404, 404, 404])

  expect([(await show(bob, pair)).status, (await show(bob, pair)).status]).toEqual([200, 200])
  expect((await lastOf(bob, pair)).content).toEqual({ type: 'photo', state: 'shown', ratio: 0.8 })
  const shown = await addressFor(bob, pair)
  expect([await load(shown, bob), await load(shown, other)]).toEqual([200, 404])
})

test('only to members who have written in the conversation, and never to fictional profiles', async () => {
  const [anna, bob, clara] = [await origin.aMember(), await origin.aMember(), await origin.aMember({ fictional: true })]
  const takes = async (from: TestMember, to: TestMember) =>
    (await origin.call('getChat', { as: from, query: { member: to.id } })).body.accepts_photos
  const before = await origin.everything()
  expect([await takes(anna, bob), await refusal(send(anna, bob))]).toEqual([false, [409, 'photos_off']])
  expect(await origin.everything()).toBe(before)
  await write(origin, anna, bob, 'Hi')
  expect([await takes(anna, bob), await refusal(send(anna, bob))]).toEqual([false, [409, 'photos_off']])
  expect([await takes(bob, anna), (await send(bob, anna)).status]).toEqual([true, 200])
  expect([await takes(anna, bob), (await send(anna, bob)).status]).toEqual([true, 200])
  await write(origin, anna, clara, 'Hi')
  await write(origin, clara, anna, 'Hello')
  expect([await takes(anna, clara), await refusal(send(anna, clara))]).toEqual([false, [409, 'photos_off']])
})

test('not to someone who has only given something, nor to one who has taken back all they wrote', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const takes = async () => (await origin.call('getChat', { as: bob, query: { member: anna.id } })).body.accepts_photos
  await give(origin, anna, bob)
  expect([await takes(), await refusal(send(bob, anna))]).toEqual([false, [409, 'photos_off']])
  const { conversation_id: conversation, message } = await write(origin, anna, bob, 'Hi')
  expect(await takes()).toBe(true)
  await origin.call('takeBackMessage', { as: anna, body: { conversation, position: message.position } })
  expect([await takes(), await refusal(send(bob, anna))]).toEqual([false, [409, 'photos_off']])
})

test('it costs what a message costs, once per key, and comes back with the photo that is taken back [GEN-10] [ERR-18]', async () => {
  const paying = await createTestOrigin()
  await paying.publish({ id: 'velvet', message_credits: 2 })
  try {
    const [anna, bob] = [await paying.aMember(), await paying.aMember()]
    await write(paying, anna, bob, 'Hi')
    const conversation = (await write(paying, bob, anna, 'Hello')).conversation_id
    const picture = await aPicture()
    const send = (credits: number, key: string = randomUUID(), body = picture) =>
      paying.call('sendPhoto', {
        as: anna,
        query: { member: bob.id, credits: String(credits) },
        body,
        headers: { 'idempotency-key': key }
      })
    expect((await send(2)).body.error).toMatchObject({ code: 'not_enough_credits' })
    // Neither is it read.
    expect((await send(2, randomUUID(), new Uint8Array([1]))).body.error).toMatchObject({ code: 'not_enough_credits' })
    expect((await send(1, randomUUID(), new Uint8Array([1]))).body.error).toMatchObject({ code: 'message_price_changed' })
    const { db } = paying.deps
    await grantCredits(db, { member: anna.row.id, tenant: 'velvet', credits: 5, movement: 'test', reason: 'goodwill', now: paying.now() })
    expect((await send(1)).body.error).toMatchObject({ code: 'message_price_changed', params: { credits: 2 } })
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(2, key)))
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.message.id)).size).toBe(1)
    await db.deleteFrom('idempotency_keys').execute()
    expect((await send(2, key)).body.message.position).toBe(3)
    expect(await creditsOf(db, anna.row.id)).toBe(3)
    expect((await paying.call('takeBackMessage', { as: anna, body: { conversation, position: 3 } })).status).toBe(200)
    expect(await creditsOf(db, anna.row.id)).toBe(5)
  } finally {
    await paying.close()
  }
})

test('an unread photo can be taken back: its files are deleted, also where its answer and events are kept; a read one cannot', async () => {
  const pair = await aPair()
  const { anna, bob, conversation } = pair
  await sendPhoto(origin, anna, bob)
  const id = idOf(await addressFor(anna, pair))
  const takeBack = (position: number) => origin.call('takeBackMessage', { as: anna, body: { conversation, position } })
  expect((await takeBack(3)).status).toBe(200)
  for (const member of [anna, bob]) {
    expect((await lastOf(member, pair)).content).toEqual({ type: 'text', text: '' })
    expect((await photoOf(member, pair)).status).toBe(404)
  }
  await removeLooseFiles(origin.deps)
  expect(await filesOf(id)).toBe(0)
  await sendPhoto(origin, anna, bob)
  await origin.call('readChat', { as: bob, body: { conversation, position: 4 } })
  expect((await takeBack(4)).body.error).toMatchObject({ code: 'already_read' })
})

test('a member who blocks, is banned or leaves takes their photos along', async () => {
  const pair = await aPair()
  const { anna, bob } = pair
  await sendPhoto(origin, anna, bob)
  await show(bob, pair)
  const address = await addressFor(bob, pair)
  const state = async () => {
    const { content } = await lastOf(bob, pair)
    return [content.type === 'photo' && content.state, (await photoOf(bob, pair)).status, await load(address, bob)]
  }
  expect(await state()).toEqual(['shown', 200, 200])
  await block(origin, anna, bob)
  expect(await state()).toEqual(['gone', 404, 404])
  await unblock(origin, anna, bob)
  expect(await state()).toEqual(['shown', 200, 200])
  await origin.call('deleteAccount', { as: anna, body: { password: PASSWORD } })
  expect(await state()).toEqual(['gone', 404, 404])
})

test('a member who deletes the conversation no longer sees its photos; when both have, the files are deleted', async () => {
  const pair = await aPair()
  const { anna, bob, conversation } = pair
  await sendPhoto(origin, anna, bob)
  const [own, blurred] = [await addressFor(anna, pair), await addressFor(bob, pair)]
  await origin.call('deleteChat', { as: bob, body: { conversation } })
  expect([await load(blurred, bob), (await photoOf(bob, pair)).status, await load(own, anna)]).toEqual([404, 404, 200])
  await origin.call('deleteChat', { as: anna, body: { conversation } })
  await removeLooseFiles(origin.deps)
  expect(await filesOf(idOf(own))).toBe(0)
})

test('a picture that was refused as a photo is refused here too', async () => {
  const pair = await aPair()
  const picture = await aPicture()
  const { dhash } = await reEncode(picture)
  await markRefused(origin.deps, origin.deps.db, { pool: pair.anna.row.pool, dhash }, origin.now())
  const before = await loose()
  const { status, body } = await send(pair.anna, pair.bob, { picture })
  expect([status, body.error?.fields]).toEqual([422, [expect.objectContaining({ field: 'photo', code: 'photo_refused' })]])
  expect((await chatOf(pair.anna, pair)).messages).toHaveLength(2)
  await origin.idle()
  expect(await loose()).toEqual(before)
})

test('a report of the message has a copy of the photo, which outlasts it', async () => {
  const pair = await aPair()
  const { anna, bob, conversation } = pair
  await sendPhoto(origin, anna, bob)
  const id = idOf(await addressFor(anna, pair))
  const { id: message } = await lastOf(bob, pair)
  await report(origin, bob, anna, { member: undefined, conversation, message })
  const { evidence } = await origin.deps.db.selectFrom('reports').select('evidence').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(evidence.photo?.of).toBe(id)
  await origin.call('takeBackMessage', { as: anna, body: { conversation, position: 3 } })
  await removeLooseFiles(origin.deps)
  expect(await origin.deps.media.get(photoKey(evidence.photo!.copy, 'full'))).toBeTruthy()
})

test('events and stored answers have no addresses of photos: these expire', async () => {
  const pair = await aPair()
  await sendPhoto(origin, pair.anna, pair.bob)
  const { db } = origin.deps
  const events = await db.selectFrom('events').select('data').execute()
  const answers = await db.selectFrom('idempotency_keys').select('answer').execute()
  expect(JSON.stringify([events, answers])).not.toContain('/media/')
})

test('what is stored of a photo is only its picture: no location, camera, serial number or comment in any size', async () => {
  const pair = await aPair()
  const picture = await withTraces(sharp(await aPicture()))
  expect(await tracesIn(picture)).toContain('PLANTED')
  expect((await send(pair.anna, pair.bob, { picture })).status).toBe(200)
  const id = idOf(await addressFor(pair.anna, pair))
  const files = await Promise.all(VARIANTS.map((variant) => origin.deps.media.get(photoKey(id, variant))))
  const stored = files.flatMap((file) => (file ? [Buffer.from(file)] : []))
  expect(stored).not.toEqual([])
  for (const file of stored) {
    expect((await sharp(file).metadata()).format).toBe('webp')
    expect(await tracesIn(file)).toEqual([])
  }
})

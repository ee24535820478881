import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { block, eventsOf, write } from '../fixtures/acts.ts'
import { chatting, textsOf } from '../fixtures/chatting.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
const { pair, listOf, chatWith, read, remove } = chatting(origin)

test('reading sets unread to 0, shows the sender that it was read, and tells both [CHAT-1]', async () => {
  const [anna, bob] = await pair()
  for (const text of ['one', 'two', 'three']) await write(origin, anna, bob, text)
  const { conversation_id } = await write(origin, bob, anna, 'four')
  expect((await listOf(bob)).total_unread).toBe(3)
  expect((await read(bob, conversation_id, 4)).body).toEqual({ num_unread_messages: 0 })
  expect((await listOf(bob)).total_unread).toBe(0)
  expect((await listOf(anna)).total_unread).toBe(1)
  expect((await chatWith(anna, bob)).messages.map((message) => message.read)).toEqual([true, true, true, false])
  expect((await eventsOf(origin, anna)).at(-1)).toMatchObject({ type: 'read', data: { conversation_id, position: 4 } })
  expect((await eventsOf(origin, bob)).at(-1)).toMatchObject({ type: 'chat_seen', data: { conversation_id, position: 4 } })
})

test.each(['sender', 'reader'] as const)('a member who hides what they have read sees it of no one: %s', async (who) => {
  const [anna, bob] = await pair()
  await origin.call('updateProfile', { as: who === 'sender' ? anna : bob, body: { shows_read: false } })
  const { conversation_id: id } = await write(origin, anna, bob, 'Hello')
  const before = (await eventsOf(origin, anna)).length
  expect((await read(bob, id, 1)).body).toEqual({ num_unread_messages: 0 })
  expect((await chatWith(anna, bob)).messages[0]!.read).toBe(false)
  expect((await eventsOf(origin, anna)).length).toBe(before)
  // For oneself it is read.
  expect((await chatWith(bob, anna)).messages[0]!.read).toBe(true)
})

test('a muted conversation is counted like any other but causes no mail and no push, for this side alone', async () => {
  const [anna, bob] = await pair()
  const { conversation_id: id } = await write(origin, anna, bob, 'Hello')
  const waiting = async (member: TestMember) => {
    const digests = await origin.deps.db.selectFrom('digests').select('kind').where('member_id', '=', member.row.id).execute()
    return digests.length
  }
  const mute = async (muted: boolean) =>
    expect((await origin.call('muteChat', { as: bob, body: { conversation: id, muted } })).status).toBe(200)
  await origin.deps.db.deleteFrom('digests').execute()
  await mute(true)
  expect((await listOf(bob)).chats[0]!.muted).toBe(true)
  expect((await chatWith(bob, anna)).muted).toBe(true)
  expect((await chatWith(anna, bob)).muted).toBe(false)
  await write(origin, anna, bob, 'Are you there?')
  expect((await listOf(bob)).total_unread).toBe(2)
  expect(await waiting(bob)).toBe(0)
  await write(origin, bob, anna, 'Yes')
  expect(await waiting(anna)).toBe(1)
  await mute(false)
  await write(origin, anna, bob, 'Good')
  expect(await waiting(bob)).toBe(1)
})

test('a message answers an earlier one of the conversation, and nothing that isn’t there', async () => {
  const [anna, bob] = await pair()
  const { conversation_id: id } = await write(origin, anna, bob, 'Tea or coffee?')
  const send = (as: TestMember, to: TestMember, replyTo: number) =>
    origin.call('sendMessage', {
      as,
      body: { member: to.id, text: 'Coffee', reply_to: replyTo },
      headers: { 'idempotency-key': randomUUID() }
    })
  expect((await send(bob, anna, 1)).body.message).toMatchObject({ position: 2, reply_to: 1 })
  expect((await send(bob, anna, 9)).body.message.reply_to).toBeNull()
  expect((await chatWith(anna, bob)).messages.map((message) => message.reply_to)).toEqual([null, 1, null])
  // What one has deleted can't be answered any more.
  await remove(bob, id)
  expect((await send(bob, anna, 1)).body.message.reply_to).toBeNull()
})

test('the receiver of a message can give it a heart, which both see at once', async () => {
  const [anna, bob] = await pair()
  const { conversation_id: conversation } = await write(origin, anna, bob, 'Hello')
  const heart = (as: TestMember, given: boolean, position = 1) =>
    origin.call('giveHeart', { as, body: { conversation, position, heart: given } })
  expect((await heart(bob, true)).status).toBe(200)
  expect((await chatWith(anna, bob)).messages[0]!.heart).toBe(true)
  for (const member of [anna, bob])
    expect((await eventsOf(origin, member)).at(-1)).toMatchObject({ type: 'heart', data: { position: 1, heart: true } })
  const stranger = await origin.aMember()
  const before = await origin.everything()
  for (const { status } of [await heart(anna, false), await heart(bob, true, 2), await heart(stranger, true)]) expect(status).toBe(404)
  await heart(bob, true)
  expect(await origin.everything()).toBe(before)
  await heart(bob, false)
  expect((await chatWith(bob, anna)).messages[0]!.heart).toBe(false)
})

test('a message of one’s own can be taken back until it is read: its text is gone everywhere and no longer counts', async () => {
  const [anna, bob] = await pair()
  const { conversation_id: conversation } = await write(origin, anna, bob, 'First')
  await read(bob, conversation, 1)
  await write(origin, anna, bob, 'Regretted words')
  const takeBack = (as: TestMember, position: number) => origin.call('takeBackMessage', { as, body: { conversation, position } })
  expect(await takeBack(anna, 1)).toMatchObject({ status: 409, body: { error: { code: 'already_read' } } })
  expect((await takeBack(bob, 2)).status).toBe(404)
  expect((await takeBack(anna, 2)).status).toBe(200)
  expect(textsOf(await chatWith(bob, anna))).toEqual(['First', ''])
  expect((await listOf(bob)).total_unread).toBe(0)
  expect(await origin.everything()).not.toContain('Regretted words')
  expect((await takeBack(anna, 2)).status).toBe(200)
})

test.each(['sender', 'reader'] as const)(
  'trying to take a message back says nothing of what was read if that is hidden by its %s',
  async (who) => {
    const [anna, bob] = await pair()
    const { conversation_id: conversation } = await write(origin, anna, bob, 'Read')
    await read(bob, conversation, 1)
    await write(origin, anna, bob, 'Unread')
    const offered = async () => (await chatWith(anna, bob)).can_take_back
    expect(await offered()).toBe(true)
    await origin.call('updateProfile', { as: who === 'sender' ? anna : bob, body: { shows_read: false } })
    expect(await offered()).toBe(false)
    const before = await origin.everything()
    const [ofRead, ofUnread] = await Promise.all(
      [1, 2].map((position) => origin.call('takeBackMessage', { as: anna, body: { conversation, position } }))
    )
    expect(ofRead).toMatchObject({ status: 404 })
    expect(ofUnread!.body).toEqual(ofRead!.body)
    expect(await origin.everything()).toBe(before)
    // Also in a conversation that the sender has deleted and is about to write in again.
    await remove(anna, conversation)
    expect(await offered()).toBe(false)
  }
)

test('taking back a message that its reader has deleted leaves the count of the newer ones alone', async () => {
  const [anna, bob] = await pair()
  const { conversation_id: conversation } = await write(origin, anna, bob, 'First')
  await remove(bob, conversation)
  await write(origin, anna, bob, 'Second')
  const takeBack = (position: number) => origin.call('takeBackMessage', { as: anna, body: { conversation, position } })
  expect((await takeBack(1)).status).toBe(200)
  expect((await listOf(bob)).total_unread).toBe(1)
  expect((await takeBack(2)).status).toBe(200)
  expect((await listOf(bob)).total_unread).toBe(0)
})

test('a message that was taken back gets no heart, and a conversation with a member who is gone is neither muted nor given one', async () => {
  const [anna, bob] = await pair()
  const { conversation_id: conversation } = await write(origin, anna, bob, 'Regretted')
  await write(origin, anna, bob, 'Not regretted')
  await origin.call('takeBackMessage', { as: anna, body: { conversation, position: 1 } })
  const heart = async (position: number) =>
    (await origin.call('giveHeart', { as: bob, body: { conversation, position, heart: true } })).status
  const mute = async () => (await origin.call('muteChat', { as: bob, body: { conversation, muted: true } })).status
  expect(await heart(1)).toBe(404)
  await block(origin, anna, bob)
  const before = await origin.everything()
  expect([await heart(2), await mute()]).toEqual([404, 404])
  expect(await origin.everything()).toBe(before)
})

test('reading a part leaves the rest unread; going back or beyond the end changes nothing', async () => {
  const [anna, bob] = await pair()
  let conversation = ''
  for (const text of ['one', 'two', 'three']) conversation = (await write(origin, anna, bob, text)).conversation_id
  expect((await read(bob, conversation, 2)).body.num_unread_messages).toBe(1)
  const events = (await eventsOf(origin, bob)).length
  expect((await read(bob, conversation, 1)).body.num_unread_messages).toBe(1)
  expect(await eventsOf(origin, bob)).toHaveLength(events)
  expect((await read(bob, conversation, 2_000_000_000)).body.num_unread_messages).toBe(0)
  await write(origin, anna, bob, 'four')
  expect((await listOf(bob)).total_unread).toBe(1)
})

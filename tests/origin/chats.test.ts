import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { eventsOf, like, write } from '../fixtures/acts.ts'
import { chatting, textsOf } from '../fixtures/chatting.ts'
import { roundTripsOf } from '../fixtures/round-trips.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
const { chat, pair, listOf, chatWith, read, remove } = chatting(origin)

test('before the first message there is a conversation without an id, and the list is empty', async () => {
  const [anna, bob] = await pair()
  expect(await chatWith(anna, bob)).toEqual({
    conversation_id: null,
    profile: expect.objectContaining({ id: bob.id }),
    messages: [],
    has_more: false,
    muted: false,
    write_block: null,
    own_mail_unconfirmed: false,
    accepts_gifts: true,
    accepts_photos: false,
    can_take_back: true,
    cost: { credits: 0, reason: 'free', free_left: 2 },
    confirms_fictional: false,
    message_length: 1000,
    history_months: 12,
    draft: null
  })
  expect(await listOf(anna)).toEqual({ chats: [], total: 0, total_unread: 0, page: 1 })
})

test('the first message opens the conversation for both [ENT-14] [API-13]', async () => {
  const [anna, bob] = await pair()
  const key = randomUUID()
  const { body } = await origin.call('sendMessage', {
    as: anna,
    body: { member: bob.id, text: '  Hello there ' },
    headers: { 'idempotency-key': key }
  })
  expect(body.message).toEqual({
    id: expect.stringMatching(/^[\w-]{22}$/),
    position: 1,
    mine: true,
    content: { type: 'text', text: 'Hello there' },
    at: origin.now().toISOString(),
    client_id: key,
    reply_to: null,
    heart: false,
    read: false
  })
  const own = await listOf(anna)
  expect(own.chats).toEqual([
    {
      conversation_id: body.conversation_id,
      profile_id: bob.id,
      profile: expect.objectContaining({ id: bob.id, name: bob.row.name }),
      num_unread_messages: 0,
      muted: false,
      last_message: { position: 1, content: { type: 'text', text: 'Hello there' }, at: origin.now().toISOString(), mine: true }
    }
  ])
  const theirs = await listOf(bob)
  expect(theirs.chats[0]).toMatchObject({
    conversation_id: body.conversation_id,
    profile_id: anna.id,
    num_unread_messages: 1,
    last_message: { mine: false }
  })
  expect([theirs.total, theirs.total_unread]).toEqual([1, 1])
  // The key stays with its sender.
  expect((await chatWith(bob, anna)).messages).toMatchObject([{ mine: false, client_id: null, position: 1 }])
  expect((await chat(bob, { conversation: body.conversation_id })).body).toEqual(await chatWith(bob, anna))
})

test('both sides get an event with their own view of the message', async () => {
  const [anna, bob] = await pair()
  const { conversation_id, message } = await write(origin, anna, bob, 'Hi')
  expect(await eventsOf(origin, bob)).toEqual([
    { number: 1, type: 'message', data: { conversation_id, profile_id: anna.id, message: { ...message, mine: false, client_id: null } } }
  ])
  expect(await eventsOf(origin, anna)).toEqual([{ number: 1, type: 'message', data: { conversation_id, profile_id: bob.id, message } }])
})

test('the same key sends once; with another text or to another member it is refused', async () => {
  const [anna, bob] = await pair()
  const carla = await origin.aMember()
  const headers = { 'idempotency-key': randomUUID() }
  const send = (member: TestMember, text: string) => origin.call('sendMessage', { as: anna, body: { member: member.id, text }, headers })
  const first = await send(bob, 'Once')
  expect((await send(bob, 'Once')).text).toBe(first.text)
  expect((await send(bob, 'Twice')).body.error?.code).toBe('idempotency_key_reused')
  expect((await send(carla, 'Once')).body.error?.code).toBe('idempotency_key_reused')
  // Answers are stored for two days; the message keeps its key for longer.
  const sendLater = async (to: TestMember, text: string) => {
    await origin.deps.db.deleteFrom('idempotency_keys').execute()
    return (await send(to, text)).body
  }
  expect((await sendLater(bob, 'Once')).message.id).toBe(first.body.message.id)
  expect((await sendLater(bob, 'Twice')).error?.code).toBe('idempotency_key_reused')
  expect((await sendLater(carla, 'Once')).error?.code).toBe('idempotency_key_reused')
  expect(textsOf(await chatWith(bob, anna))).toEqual(['Once'])
  expect((await listOf(carla)).total).toBe(0)
})

test('a text may be as long as the tenant allows and not longer', async () => {
  await origin.publish({ id: 'terse', pool: 'north', message_length: 100 })
  const [anna, bob] = await pair()
  const there = await origin.signIn(anna, 'terse')
  const send = (text: string) => origin.call('sendMessage', { as: there, body: { member: bob.id, text } })
  expect((await send('x'.repeat(100))).status).toBe(200)
  const before = await origin.everything()
  const { status, body } = await send('x'.repeat(101))
  expect(status).toBe(422)
  expect(body.error?.fields).toEqual([{ field: 'text', code: 'too_long', message_key: 'field.too_long', params: { limit: 100 } }])
  expect((await send('   ')).status).toBe(422)
  expect(await origin.everything()).toBe(before)
  expect((await chatWith(there, bob)).message_length).toBe(100)
})

test('texts are stored letter for letter', async () => {
  const [anna, bob] = await pair()
  const text = '<b>"Grüße" {count, plural, other{x}} \u202Eolleh 👩‍👩‍👧 \\ % $1 ; drop table'
  await write(origin, anna, bob, text)
  expect(textsOf(await chatWith(bob, anna))).toEqual([text])
})

test('writing to unknown, banned or deleted members, or to oneself, is the same 404 without effect', async () => {
  const anna = await origin.aMember()
  const ids = [newPublicId(), anna.id, (await origin.aMember({ status: 'banned' })).id, (await origin.aMember({ status: 'deleted' })).id]
  const before = await origin.everything()
  const answers = []
  for (const member of ids) answers.push(await origin.call('sendMessage', { as: anna, body: { member, text: 'Hi' } }))
  for (const member of ids) answers.push(await chat(anna, { member }))
  for (const conversation of ids)
    answers.push(await chat(anna, { conversation }), await read(anna, conversation, 1), await remove(anna, conversation))
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(404)
  expect(await origin.everything()).toBe(before)
})

test('a member without a confirmed address may write but can’t get replies [ROLE-14]', async () => {
  const newcomer = await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' })
  const bob = await origin.aMember()
  expect((await chatWith(newcomer, bob)).own_mail_unconfirmed).toBe(true)
  const { conversation_id } = await write(origin, newcomer, bob, 'Hello')
  expect((await chat(bob, { conversation: conversation_id })).body).toMatchObject({
    write_block: 'not_confirmed',
    profile: { id: newcomer.id }
  })
  expect((await listOf(bob)).chats[0]?.profile_id).toBe(newcomer.id)
  const before = await origin.everything()
  const { status, body } = await origin.call('sendMessage', { as: bob, body: { member: newcomer.id, text: 'Hi' } })
  expect([status, body.error?.code]).toEqual([403, 'not_confirmed'])
  expect(await origin.everything()).toBe(before)

  await origin.deps.db
    .updateTable('members')
    .set({ status: 'confirmed', profile_status: 'active' })
    .where('id', '=', newcomer.row.id)
    .execute()
  expect((await chatWith(bob, newcomer)).write_block).toBe(null)
  await write(origin, bob, newcomer, 'Welcome')
})

test('a member who only likes and hasn’t confirmed can’t be written to either', async () => {
  const newcomer = await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' })
  const bob = await origin.aMember()
  await like(origin, newcomer, bob)
  expect(await chatWith(bob, newcomer)).toMatchObject({ conversation_id: null, write_block: 'not_confirmed' })
})

test('the newest fifty messages come first; older ones by position', async () => {
  const [anna, bob] = await pair()
  for (let index = 1; index <= 52; index++) await write(origin, index % 2 ? anna : bob, index % 2 ? bob : anna, `message ${index}`)
  const newest = await chatWith(anna, bob)
  expect([newest.messages.length, newest.messages[0]?.position, textsOf(newest).at(-1), newest.has_more]).toEqual([
    50,
    3,
    'message 52',
    true
  ])
  const older = (await chat(anna, { member: bob.id, before: '3' })).body
  expect([textsOf(older), older.has_more]).toEqual([['message 1', 'message 2'], false])
})

test('messages older than the limit of either member’s own site are no longer shown, wherever they are read [CHAT-6]', async () => {
  await origin.publish({ id: 'forgetful', pool: 'north', chat_history_months: 1 })
  const start = origin.now()
  const [anna, bob] = await pair()
  const carla = await origin.aMember({ tenant: 'forgetful' })
  await write(origin, anna, bob, 'long ago')
  const { conversation_id: conversation } = await write(origin, anna, carla, 'long ago')
  try {
    origin.setNow(new Date('2026-12-16T11:59:59Z'))
    expect(textsOf(await chatWith(await origin.signIn(anna), carla))).toEqual(['long ago'])
    origin.setNow(new Date('2026-12-16T12:00:01Z'))
    const [here, there] = [await origin.signIn(anna), await origin.signIn(carla)]
    const gone = { messages: [], has_more: false, history_months: 1 }
    expect(await chatWith(here, carla)).toMatchObject(gone)
    expect(await chatWith(there, anna)).toMatchObject(gone)
    expect((await listOf(there)).chats).toMatchObject([{ profile_id: anna.id, last_message: null }])
    // A sister site that keeps less deletes nothing between members of others, and says so.
    const lasting = await chatWith(await origin.signIn(bob, 'forgetful'), anna)
    expect([textsOf(lasting), lasting.history_months]).toEqual([['long ago'], 12])
    await origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', carla.row.id).execute()
    expect((await chat(here, { conversation })).body).toMatchObject({ profile: null, ...gone })
  } finally {
    origin.setNow(start)
  }
})

test('what is out of sight counts nowhere as unread, before it is deleted either', async () => {
  await origin.publish({ id: 'brief', pool: 'north', chat_history_months: 1 })
  const start = origin.now()
  const [anna, bob] = [await origin.aMember(), await origin.aMember({ tenant: 'brief' })]
  await write(origin, anna, bob, 'long ago')
  const counts = async (as: TestMember) => {
    const { chats, total_unread } = await listOf(as)
    const { user } = (await origin.call('getUser', { as })).body
    const home = (await origin.call('getHome', { as })).body
    return [chats.map((entry) => entry.num_unread_messages), total_unread, user.num_unread_messages, home.chats.length]
  }
  try {
    origin.advance(31 * 24 * 60 * 60)
    const there = await origin.signIn(bob)
    for (const as of [there, await origin.signIn(bob, 'velvet')]) expect(await counts(as)).toEqual([[0], 0, 0, 0])
    // A newer one is in sight, and is read together with what came before it.
    const { conversation_id } = await write(origin, await origin.signIn(anna), bob, 'now')
    expect((await counts(there))[1]).toBe(2)
    await read(there, conversation_id, 2)
    expect(await counts(there)).toEqual([[0], 0, 0, 0])
    await write(origin, await origin.signIn(anna), bob, 'later')
    origin.advance(13 * 31 * 24 * 60 * 60)
    expect(await counts(await origin.signIn(bob))).toEqual([[0], 0, 0, 0])
  } finally {
    origin.setNow(start)
  }
})

test('conversations come newest message first, a hundred a page, with totals of all', async () => {
  const anna = await origin.aMember()
  const others = await Promise.all(Array.from({ length: 102 }, () => origin.aMember()))
  for (const other of others) {
    origin.advance(1)
    await write(origin, other, anna, 'Hi')
  }
  origin.advance(1)
  await write(origin, anna, others[0]!, 'Hi yourself')
  const [first, second] = [await listOf(anna), await listOf(anna, { page: '2' })]
  expect([first.chats.length, first.total, first.total_unread, first.chats[0]?.profile_id]).toEqual([100, 102, 102, others[0]!.id])
  expect(first.chats[1]?.profile_id).toBe(others[101]!.id)
  expect([second.chats.length, second.page]).toEqual([2, 2])
})

test('a deleted conversation is gone at once for oneself and unchanged for the other [CHAT-2] [API-15]', async () => {
  const [anna, bob] = await pair()
  const { conversation_id } = await write(origin, anna, bob, 'Hello')
  await write(origin, bob, anna, 'Hi')
  expect((await remove(anna, conversation_id)).body).toEqual({})
  expect((await remove(anna, conversation_id)).status).toBe(200)
  expect(await listOf(anna)).toMatchObject({ chats: [], total: 0, total_unread: 0 })
  expect((await chat(anna, { conversation: conversation_id })).status).toBe(404)
  expect(await chatWith(anna, bob)).toMatchObject({ conversation_id: null, messages: [] })
  expect(textsOf(await chatWith(bob, anna))).toEqual(['Hello', 'Hi'])
  // Her stream doesn't repeat any of it either, and no number is missing.
  expect((await eventsOf(origin, anna)).map(({ number, type }) => [number, type])).toEqual([
    [1, 'contacts_changed'],
    [2, 'contacts_changed'],
    [3, 'chats_changed']
  ])
  expect((await eventsOf(origin, bob)).map((event) => event.type)).toEqual(['message', 'message'])
})

test('a new message brings a deleted conversation back without what was deleted', async () => {
  const [anna, bob] = await pair()
  const { conversation_id } = await write(origin, anna, bob, 'Hello')
  await remove(bob, conversation_id)
  const { message } = await write(origin, anna, bob, 'Are you there?')
  expect(message.position).toBe(2)
  expect(await listOf(bob)).toMatchObject({ chats: [{ conversation_id, num_unread_messages: 1 }], total_unread: 1 })
  expect(await chatWith(bob, anna)).toMatchObject({ conversation_id, messages: [{ content: { text: 'Are you there?' } }], has_more: false })
  expect((await read(bob, conversation_id, 2)).body.num_unread_messages).toBe(0)
})

test('what both have deleted is removed for good', async () => {
  const [anna, bob] = await pair()
  const { conversation_id } = await write(origin, anna, bob, 'A secret of two')
  await write(origin, bob, anna, 'Kept well')
  await remove(anna, conversation_id)
  await write(origin, bob, anna, 'Just for you')
  await remove(bob, conversation_id)
  const stored = await origin.deps.db.selectFrom('messages').select(['text']).where('sender_id', 'in', [anna.row.id, bob.row.id]).execute()
  expect(stored).toEqual([{ text: 'Just for you' }])
  const everything = await origin.everything()
  expect(everything).not.toMatch(/A secret of two|Kept well/)
  expect(everything).toContain('Just for you')
  expect((await write(origin, anna, bob, 'Anew')).message.position).toBe(4)
})

test('a member who left is listed without a profile, and can’t be written to', async () => {
  const [anna, bob] = await pair()
  const { conversation_id } = await write(origin, bob, anna, 'Bye')
  await origin.deps.db.updateTable('members').set({ status: 'deleted' }).where('id', '=', bob.row.id).execute()
  expect((await listOf(anna)).chats).toMatchObject([
    { conversation_id, profile_id: null, profile: null, last_message: { content: { text: 'Bye' } } }
  ])
  expect((await chat(anna, { conversation: conversation_id })).body).toMatchObject({
    profile: null,
    write_block: 'deleted',
    messages: [{ content: { text: 'Bye' } }]
  })
  expect((await chat(anna, { member: bob.id })).status).toBe(404)
})

test('no one else can read, mark or delete a conversation', async () => {
  const [anna, bob] = await pair()
  const eve = await origin.aMember()
  const { conversation_id } = await write(origin, anna, bob, 'Between us')
  const before = await origin.everything()
  const unknown = newPublicId()
  expect((await chat(eve, { conversation: conversation_id })).text).toBe((await chat(eve, { conversation: unknown })).text)
  expect((await read(eve, conversation_id, 1)).status).toBe(404)
  expect((await remove(eve, conversation_id)).status).toBe(404)
  expect(await origin.everything()).toBe(before)
})

test('a conversation is fetched by its id or by the member', async () => {
  const [anna, bob] = await pair()
  expect((await chat(anna, {})).status).toBe(422)
  expect((await chat(anna, { member: bob.id, conversation: newPublicId() })).status).toBe(422)
})

test('visitors cannot chat [ROLE-2]', async () => {
  const bob = await origin.aMember({ shown_to_visitors: true })
  const { status, body } = await origin.call('sendMessage', { body: { member: bob.id, text: 'Hi' } })
  expect([status, body.error?.code]).toEqual([403, 'authentication_required'])
})

test('a free message takes six round trips to the database, and its events travel with the commit', async () => {
  const [anna, bob] = await pair()
  await write(origin, anna, bob, 'The first')
  const trips = await roundTripsOf(origin, () => write(origin, anna, bob, 'The second'))
  expect(trips.map((statements) => statements.length)).toEqual([1, 2, 2, 2, 1, 3])
  expect(trips.at(-1)!.map((text) => /^\w+/.exec(text.trim())![0])).toEqual(['with', 'update', 'commit'])
})

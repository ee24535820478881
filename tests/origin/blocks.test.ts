import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { block, eventsOf, like, write } from '../fixtures/acts.ts'
import { createWorld, type TestMember, type World } from '../fixtures/origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'

let world: World
let anna: TestMember
let bob: TestMember
let conversation: string
let annasPicture: string
let bobsPicture: string

// Anna and Bob know each other well; then Anna blocks Bob.
beforeAll(async () => {
  world = await createWorld()
  anna = await world.aMember({ name: 'Anna' })
  bob = await world.aMember({ name: 'Bob' })
  for (const member of [anna, bob]) await givePhoto(world, member)
  await like(world, anna, bob)
  await like(world, bob, anna)
  conversation = (await write(world, anna, bob, 'Hello')).conversation_id
  await write(world, bob, anna, 'Hi Anna')
  annasPicture = (await world.call('getMember', { as: bob, query: { id: anna.id } })).body.member!.main_image?.thumb_filename ?? ''
  bobsPicture = (await world.call('getMember', { as: anna, query: { id: bob.id } })).body.member!.main_image?.thumb_filename ?? ''
  await block(world, anna, bob)
})
afterAll(() => world.close())

const sides = () =>
  [
    { side: 'the blocker', me: anna, other: bob, picture: bobsPicture },
    { side: 'the blocked', me: bob, other: anna, picture: annasPicture }
  ] as const

test('for both, chat by member, like, unlike, message and block of the other are byte-equal to an unknown id [ROLE-12] [ROLE-13]', async () => {
  for (const { side, me, other } of sides()) {
    const calls = (id: string) => [
      world.call('getChat', { as: me, query: { member: id } }),
      world.call('likeMember', { as: me, body: { id } }),
      world.call('unlikeMember', { as: me, body: { id } }),
      world.call('sendMessage', { as: me, body: { member: id, text: 'Hi' } }),
      // The blocker still sees the name, may block again, and only they can unblock.
      ...(me === bob
        ? [
            world.call('getMember', { as: me, query: { id } }),
            world.call('blockMember', { as: me, body: { id } }),
            world.call('unblockMember', { as: me, body: { id } })
          ]
        : [])
    ]
    const before = await world.everything()
    const answers = await Promise.all(calls(other.id))
    const unknown = await Promise.all(calls(newPublicId()))
    expect(answers.map((answer) => `${side} ${answer.status} ${answer.text}`)).toEqual(
      unknown.map((answer) => `${side} ${answer.status} ${answer.text}`)
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([404]))
    expect(await world.everything()).toBe(before)
  }
})

test('the blocker gets the name of the blocked and nothing else, however often they look [SCR-15]', async () => {
  for (let time = 0; time < 2; time++) {
    const answer = await world.call('getMember', { as: anna, query: { id: bob.id } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ member: null, blocked: { id: bob.id, name: 'Bob' }, now: world.now().toISOString() })
  }
  // A block affects no one else.
  const stranger = await world.aMember({ tenant: 'isle' })
  expect((await world.call('getMember', { as: stranger, query: { id: bob.id } })).status).toBe(404)
})

test('neither finds the other in search, likes or the list of conversations', async () => {
  for (const { me, other } of sides()) {
    const search = await world.call('searchMembers', { as: me })
    const likes = await world.call('listLikes', { as: me })
    const chats = await world.call('listChats', { as: me })
    expect((await world.call('getUser', { as: me })).body.user).toMatchObject({ num_new_likes: 0 })
    expect(search.body.total).toBe(0)
    expect(likes.body).toMatchObject({ profiles: [], liked_by: [], total_new: 0 })
    for (const { text } of [search, likes, chats]) {
      expect(text).not.toContain(other.id)
      expect(text).not.toContain(`"${other.row.name}"`)
    }
  }
})

test('the old chat is gone for the blocker', async () => {
  expect((await world.call('listChats', { as: anna })).body).toMatchObject({ chats: [], total: 0, total_unread: 0 })
  const unknown = await world.call('getChat', { as: anna, query: { conversation: newPublicId() } })
  expect((await world.call('getChat', { as: anna, query: { conversation } })).text).toBe(unknown.text)
  expect((await world.call('readChat', { as: anna, body: { conversation, position: 2 } })).status).toBe(404)
  expect((await world.call('deleteChat', { as: anna, body: { conversation } })).status).toBe(404)
})

test('the old chat stays readable for the blocked, as with a member who left, and nothing says why', async () => {
  const list = (await world.call('listChats', { as: bob })).body
  expect(list.chats).toMatchObject([{ conversation_id: conversation, profile_id: null, profile: null, last_message: { text: 'Hi Anna' } }])
  const chat = (await world.call('getChat', { as: bob, query: { conversation } })).body
  expect(chat).toMatchObject({ profile: null, write_block: 'deleted', messages: [{ text: 'Hello' }, { text: 'Hi Anna' }] })
})

test('when the blocked member reads on, the blocker isn’t notified', async () => {
  const before = await eventsOf(world, anna)
  expect((await world.call('readChat', { as: bob, body: { conversation, position: 2 } })).body).toEqual({ num_unread_messages: 0 })
  expect(await eventsOf(world, anna)).toEqual(before)
})

test('addresses of pictures issued before the block no longer work', async () => {
  for (const { me, picture } of sides()) {
    expect(picture).toContain('/media/')
    const answer = await world.send(picture, { tenant: 'velvet', headers: { cookie: `auth=${me.cookie}` } })
    expect([answer.status, await answer.text()]).toEqual([404, ''])
  }
})

test('the block tells both streams that their lists changed, the other one that an open page may have, and nothing else', async () => {
  for (const { me } of sides()) {
    const told = (await eventsOf(world, me)).map(({ type, data }) => ({ type, data }))
    expect(told).toContainEqual({ type: me === bob ? 'contacts_changed' : 'blocks_changed', data: {} })
    // What they have seen themselves says nothing about the other.
    const others = told.filter(({ type }) => !['likes_seen', 'chat_seen'].includes(type))
    expect(new Set(others.map(({ type }) => type))).toEqual(new Set(['contacts_changed', ...(me === bob ? [] : ['blocks_changed'])]))
  }
})

test('the streams of both repeat nothing about the other from before the block, and no number is missing', async () => {
  for (const { me, other } of sides()) {
    const events = await eventsOf(world, me)
    expect(events.map((event) => event.number)).toEqual(events.map((_, index) => index + 1))
    const block = events.findLastIndex(({ type }) => type === (me === bob ? 'contacts_changed' : 'blocks_changed'))
    expect(block).toBeGreaterThan(3)
    expect(JSON.stringify(events.slice(0, block))).not.toMatch(new RegExp(`block|Hello|Hi Anna|${other.id}|${conversation}`))
  }
})

test('blocking again changes nothing', async () => {
  const before = await world.everything()
  await block(world, anna, bob)
  expect(await world.everything()).toBe(before)
})

test('unblocking brings everything back; unblocking again changes nothing', async () => {
  const lift = () => world.call('unblockMember', { as: anna, body: { id: bob.id } })
  expect((await lift()).body).toEqual({})
  const before = await world.everything()
  expect((await lift()).body).toEqual({})
  expect(await world.everything()).toBe(before)
  for (const { me, other } of sides()) {
    expect((await world.call('getMember', { as: me, query: { id: other.id } })).body.member).toMatchObject({ id: other.id, match: true })
    expect((await world.call('listChats', { as: me })).body.chats).toMatchObject([{ profile_id: other.id }])
  }
  await write(world, bob, anna, 'Hello again')
})

test('a banned member can still be unblocked, and stays invisible', async () => {
  const carla = await world.aMember()
  await block(world, anna, carla)
  await world.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', carla.row.id).execute()
  expect((await world.call('unblockMember', { as: anna, body: { id: carla.id } })).status).toBe(200)
  expect((await world.call('unblockMember', { as: anna, body: { id: carla.id } })).status).toBe(404)
})

test('no one can block themselves or someone unknown', async () => {
  for (const id of [anna.id, newPublicId()]) expect((await world.call('blockMember', { as: anna, body: { id } })).status).toBe(404)
})

import { beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import { ROWS } from '../contract/rows.ts'
import { block, eventsOf, like, write } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { takesId } from '../fixtures/schemas.ts'

const SIDES = ['blocker', 'blocked'] as const
type Side = (typeof SIDES)[number]
const NO_TOKENS = { activationToken: '', resetToken: '', mailChangeToken: '' }

const origin = sharedOrigin()
let anna: TestMember
let bob: TestMember
let conversation: string
let annasPicture: string
let bobsPicture: string

// Anna and Bob know each other well; then Anna blocks Bob.
beforeAll(async () => {
  anna = await origin.aMember({ name: 'Anna' })
  bob = await origin.aMember({ name: 'Bob' })
  for (const member of [anna, bob]) await givePhoto(origin, member)
  await like(origin, anna, bob)
  await like(origin, bob, anna)
  conversation = (await write(origin, anna, bob, 'Hello')).conversation_id
  await write(origin, bob, anna, 'Hi Anna')
  annasPicture = (await origin.call('getMember', { as: bob, query: { id: anna.id } })).body.member!.main_image?.thumb_filename ?? ''
  bobsPicture = (await origin.call('getMember', { as: anna, query: { id: bob.id } })).body.member!.main_image?.thumb_filename ?? ''
  await block(origin, anna, bob)
})

const sides = () =>
  [
    { side: 'blocker', me: anna, other: bob, picture: bobsPicture },
    { side: 'blocked', me: bob, other: anna, picture: annasPicture }
  ] as const

/** Endpoints that take a public id which isn't that of a member or a conversation. */
const NOT_ABOUT_MEMBERS = [
  'arrangePhotos',
  'createPayment',
  'deletePhoto',
  'endSession',
  'removeStoredCard',
  'signDirectDebit',
  'revokeDirectDebit',
  'signUp',
  'streamEvents',
  'unlockPhoto'
]

/** What each side may still do with the other, or with their old conversation: each has a test of its own. */
const MAY: Record<Side, readonly string[]> = {
  blocker: ['blockMember', 'fileReport', 'getMember', 'unblockMember'],
  blocked: ['deleteChat', 'readChat']
}

test('for both, every call about the other is byte-equal to one about an unknown id, but for what each may still do [ROLE-12] [ROLE-13]', async () => {
  const about = ENDPOINTS.filter((endpoint) => takesId(endpoint) && !NOT_ABOUT_MEMBERS.includes(endpoint.name))
  expect(about.length).toBeGreaterThan(10)
  for (const { side, me, other } of sides()) {
    const names = about.map(({ name }) => name as EndpointName).filter((name) => !MAY[side].includes(name))
    const answersAbout = async (id: string, chat: string) => {
      const fixture = { target: { ...other, id }, caller: me, conversation: chat, photo: '', order: newPublicId(), ...NO_TOKENS }
      return await Promise.all(
        names.map(async (name) => {
          const { status, text } = await origin.call(name, { as: me, ...ROWS[name].input(fixture) })
          return [side, name, status, text]
        })
      )
    }
    const before = await origin.everything()
    const answers = await answersAbout(other.id, conversation)
    expect(answers).toEqual(await answersAbout(newPublicId(), newPublicId()))
    expect(answers.filter(([, , status]) => status !== 404)).toEqual([])
    expect(await origin.everything()).toBe(before)
  }
})

test('the blocker gets the name of the blocked and nothing else, however often they look [SCR-15]', async () => {
  for (let time = 0; time < 2; time++) {
    const answer = await origin.call('getMember', { as: anna, query: { id: bob.id } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ member: null, blocked: { id: bob.id, name: 'Bob' }, now: origin.now().toISOString() })
  }
  // A block affects no one else.
  const stranger = await origin.aMember({ tenant: 'isle' })
  expect((await origin.call('getMember', { as: stranger, query: { id: bob.id } })).status).toBe(404)
})

test('the old chat is gone for the blocker', async () => {
  expect((await origin.call('listChats', { as: anna })).body).toMatchObject({ chats: [], total: 0, total_unread: 0 })
  const unknown = await origin.call('getChat', { as: anna, query: { conversation: newPublicId() } })
  expect((await origin.call('getChat', { as: anna, query: { conversation } })).text).toBe(unknown.text)
  expect((await origin.call('readChat', { as: anna, body: { conversation, position: 2 } })).status).toBe(404)
  expect((await origin.call('deleteChat', { as: anna, body: { conversation } })).status).toBe(404)
})

test('the old chat stays readable for the blocked, as with a member who left, and nothing says why', async () => {
  const list = (await origin.call('listChats', { as: bob })).body
  expect(list.chats).toMatchObject([
    { conversation_id: conversation, profile_id: null, profile: null, last_message: { content: { text: 'Hi Anna' } } }
  ])
  const chat = (await origin.call('getChat', { as: bob, query: { conversation } })).body
  expect(chat).toMatchObject({
    profile: null,
    write_block: 'deleted',
    messages: [{ content: { text: 'Hello' } }, { content: { text: 'Hi Anna' } }]
  })
})

test('when the blocked member reads on, the blocker isn’t notified', async () => {
  const before = await eventsOf(origin, anna)
  expect((await origin.call('readChat', { as: bob, body: { conversation, position: 2 } })).body).toEqual({ num_unread_messages: 0 })
  expect(await eventsOf(origin, anna)).toEqual(before)
})

test('addresses of pictures issued before the block no longer work', async () => {
  for (const { me, picture } of sides()) {
    expect(picture).toContain('/media/')
    const answer = await origin.send(picture, { tenant: 'velvet', headers: { cookie: `auth=${me.cookie}` } })
    expect([answer.status, await answer.text()]).toEqual([404, ''])
  }
})

test('the block tells both streams that their lists changed, the other one that an open page may have, and nothing else', async () => {
  for (const { me } of sides()) {
    const told = (await eventsOf(origin, me)).map(({ type, data }) => ({ type, data }))
    expect(told).toContainEqual({ type: me === bob ? 'contacts_changed' : 'blocks_changed', data: {} })
    // What they have seen themselves says nothing about the other.
    const others = told.filter(({ type }) => !['likes_seen', 'chat_seen'].includes(type))
    expect(new Set(others.map(({ type }) => type))).toEqual(new Set(['contacts_changed', ...(me === bob ? [] : ['blocks_changed'])]))
  }
})

test('the streams of both repeat nothing about the other from before the block, and no number is missing', async () => {
  for (const { me, other } of sides()) {
    const events = await eventsOf(origin, me)
    expect(events.map((event) => event.number)).toEqual(events.map((_, index) => index + 1))
    const block = events.findLastIndex(({ type }) => type === (me === bob ? 'contacts_changed' : 'blocks_changed'))
    expect(block).toBeGreaterThan(3)
    expect(JSON.stringify(events.slice(0, block))).not.toMatch(new RegExp(`block|Hello|Hi Anna|${other.id}|${conversation}`))
  }
})

test('blocking again changes nothing', async () => {
  const before = await origin.everything()
  await block(origin, anna, bob)
  expect(await origin.everything()).toBe(before)
})

test('unblocking brings everything back; unblocking again changes nothing', async () => {
  const lift = () => origin.call('unblockMember', { as: anna, body: { id: bob.id } })
  expect((await lift()).body).toEqual({})
  const before = await origin.everything()
  expect((await lift()).body).toEqual({})
  expect(await origin.everything()).toBe(before)
  for (const { me, other } of sides()) {
    expect((await origin.call('getMember', { as: me, query: { id: other.id } })).body.member).toMatchObject({ id: other.id, match: true })
    expect((await origin.call('listChats', { as: me })).body.chats).toMatchObject([{ profile_id: other.id }])
  }
  await write(origin, bob, anna, 'Hello again')
})

test('a banned member can still be unblocked, and stays invisible', async () => {
  const carla = await origin.aMember()
  await block(origin, anna, carla)
  await origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', carla.row.id).execute()
  expect((await origin.call('unblockMember', { as: anna, body: { id: carla.id } })).status).toBe(200)
  expect((await origin.call('unblockMember', { as: anna, body: { id: carla.id } })).status).toBe(404)
})

test('no one can block themselves or someone unknown', async () => {
  for (const id of [anna.id, newPublicId()]) expect((await origin.call('blockMember', { as: anna, body: { id } })).status).toBe(404)
})

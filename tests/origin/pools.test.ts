import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { write } from '../fixtures/acts.ts'
import { createWorld, type TestMember, type World } from '../fixtures/origin.ts'

let world: World
let anna: TestMember
let stranger: TestMember
let conversation: string

// velvet and nordic share a pool; isle is another.
beforeAll(async () => {
  world = await createWorld()
  anna = await world.aMember({ name: 'Anna', tenant: 'velvet', shown_to_visitors: true })
  stranger = await world.aMember({ name: 'Stranger', tenant: 'isle', shown_to_visitors: true })
  const other = await world.aMember({ tenant: 'isle' })
  conversation = (await write(world, stranger, other, 'On the isle')).conversation_id
})
afterAll(() => world.close())

test('members of a pool meet on all of its sites', async () => {
  const dane = await world.aMember({ name: 'Dane', tenant: 'nordic' })
  expect((await world.call('getMember', { as: dane, query: { id: anna.id } })).body.member!.name).toBe('Anna')
  expect((await world.call('searchMembers', { as: anna })).text).toContain(dane.id)
  const { conversation_id } = await write(world, dane, anna, 'Hej')
  expect((await world.call('getChat', { as: anna, query: { conversation: conversation_id } })).body.messages).toMatchObject([
    { content: { text: 'Hej' } }
  ])
})

test('a member or conversation of another pool is byte-equal to an unknown id on every surface, and nothing happens', async () => {
  const surfaces = (member: string, chat: string) => [
    world.call('getMember', { as: anna, query: { id: member } }),
    world.call('getChat', { as: anna, query: { member } }),
    world.call('likeMember', { as: anna, body: { id: member } }),
    world.call('unlikeMember', { as: anna, body: { id: member } }),
    world.call('blockMember', { as: anna, body: { id: member } }),
    world.call('unblockMember', { as: anna, body: { id: member } }),
    world.call('sendMessage', { as: anna, body: { member, text: 'Hi' } }),
    world.call('getChat', { as: anna, query: { conversation: chat } }),
    world.call('readChat', { as: anna, body: { conversation: chat, position: 1 } }),
    world.call('deleteChat', { as: anna, body: { conversation: chat } }),
    world.call('getMember', { tenant: 'velvet', query: { id: member } })
  ]
  const before = await world.everything()
  const foreign = await Promise.all(surfaces(stranger.id, conversation))
  const unknown = await Promise.all(surfaces(newPublicId(), newPublicId()))
  const seen = (answers: typeof foreign) => answers.map((answer) => [answer.status, answer.text, Object.fromEntries(answer.headers)])
  expect(seen(foreign)).toEqual(seen(unknown))
  expect(new Set(foreign.map((answer) => answer.status))).toEqual(new Set([404]))
  expect(await world.everything()).toBe(before)
})

test('neither search nor similar results cross pools, for members and visitors', async () => {
  for (const as of [anna, null]) {
    const { text, body } = await world.call('searchMembers', {
      as,
      tenant: 'velvet',
      query: { gender: 'woman', countryregion: 'NL-NH', min_age: '20', max_age: '21' }
    })
    expect(body.members.length + body.similar.length).toBeLessThan(5)
    expect(text).not.toContain(stranger.id)
  }
  expect((await world.call('searchMembers', { tenant: 'isle' })).text).not.toContain(anna.id)
})

test('a session of one pool is invalid in another', async () => {
  const { status, body } = await world.call('listChats', { as: { ...anna, tenant: 'isle' } })
  expect([status, body.error?.code]).toEqual([403, 'authentication_required'])
})

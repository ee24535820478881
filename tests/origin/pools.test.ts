import { beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { write } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
let anna: TestMember
let stranger: TestMember
let conversation: string

// velvet and nordic share a pool; isle is another.
beforeAll(async () => {
  anna = await origin.aMember({ name: 'Anna', tenant: 'velvet', shown_to_visitors: true })
  stranger = await origin.aMember({ name: 'Stranger', tenant: 'isle', shown_to_visitors: true })
  const other = await origin.aMember({ tenant: 'isle' })
  conversation = (await write(origin, stranger, other, 'On the isle')).conversation_id
})

test('members of a pool meet on all of its sites', async () => {
  const dane = await origin.aMember({ name: 'Dane', tenant: 'nordic' })
  expect((await origin.call('getMember', { as: dane, query: { id: anna.id } })).body.member!.name).toBe('Anna')
  expect((await origin.call('searchMembers', { as: anna })).text).toContain(dane.id)
  const { conversation_id } = await write(origin, dane, anna, 'Hej')
  expect((await origin.call('getChat', { as: anna, query: { conversation: conversation_id } })).body.messages).toMatchObject([
    { content: { text: 'Hej' } }
  ])
})

test('a member or conversation of another pool is byte-equal to an unknown id on every surface, and nothing happens', async () => {
  const surfaces = (member: string, chat: string) => [
    origin.call('getMember', { as: anna, query: { id: member } }),
    origin.call('getChat', { as: anna, query: { member } }),
    origin.call('likeMember', { as: anna, body: { id: member } }),
    origin.call('unlikeMember', { as: anna, body: { id: member } }),
    origin.call('blockMember', { as: anna, body: { id: member } }),
    origin.call('unblockMember', { as: anna, body: { id: member } }),
    origin.call('sendMessage', { as: anna, body: { member, text: 'Hi' } }),
    origin.call('getChat', { as: anna, query: { conversation: chat } }),
    origin.call('readChat', { as: anna, body: { conversation: chat, position: 1 } }),
    origin.call('deleteChat', { as: anna, body: { conversation: chat } }),
    origin.call('getMember', { tenant: 'velvet', query: { id: member } })
  ]
  const before = await origin.everything()
  const foreign = await Promise.all(surfaces(stranger.id, conversation))
  const unknown = await Promise.all(surfaces(newPublicId(), newPublicId()))
  const seen = (answers: typeof foreign) => answers.map((answer) => [answer.status, answer.text, Object.fromEntries(answer.headers)])
  expect(seen(foreign)).toEqual(seen(unknown))
  expect(new Set(foreign.map((answer) => answer.status))).toEqual(new Set([404]))
  expect(await origin.everything()).toBe(before)
})

test('neither search nor similar results cross pools, for members and visitors', async () => {
  for (const as of [anna, null]) {
    const { text, body } = await origin.call('searchMembers', {
      as,
      tenant: 'velvet',
      query: { gender: 'woman', countryregion: 'NL-NH', min_age: '20', max_age: '21' }
    })
    expect(body.members.length + body.similar.length).toBeLessThan(5)
    expect(text).not.toContain(stranger.id)
  }
  expect((await origin.call('searchMembers', { tenant: 'isle' })).text).not.toContain(anna.id)
})

test('a session of one pool is invalid in another', async () => {
  const { status, body } = await origin.call('listChats', { as: { ...anna, tenant: 'isle' } })
  expect([status, body.error?.code]).toEqual([403, 'authentication_required'])
})

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { eventsOf, give, like, report, sendPhoto, write } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { anOrder } from '../fixtures/payments.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { exportOf } from '../fixtures/export.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'velvet', fictional_profiles: true })
})

/** A member who has written to a fictional profile, and both sides' conversation. */
async function aTalk(): Promise<{ anna: TestMember; doll: TestMember; conversation: string }> {
  const [anna, doll] = [await origin.aMember({ credits: 10 }), await origin.aMember({ fictional: true, credits: 100 })]
  const { conversation_id: conversation } = await write(origin, anna, doll, 'Hello')
  return { anna, doll, conversation }
}

const grant = ({ row }: TestMember, credits: number) =>
  grantCredits(origin.deps.db, {
    member: row.id,
    tenant: 'velvet',
    credits,
    movement: `for ${row.id}`,
    reason: 'goodwill',
    now: origin.now()
  })

const STAFF = { kind: 'staff', company: 'Brandhouse B.V.' }

test('a fictional profile’s answer says who wrote it: in the conversation, the list, the event, a report and the export', async () => {
  const { anna, doll, conversation } = await aTalk()
  const { message } = await write(origin, doll, anna, 'No, I am not.')
  await write(origin, doll, anna, 'Someone writes for me.')
  const { messages } = (await origin.call('getChat', { as: anna, query: { conversation } })).body
  expect(messages.map(({ author }) => author)).toEqual([undefined, STAFF, STAFF])
  const [entry] = (await origin.call('listChats', { as: anna })).body.chats
  expect(entry!.last_message).toMatchObject({ content: { type: 'text' }, author: STAFF, mine: false })
  const told = (await eventsOf(origin, anna))
    .filter(({ type }) => type === 'message')
    .map(({ data }) => (data as { message: object }).message)
  expect(told).toMatchObject([{ mine: true }, { author: STAFF }, { author: STAFF }])
  expect(told[0]).not.toHaveProperty('author')

  const { reference } = await report(origin, anna, doll, { member: undefined, conversation, message: message.id })
  const kept = await origin.deps.db.selectFrom('reports').select('evidence').where('reference', '=', reference).executeTakeFirstOrThrow()
  expect(kept.evidence.messages.map(({ by, author }) => [by, author])).toEqual([
    ['reporter', undefined],
    ['reported', STAFF],
    ['reported', STAFF]
  ])
  const exported = (await exportOf(origin, anna)).json('conversations/1.json') as { messages: { author: object | null }[] }
  expect(exported.messages.map(({ author }) => author)).toEqual([null, STAFF, STAFF])
})

test('where software writes for them, messages say that; those from before keep what they said', async () => {
  const { anna, doll, conversation } = await aTalk()
  await write(origin, doll, anna, 'Written by people')
  await origin.publish({ id: 'velvet', fictional_profiles: true, fictional_author: 'software' })
  try {
    await write(origin, doll, anna, 'Written by a program')
    const { messages } = (await origin.call('getChat', { as: anna, query: { conversation } })).body
    expect(messages.map(({ author }) => author?.kind)).toEqual([undefined, 'staff', 'software'])
  } finally {
    await origin.publish({ id: 'velvet', fictional_author: 'staff' })
  }
})

test('a fictional profile never writes, gives or likes first, and no member can say that someone else wrote', async () => {
  const [anna, doll] = [await origin.aMember(), await origin.aMember({ fictional: true, credits: 10 })]
  for (const [name, body] of [
    ['sendMessage', { member: anna.id, text: 'Hello' }],
    ['likeMember', { id: anna.id }]
  ] as const)
    expect((await origin.call(name, { as: doll, body })).status).toBe(404)
  await expect(give(origin, doll, anna)).rejects.toThrow()
  await expect(like(origin, doll, anna)).rejects.toThrow()
  expect(await eventsOf(origin, anna)).toEqual([])
  const told = await origin.call('sendMessage', {
    as: anna,
    body: { member: doll.id, text: 'Hello', author: { kind: 'software', company: 'Another' } }
  })
  expect(told.status).toBe(422)
})

test('a fictional profile writes without credits, and nothing it does is booked', async () => {
  await origin.publish({ id: 'velvet', fictional_profiles: true, message_credits: 2, photo_credits: 3 })
  try {
    const [anna, doll] = [await origin.aMember({ credits: 10 }), await origin.aMember({ fictional: true })]
    const photo = await givePhoto(origin, anna)
    const second = await givePhoto(origin, anna)
    await write(origin, anna, doll, 'Hello')
    const movements = async () => await origin.deps.db.selectFrom('ledger_movements').select('id').orderBy('id').execute()
    const before = await movements()
    for (const text of ['No.', 'I am drawn.', 'Someone writes for me.']) {
      const { cost, accepts_gifts: gifts } = (await origin.call('getChat', { as: doll, query: { member: anna.id } })).body
      expect([cost, gifts]).toEqual([{ credits: 0, reason: 'free', free_left: 2 }, false])
      await write(origin, doll, anna, text)
    }
    await sendPhoto(origin, doll, anna)
    expect(await movements()).toEqual(before)
    // The member keeps paying.
    expect((await origin.call('getChat', { as: anna, query: { member: doll.id } })).body.cost).toMatchObject({ credits: 2, reason: 'paid' })

    // With credits, however it came by them, it spends and buys nothing either.
    await grant(doll, 100)
    const balance = await movements()
    const rose = { member: anna.id, gift: 'rose', note: '', credits: 5, to_fictional: false } as const
    expect((await origin.call('sendGift', { as: doll, body: rose, headers: { 'idempotency-key': randomUUID() } })).status).toBe(404)
    expect((await origin.call('getMember', { as: doll, query: { id: anna.id } })).body.member!.accepts_gifts).toBe(false)
    expect((await origin.call('getMember', { as: anna, query: { id: anna.id } })).body.member!.gifts).toEqual([])
    for (const one of [photo, second]) await origin.call('unlockPhoto', { as: doll, body: { photo: one, credits: 3 } })
    expect((await origin.call('createPayment', { as: doll, body: anOrder(origin) })).status).toBe(404)
    expect(await movements()).toEqual(balance)
    expect(await origin.deps.db.selectFrom('orders').selectAll().execute()).toEqual([])
  } finally {
    await origin.publish({ id: 'velvet', fictional_profiles: true })
  }
})

test('asked whether it is real, a fictional profile answers by itself, at once, once for each question and in the asker’s language', async () => {
  const [anna, doll] = [await origin.aMember({ language: 'de' }), await origin.aMember({ fictional: true })]
  const ask = {
    as: anna,
    headers: { 'idempotency-key': randomUUID() },
    body: { member: doll.id, text: 'Hallo! Bist du ein echter Mensch?' }
  }
  const { body: question } = await origin.call('sendMessage', ask)
  expect((await origin.call('sendMessage', ask)).body).toEqual(question)
  const { body } = await origin.call('getChat', { as: anna, query: { conversation: question.conversation_id } })
  expect(body.messages.map(({ mine, author, reply_to }) => ({ mine, author, reply_to }))).toEqual([
    { mine: true, author: undefined, reply_to: null },
    { mine: false, author: { ...STAFF, kind: 'automatic' }, reply_to: 1 }
  ])
  expect(body.messages[1]!.content).toMatchObject({
    text: expect.stringMatching(/fiktiv: Brandhouse B\.V\. hat es erstellt.*das Team der Firma/)
  })
  const told = (await eventsOf(origin, anna)).filter(({ type }) => type === 'message')
  expect(told.map(({ data }) => (data as { message: { mine: boolean } }).message.mine)).toEqual([true, false])
  const [entry] = (await origin.call('listChats', { as: anna })).body.chats
  expect(entry).toMatchObject({ num_unread_messages: 1, last_message: { author: { kind: 'automatic' } } })
  // The profile hasn't written yet.
  const { answered } = await origin.deps.db
    .selectFrom('conversations')
    .select('answered')
    .where('public_id', '=', question.conversation_id)
    .executeTakeFirstOrThrow()
  expect(answered).toBe(false)
  expect((await origin.call('getChat', { as: doll, query: { member: anna.id } })).body.messages).toHaveLength(2)
})

test('members who aren’t fictional answer for themselves', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const { conversation_id: conversation } = await write(origin, anna, bob, 'Are you real?')
  expect((await origin.call('getChat', { as: anna, query: { conversation } })).body.messages).toHaveLength(1)
})

test('a country that the brand leaves out has no fictional profiles: for members from there, and for everyone who is there', async () => {
  const [here, there] = [await origin.aMember({ country: 'BE' }), await origin.aMember({ country: 'DE' })]
  const doll = await origin.aMember({ fictional: true, country: 'BE', shown_to_visitors: true })
  for (const member of [here, there]) await write(origin, member, doll, 'Hello')
  await like(origin, there, doll)
  await origin.publish({ id: 'velvet', fictional_profiles: true, fictional_excluded_countries: ['DE'], logged_out_search: 'all' })
  try {
    const sees = async (as: TestMember | null, country: string) => {
      const facts = { country }
      const { body } = await origin.call('searchMembers', { as, facts, query: { country: 'BE' } })
      const { status } = await origin.call('getMember', { as, facts, query: { id: doll.id } })
      return [body.members.some(({ id }) => id === doll.id), status]
    }
    expect([await sees(here, 'BE'), await sees(null, 'BE')]).toEqual([
      [true, 200],
      [true, 200]
    ])
    for (const hidden of [await sees(there, 'DE'), await sees(there, 'BE'), await sees(here, 'DE'), await sees(null, 'DE')])
      expect(hidden).toEqual([false, 404])
    // What was said stays to be read; nothing is written any more, by either side.
    const [entry] = (await origin.call('listChats', { as: there })).body.chats
    expect(entry).toMatchObject({ profile: null, last_message: { mine: true } })
    expect((await origin.call('sendMessage', { as: there, body: { member: doll.id, text: 'Still there?' } })).status).toBe(404)
    expect((await origin.call('sendMessage', { as: doll, body: { member: there.id, text: 'Yes' } })).status).toBe(404)
    expect((await origin.call('listLikes', { as: there })).body.profiles).toEqual([])
    await write(origin, doll, here, 'No, I am drawn.')
    // A form without the filter, over there, doesn't undo the choice.
    const hide = (filters: object, country: string) => origin.call('rememberSearch', { as: here, facts: { country }, body: { filters } })
    await hide({ fictional: 'hide' }, 'BE')
    await hide({}, 'DE')
    expect((await origin.call('getUser', { as: here })).body.user.search).toMatchObject({ fictional: 'hide' })
  } finally {
    await origin.publish({ id: 'velvet', fictional_profiles: true, fictional_excluded_countries: [] })
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsOf, give, like, report, write } from '../fixtures/acts.ts'
import { createTestOrigin, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { readZip } from '../fixtures/zip.ts'

let origin: TestOrigin
beforeAll(async () => {
  origin = await createTestOrigin()
  await origin.publish({ id: 'velvet', fictional_profiles: true })
})
afterAll(() => origin.close())

/** A member who has written to a fictional profile, and both sides' conversation. */
async function aTalk(): Promise<{ anna: TestMember; doll: TestMember; conversation: string }> {
  const [anna, doll] = [await origin.aMember({ credits: 10 }), await origin.aMember({ fictional: true, credits: 100 })]
  const { conversation_id: conversation } = await write(origin, anna, doll, 'Are you real?')
  return { anna, doll, conversation }
}

const STAFF = { kind: 'staff', company: 'Brandhouse B.V.' }

test('what a fictional profile answers says who wrote it: in the conversation, the list, the event, a report and the export', async () => {
  const { anna, doll, conversation } = await aTalk()
  const { message } = await write(origin, doll, anna, 'No, I am not.')
  await give(origin, doll, anna, 'A rose')
  const { messages } = (await origin.call('getChat', { as: anna, query: { conversation } })).body
  expect(messages.map(({ author }) => author)).toEqual([undefined, STAFF, STAFF])
  const [entry] = (await origin.call('listChats', { as: anna })).body.chats
  expect(entry!.last_message).toMatchObject({ content: { type: 'gift' }, author: STAFF, mine: false })
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
  const archive = await origin.send('/api/export.php', { tenant: anna.tenant, headers: { cookie: `auth=${anna.cookie}` } })
  const files = readZip(Buffer.from(await archive.arrayBuffer()))
  const exported = JSON.parse(files.get('conversations/1.json')!.toString()) as { messages: { author: object | null }[] }
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
    await origin.publish({ id: 'velvet', fictional_profiles: true })
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

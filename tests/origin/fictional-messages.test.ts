import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsOf, give, like, report, write } from '../fixtures/acts.ts'
import { createWorld, type TestMember, type World } from '../fixtures/origin.ts'
import { readZip } from '../fixtures/zip.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.publish({ id: 'velvet', fictional_profiles: true })
})
afterAll(() => world.close())

/** A member who has written to a fictional profile, and both sides' conversation. */
async function aTalk(): Promise<{ anna: TestMember; doll: TestMember; conversation: string }> {
  const [anna, doll] = [await world.aMember({ credits: 10 }), await world.aMember({ fictional: true, credits: 100 })]
  const { conversation_id: conversation } = await write(world, anna, doll, 'Are you real?')
  return { anna, doll, conversation }
}

const STAFF = { kind: 'staff', company: 'Brandhouse B.V.' }

test('what a fictional profile answers says who wrote it: in the conversation, the list, the event, a report and the export', async () => {
  const { anna, doll, conversation } = await aTalk()
  const { message } = await write(world, doll, anna, 'No, I am not.')
  await give(world, doll, anna, 'A rose')
  const { messages } = (await world.call('getChat', { as: anna, query: { conversation } })).body
  expect(messages.map(({ author }) => author)).toEqual([undefined, STAFF, STAFF])
  const [entry] = (await world.call('listChats', { as: anna })).body.chats
  expect(entry!.last_message).toMatchObject({ content: { type: 'gift' }, author: STAFF, mine: false })
  const told = (await eventsOf(world, anna))
    .filter(({ type }) => type === 'message')
    .map(({ data }) => (data as { message: object }).message)
  expect(told).toMatchObject([{ mine: true }, { author: STAFF }, { author: STAFF }])
  expect(told[0]).not.toHaveProperty('author')

  const { reference } = await report(world, anna, doll, { member: undefined, conversation, message: message.id })
  const kept = await world.deps.db.selectFrom('reports').select('evidence').where('reference', '=', reference).executeTakeFirstOrThrow()
  expect(kept.evidence.messages.map(({ by, author }) => [by, author])).toEqual([
    ['reporter', undefined],
    ['reported', STAFF],
    ['reported', STAFF]
  ])
  const archive = await world.send('/api/export.php', { tenant: anna.tenant, headers: { cookie: `auth=${anna.cookie}` } })
  const files = readZip(Buffer.from(await archive.arrayBuffer()))
  const exported = JSON.parse(files.get('conversations/1.json')!.toString()) as { messages: { author: object | null }[] }
  expect(exported.messages.map(({ author }) => author)).toEqual([null, STAFF, STAFF])
})

test('where software writes for them, messages say that; those from before keep what they said', async () => {
  const { anna, doll, conversation } = await aTalk()
  await write(world, doll, anna, 'Written by people')
  await world.publish({ id: 'velvet', fictional_profiles: true, fictional_author: 'software' })
  try {
    await write(world, doll, anna, 'Written by a program')
    const { messages } = (await world.call('getChat', { as: anna, query: { conversation } })).body
    expect(messages.map(({ author }) => author?.kind)).toEqual([undefined, 'staff', 'software'])
  } finally {
    await world.publish({ id: 'velvet', fictional_profiles: true })
  }
})

test('a fictional profile never writes, gives or likes first, and no member can say that someone else wrote', async () => {
  const [anna, doll] = [await world.aMember(), await world.aMember({ fictional: true, credits: 10 })]
  for (const [name, body] of [
    ['sendMessage', { member: anna.id, text: 'Hello' }],
    ['likeMember', { id: anna.id }]
  ] as const)
    expect((await world.call(name, { as: doll, body })).status).toBe(404)
  await expect(give(world, doll, anna)).rejects.toThrow()
  await expect(like(world, doll, anna)).rejects.toThrow()
  expect(await eventsOf(world, anna)).toEqual([])
  const told = await world.call('sendMessage', {
    as: anna,
    body: { member: doll.id, text: 'Hello', author: { kind: 'software', company: 'Another' } }
  })
  expect(told.status).toBe(422)
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { show } from '../../origin/moderation/show.ts'
import * as verbs from '../../origin/moderation/verbs.ts'
import { removeLooseFiles } from '../../origin/photos/files.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { VARIANTS } from '../../origin/photos/present-image.ts'
import { eventsOf, give, report, write } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { aPicture } from '../fixtures/pictures.ts'
import { sentence } from '../fixtures/sentence.ts'

const origin = sharedOrigin()

const REASONS = 'She had asked you to stop.'

const remove = (reference: string, messages: number[] | null = null) =>
  inUnitOfWork(origin.deps, (unit) =>
    verbs.removeMessages(unit, { report: reference, messages, rule: 'harassment', reasons: REASONS, author: 'mia' })
  )

/** Anna and Bob, who have written to each other, and their conversation. */
async function aPair([hers, his] = ['velvet', 'velvet'], more: Parameters<typeof origin.aMember>[0] = {}) {
  const anna = await origin.aMember({ language: 'en', tenant: hers })
  const bob = await origin.aMember({ language: 'en', tenant: his, ...more })
  await write(origin, anna, bob, 'Hello')
  const { conversation_id: conversation } = await write(origin, bob, anna, 'Hello, you')
  return { anna, bob, conversation }
}

type Pair = Awaited<ReturnType<typeof aPair>>

async function chatOf(as: TestMember, { conversation }: Pick<Pair, 'conversation'>) {
  return (await origin.call('getChat', { as, query: { conversation } })).body
}

async function sendPicture({ anna, bob }: Pair, picture: Uint8Array) {
  const query = { member: anna.id, credits: '0' }
  return await origin.call('sendPhoto', { as: bob, query, body: picture, headers: { 'idempotency-key': randomUUID() } })
}

/** Reports the last message that Bob has sent. */
async function reportLast(pair: Pair) {
  const { anna, bob, conversation } = pair
  const message = (await chatOf(anna, pair)).messages.findLast(({ mine }) => !mine)!
  const { reference } = await report(origin, anna, bob, { member: undefined, conversation, message: message.id })
  return { reference, position: message.position }
}

test.each([
  ['text', ({ anna, bob }: Pair) => write(origin, bob, anna, 'Something vile')],
  ['gift', ({ anna, bob }: Pair) => give(origin, bob, anna, 'Something vile')],
  ['photo', async (pair: Pair) => await sendPicture(pair, await aPicture())]
] as const)('a moderator removes a reported %s for both sides, who are told what was decided', async (_, send) => {
  const pair = await aPair()
  const { anna, bob, conversation } = pair
  await send(pair)
  await origin.call('readChat', { as: anna, body: { conversation, position: 3 } })
  const { reference } = await reportLast(pair)
  const before = (await show(origin.deps.db, reference)) as { evidence: unknown }
  expect(await remove(reference)).toMatchObject({ done: true })

  for (const member of [anna, bob]) {
    expect((await chatOf(member, pair)).messages[2]!.content).toEqual({ type: 'text', text: '' })
    const events = await eventsOf(origin, member)
    expect(events.at(-1)).toMatchObject({ type: 'message_taken_back', data: { conversation_id: conversation, position: 3 } })
    expect(JSON.stringify(events)).not.toContain('vile')
  }
  // Nor is it in the answer that a repeated request would get.
  const answers = await origin.deps.db.selectFrom('idempotency_keys').select('answer').where('subject', '=', bob.id).execute()
  const kept = answers
    .map(({ answer }) => JSON.parse((answer as { text: string }).text).message)
    .filter((message) => message?.position === 3)
  expect(kept).toMatchObject([{ content: { type: 'text', text: '' } }])
  const statement = (await origin.mails(bob.row.email)).at(-1)!.text
  for (const part of ['We’ve removed something you sent', sentence('report.kind.harassment'), REASONS]) expect(statement).toContain(part)
  expect([statement.includes('vile'), statement.includes(anna.row.name)]).toEqual([false, false])
  const { notices } = (await origin.call('getStanding', { as: bob })).body
  expect(notices).toMatchObject([{ measure: 'remove_message', rule: 'harassment', reasons: REASONS }])
  expect((await origin.mails(anna.row.email)).at(-1)!.text).toContain('You’re right, and we’ve acted.')
  expect(await show(origin.deps.db, reference)).toMatchObject({
    outcome: 'acted',
    evidence: before.evidence,
    log: [{ verb: 'remove_message', author: 'mia', subject: bob.id, reason: REASONS }]
  })
})

test('the files of a removed photo are deleted, but for the report’s copy, and its picture can’t be sent again', async () => {
  const pair = await aPair()
  const picture = await aPicture()
  expect((await sendPicture(pair, picture)).status).toBe(200)
  const { reference } = await reportLast(pair)
  const { evidence } = await origin.deps.db
    .selectFrom('reports')
    .select('evidence')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const { of, copy } = evidence.photo!
  expect(await remove(reference)).toMatchObject({ done: true })
  await removeLooseFiles(origin.deps)
  const files = await Promise.all(VARIANTS.map((variant) => origin.deps.media.get(photoKey(of, variant))))
  expect([files.filter(Boolean), (await origin.deps.media.get(photoKey(copy, 'full'))) !== null]).toEqual([[], true])
  expect((await sendPicture(pair, picture)).body.error?.fields).toEqual([expect.objectContaining({ code: 'photo_refused' })])
})

test('a photo removed from a conversation with a member of another pool can’t be sent again either', async () => {
  await origin.publish({ id: 'lender', pool: 'lender', member_resell: true })
  const pair = await aPair(['isle', 'lender'], { shown_in: ['isle'] })
  const picture = await aPicture()
  expect((await sendPicture(pair, picture)).status).toBe(200)
  expect(await remove((await reportLast(pair)).reference)).toMatchObject({ done: true })
  expect((await sendPicture(pair, picture)).body.error?.fields).toEqual([expect.objectContaining({ code: 'photo_refused' })])
})

test('what was unread counts no more, what was read changes no count', async () => {
  const pair = await aPair()
  const { anna, bob, conversation } = pair
  const unread = async () => (await origin.call('getUser', { as: anna })).body.user.num_unread_messages
  const read = await reportLast(pair)
  await origin.call('readChat', { as: anna, body: { conversation, position: 2 } })
  for (const text of ['Third', 'Fourth']) await write(origin, bob, anna, text)
  expect(await unread()).toBe(2)
  expect(await remove(read.reference)).toMatchObject({ done: true })
  expect(await unread()).toBe(2)
  expect(await remove((await reportLast(pair)).reference)).toMatchObject({ done: true })
  expect(await unread()).toBe(1)
})

test('of a reported conversation, the named messages of the reported member are removed, once, and no others', async () => {
  const pair = await aPair()
  const { anna, bob, conversation } = pair
  for (const text of ['Third', 'Fourth']) await write(origin, bob, anna, text)
  await write(origin, anna, bob, 'Stop it')
  const { reference } = await report(origin, anna, bob, { member: undefined, conversation })
  expect(await remove(reference)).toEqual({ done: false, why: 'no_message' })
  expect(await remove(reference, [1, 5, 99])).toEqual({ done: false, why: 'no_message' })
  expect(await remove(reference, [1, 3, 4])).toMatchObject({ done: true })
  const texts = (await chatOf(anna, pair)).messages.map(({ content }) => content.type === 'text' && content.text)
  expect(texts).toEqual(['Hello', 'Hello, you', '', '', 'Stop it'])
  expect(await remove(reference, [2])).toMatchObject({ done: false, why: 'decided', by: { verb: 'remove_message', author: 'mia' } })
  expect(await remove('AAAA-AAAA')).toEqual({ done: false, why: 'unknown' })
})

test('a message that its writer has taken back is gone already', async () => {
  const pair = await aPair()
  const { bob, conversation } = pair
  const { reference, position } = await reportLast(pair)
  expect((await origin.call('takeBackMessage', { as: bob, body: { conversation, position } })).status).toBe(200)
  expect(await remove(reference)).toEqual({ done: false, why: 'no_message' })
})

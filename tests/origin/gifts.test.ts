import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointInput } from '../../shared/api/endpoint.ts'
import { creditsOf } from '../../origin/credits/book.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { inUnitOfWork, type UnitOfWork } from '../../origin/db/unit-of-work.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import * as verbs from '../../origin/moderation/verbs.ts'
import { block, eventsOf, give, write } from '../fixtures/acts.ts'
import { PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

type Body = EndpointInput<Contract['sendGift']>['body']

const A_ROSE = { gift: 'rose', note: '', credits: 5, to_fictional: false } as const

async function withCredits(member: TestMember, credits: number): Promise<TestMember> {
  const { db } = origin.deps
  await grantCredits(db, {
    member: member.row.id,
    tenant: 'velvet',
    credits,
    movement: randomUUID(),
    reason: 'goodwill',
    now: origin.now()
  })
  return member
}

const send = (as: TestMember, to: TestMember, more: Partial<Body> = {}, key: string = randomUUID()) =>
  origin.call('sendGift', { as, body: { member: to.id, ...A_ROSE, ...more }, headers: { 'idempotency-key': key } })
const refusal = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer
  return [status, body.error?.code]
}
const profileOf = async (of: TestMember, as?: TestMember) =>
  (await origin.call('getMember', { ...(as && { as }), query: { id: of.id } })).body.member!
const chatOf = async (as: TestMember, other: TestMember) => (await origin.call('getChat', { as, query: { member: other.id } })).body
const balanceOf = ({ row }: TestMember) => creditsOf(origin.deps.db, row.id)
const act = <T>(work: (unit: UnitOfWork) => Promise<T>) => inUnitOfWork(origin.deps, work)
const accept = (as: TestMember, accepts_gifts: boolean) => origin.call('updateProfile', { as, body: { accepts_gifts } })

test('a gift costs gift_credits, is a message of both, and counts on the profile of its receiver [GEN-6] [GEN-10] [SET-17] [SCR-14]', async () => {
  const [anna, bob] = [await withCredits(await origin.aMember(), 12), await origin.aMember()]
  const { status, body } = await send(anna, bob, { note: ' For you ' })
  expect(status).toBe(200)
  expect(body.message).toMatchObject({ mine: true, content: { type: 'gift', gift: 'rose', note: 'For you' } })
  expect(await balanceOf(anna)).toBe(7)
  expect((await chatOf(bob, anna)).messages).toMatchObject([{ mine: false, content: { type: 'gift', gift: 'rose', note: 'For you' } }])
  const [entry] = (await origin.call('listChats', { as: bob })).body.chats
  expect(entry).toMatchObject({ num_unread_messages: 1, last_message: { content: { type: 'gift', gift: 'rose' } } })
  await send(anna, bob, { gift: 'moon' })
  await give(origin, await origin.aMember(), bob)
  const shown = [
    { gift: 'rose', count: 2 },
    { gift: 'moon', count: 1 }
  ]
  expect((await profileOf(bob, anna)).gifts).toEqual(shown)
  expect((await profileOf(bob, bob)).gifts).toEqual(shown)
  expect((await profileOf(anna, bob)).gifts).toEqual([])
})

test('with too few credits nothing is sent, shown or opened [ERR-18] [SET-17]', async () => {
  const [anna, bob] = [await withCredits(await origin.aMember(), 4), await origin.aMember()]
  const before = await origin.everything()
  expect(await refusal(send(anna, bob))).toEqual([409, 'not_enough_credits'])
  expect(await origin.everything()).toBe(before)
})

test('the same key gives once: fifty times at the same time, and after its answer was forgotten', async () => {
  const [anna, bob] = [await withCredits(await origin.aMember(), 50), await origin.aMember()]
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(anna, bob, {}, key)))
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.message.id)).size).toBe(1)
  const forget = () => origin.deps.db.deleteFrom('idempotency_keys').execute()
  await forget()
  await accept(bob, false)
  expect((await send(anna, bob, {}, key)).status).toBe(200)
  await forget()
  expect(await refusal(send(anna, bob, { gift: 'moon' }, key))).toEqual([409, 'idempotency_key_reused'])
  await accept(bob, true)
  expect([await balanceOf(anna), (await profileOf(bob, anna)).gifts]).toEqual([45, [{ gift: 'rose', count: 1 }]])
})

test('a member who turns gifts off gets none and shows none; the others are told only then [ROLE-4]', async () => {
  const [anna, bob] = [await withCredits(await origin.aMember(), 20), await origin.aMember({ shown_to_visitors: true })]
  await send(anna, bob)
  expect([(await profileOf(bob, anna)).accepts_gifts, (await chatOf(anna, bob)).accepts_gifts]).toEqual([true, true])
  await accept(bob, false)
  expect(await profileOf(bob, anna)).toMatchObject({ accepts_gifts: false, gifts: [] })
  expect((await chatOf(anna, bob)).accepts_gifts).toBe(false)
  expect(await refusal(send(anna, bob))).toEqual([409, 'gifts_off'])
  expect(await balanceOf(anna)).toBe(15)
  await accept(bob, true)
  expect((await profileOf(bob, anna)).gifts).toHaveLength(1)
  expect((await profileOf(bob)).gifts).toEqual([])
  // Visitors may try, and are told to log in; what was received is for members.
  expect(
    await origin.call('sendGift', { body: { member: bob.id, ...A_ROSE }, headers: { 'idempotency-key': randomUUID() } })
  ).toMatchObject({
    status: 403,
    body: { error: { code: 'authentication_required' } }
  })
})

test('a fictional profile gets one only after a confirmation, at the price that was seen; a brand that sells nothing has none', async () => {
  const anna = await withCredits(await origin.aMember(), 20)
  const drawn = await origin.aMember({ fictional: true })
  await origin.publish({ ...origin.tenant('velvet').settings, fictional_profiles: true })
  expect(await refusal(send(anna, drawn))).toEqual([422, 'invalid'])
  expect(await refusal(send(anna, drawn, { to_fictional: true, credits: 4 }))).toEqual([409, 'message_price_changed'])
  expect((await send(anna, drawn, { to_fictional: true })).status).toBe(200)
  expect(await balanceOf(anna)).toBe(15)
  const bob = await origin.aMember()
  await origin.publish({ ...origin.tenant('velvet').settings, payment_provider: 'none' })
  expect(await refusal(send(anna, bob))).toEqual([404, 'not_found'])
  expect((await profileOf(bob, anna)).accepts_gifts).toBe(false)
  await origin.publish({ ...origin.tenant('velvet').settings, gift_credits: 0 })
  expect((await send(anna, bob, { credits: 0 })).status).toBe(200)
  expect(await balanceOf(anna)).toBe(15)
  await origin.publish({ ...origin.tenant('velvet').settings, payment_provider: 'sandbox', gift_credits: 5 })
})

test('a gift is paid at its price alone, however much was agreed to, and is never taken back', async () => {
  const [anna, bob] = [await withCredits(await origin.aMember(), 20), await origin.aMember()]
  for (const credits of [4, 6]) expect(await refusal(send(anna, bob, { credits }))).toEqual([409, 'message_price_changed'])
  expect(await balanceOf(anna)).toBe(20)
  const { conversation_id: conversation, message } = (await send(anna, bob)).body
  const answer = await origin.call('takeBackMessage', { as: anna, body: { conversation, position: message.position } })
  expect(answer.status).toBe(404)
  expect([await balanceOf(anna), (await profileOf(bob, anna)).gifts]).toEqual([15, [{ gift: 'rose', count: 1 }]])
})

test('a blocked or unconfirmed member gets none, and both sides are notified once [ROLE-12]', async () => {
  const [anna, bob, newcomer] = [
    await withCredits(await origin.aMember(), 20),
    await origin.aMember(),
    await origin.aMember({ status: 'not_confirmed' })
  ]
  await write(origin, newcomer, anna, 'Hello')
  expect(await refusal(send(anna, newcomer))).toEqual([403, 'not_confirmed'])
  await send(anna, bob)
  const typesOf = async (member: TestMember) => (await eventsOf(origin, member)).map(({ type }) => type)
  expect(await typesOf(bob)).toEqual(['gifts_changed', 'message'])
  expect((await typesOf(anna)).slice(-3)).toEqual(['credits_changed', 'gifts_changed', 'message'])
  await block(origin, bob, anna)
  expect(await refusal(send(anna, bob))).toEqual([404, 'not_found'])
})

const AWAY: [string, (member: TestMember) => Promise<unknown>, (member: TestMember) => Promise<unknown>][] = [
  [
    'deletes the account',
    (member) => origin.call('deleteAccount', { as: member, body: { password: PASSWORD } }),
    async ({ row }) => await origin.call('useToken', { body: { token: tokenOf((await origin.mails(row.email)).at(-1)) } })
  ],
  [
    'is banned',
    ({ id: about }) =>
      act((unit) => verbs.takeMeasure(unit, { about, measure: 'ban', rule: 'spam', reasons: 'Advertising.', until: null, author: 'mia' })),
    ({ id: member }) => act((unit) => verbs.unban(unit, { member, author: 'mia', reason: 'A mistake.' }))
  ]
]

test.each(AWAY)('a gift that was paid back when its receiver %s counts no more when they return', async (_, leave, comeBack) => {
  const [anna, bob, carl] = [await withCredits(await origin.aMember(), 10), await origin.aMember(), await origin.aMember()]
  await send(anna, bob)
  await send(anna, bob, { gift: 'chocolates' })
  await leave(bob)
  expect(await balanceOf(anna)).toBe(10)
  await comeBack(bob)
  expect((await profileOf(bob, carl)).gifts).toEqual([])
  await send(anna, bob)
  expect((await profileOf(bob, carl)).gifts).toEqual([{ gift: 'rose', count: 1 }])
})

test('a gift outlives its message and its giver, not its receiver; a report keeps what it was', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const { conversation_id: conversation, message } = await give(origin, anna, bob, 'With a note')
  await origin.call('fileReport', { as: bob, body: { conversation, message: message.id, kind: 'harassment', text: '', block: false } })
  const { evidence } = await origin.deps.db.selectFrom('reports').select('evidence').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(evidence.messages).toMatchObject([{ by: 'reported', text: 'With a note', content: { type: 'gift', gift: 'rose' }, this: true }])
  for (const as of [anna, bob]) await origin.call('deleteChat', { as, body: { conversation } })
  await origin.call('deleteAccount', { as: anna, body: { password: PASSWORD } })
  origin.advance(15 * 24 * 3600)
  await runSweeps(origin.deps)
  expect((await profileOf(bob, bob)).gifts).toEqual([{ gift: 'rose', count: 1 }])
  const rows = () => origin.deps.db.selectFrom('gifts').select(['giver_id', 'message_id']).where('receiver_id', '=', bob.row.id).execute()
  expect(await rows()).toEqual([{ giver_id: null, message_id: null }])
  await origin.deps.db.deleteFrom('members').where('id', '=', bob.row.id).execute()
  expect(await rows()).toEqual([])
})

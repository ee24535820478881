import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPart } from '../../locales/read.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { setPremium } from '../../origin/accounts/life-cycle/set-premium.ts'
import { createRandom } from '../../origin/demo/random.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import * as verbs from '../../origin/moderation/verbs.ts'
import type { ErrorBody } from '../../shared/api/errors.ts'
import { isLong, repeats } from '../fixtures/long.ts'
import { block, eventsOf, give, report, unblock } from '../fixtures/acts.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'velvet', message_credits: 2, fictional_profiles: true })
})

let keys = 0
const newKey = () => `message-cost-${keys++}-${'k'.repeat(16)}`

interface Given {
  credits?: number
  to_fictional?: boolean
  text?: string
}

const send = (as: TestMember, to: TestMember, { text = 'Hello', ...agreed }: Given = {}, key = newKey()) =>
  origin.call('sendMessage', { as, body: { member: to.id, text, ...agreed }, headers: { 'idempotency-key': key } })
const costOf = async (as: TestMember, to: TestMember) => (await origin.call('getChat', { as, query: { member: to.id } })).body.cost
const creditsOf = async (as: TestMember) => (await origin.call('getUser', { as })).body.user.credits

/** A member with so many credits. */
async function aWriter(credits: number, { premium = false } = {}): Promise<TestMember> {
  const member = await origin.aMember()
  if (credits > 0)
    await inUnitOfWork(origin.deps, ({ db, now }) =>
      grantCredits(db, { member: member.row.id, tenant: 'velvet', credits, reason: 'signup', movement: `test:${member.row.id}`, now })
    )
  if (premium) await inUnitOfWork(origin.deps, (unit) => setPremium(unit, member.row.id, true))
  return member
}

test('a free member opens two conversations for life, each with a free message; the third needs Premium [ROLE-9] [ERR-19]', async () => {
  const anna = await aWriter(0)
  const [bob, carl, dora] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  expect(await costOf(anna, bob)).toEqual({ credits: 0, reason: 'opening', free_left: 2 })
  const first = await send(anna, bob)
  expect(first.status).toBe(200)
  expect(await costOf(anna, bob)).toEqual({ credits: 2, reason: 'paid', free_left: 1 })
  expect((await send(anna, carl)).status).toBe(200)
  expect(await costOf(anna, dora)).toEqual({ credits: 0, reason: 'premium_only', free_left: 0 })
  // Deleting one brings none back.
  await origin.call('deleteChat', { as: anna, body: { conversation: first.body.conversation_id } })
  const third = await send(anna, dora)
  expect([third.status, third.body.error?.code]).toEqual([403, 'premium_only'])
  expect((await origin.call('listChats', { as: dora })).body.total).toBe(0)
})

test('the first reply is free, everything else costs what was agreed to [GEN-10] [SET-17]', async () => {
  const [anna, bob] = [await aWriter(3), await aWriter(5)]
  await send(bob, anna)
  expect(await costOf(anna, bob)).toMatchObject({ credits: 0, reason: 'reply' })
  expect((await send(anna, bob)).status).toBe(200)
  expect(await creditsOf(anna)).toBe(3)

  for (const credits of [0, 1]) {
    const unseen = await send(anna, bob, { credits })
    expect([unseen.status, unseen.body.error]).toMatchObject([409, { code: 'message_price_changed', params: { credits: 2 } }])
  }
  expect((await send(anna, bob, { credits: 5 })).status).toBe(200)
  expect(await creditsOf(anna)).toBe(1)
  // For the member's other pages.
  expect((await eventsOf(origin, anna)).findLast(({ type }) => type === 'credits_changed')?.data).toEqual({ credits: 1 })
  const poor = await send(anna, bob, { credits: 2, text: 'One too many' })
  expect([poor.status, poor.body.error?.code]).toEqual([409, 'not_enough_credits'])
  expect(await creditsOf(anna)).toBe(1)
  expect(JSON.stringify((await origin.call('getChat', { as: bob, query: { member: anna.id } })).body)).not.toContain('One too many')
})

test('a first reply that is taken back is free again, unless another one stands; a free opening stays used', async () => {
  const [anna, bob] = [await aWriter(5), await aWriter(5)]
  const conversation: string = (await send(bob, anna)).body.conversation_id
  const takeBack = (as: TestMember, position: number) => origin.call('takeBackMessage', { as, body: { conversation, position } })
  await send(anna, bob)
  await send(anna, bob, { credits: 2 })
  await takeBack(anna, 2)
  expect(await costOf(anna, bob)).toMatchObject({ credits: 2, reason: 'paid' })
  await takeBack(anna, 3)
  expect(await costOf(anna, bob)).toMatchObject({ credits: 0, reason: 'reply' })
  expect((await send(anna, bob)).status).toBe(200)
  expect(await costOf(anna, bob)).toMatchObject({ credits: 2, reason: 'paid' })
  expect(await creditsOf(anna)).toBe(5)

  await takeBack(bob, 1)
  expect(await costOf(bob, anna)).toEqual({ credits: 2, reason: 'paid', free_left: 1 })
})

test('a gift doesn’t use up the free first reply, before it or after it was taken back', async () => {
  const [anna, bob] = [await aWriter(20), await aWriter(0)]
  const conversation: string = (await send(bob, anna)).body.conversation_id
  const sendRose = async () => {
    const body = { member: bob.id, gift: 'rose', note: 'For you', credits: 5, to_fictional: false } as const
    expect((await origin.call('sendGift', { as: anna, body, headers: { 'idempotency-key': newKey() } })).status).toBe(200)
  }
  await sendRose()
  expect(await costOf(anna, bob)).toMatchObject({ credits: 0, reason: 'reply' })
  expect((await send(anna, bob)).status).toBe(200)
  expect(await costOf(anna, bob)).toMatchObject({ credits: 2, reason: 'paid' })
  await sendRose()
  await origin.call('takeBackMessage', { as: anna, body: { conversation, position: 3 } })
  expect(await costOf(anna, bob)).toMatchObject({ credits: 0, reason: 'reply' })
  expect(await creditsOf(anna)).toBe(10)
})

test('a premium member pays for opening a third conversation', async () => {
  const anna = await aWriter(10, { premium: true })
  for (const credits of [0, 0, 2]) {
    const to = await origin.aMember()
    expect((await costOf(anna, to)).credits).toBe(credits)
    expect((await send(anna, to, { credits })).status).toBe(200)
  }
  expect(await creditsOf(anna)).toBe(8)
})

test('a repeated message is charged once, also many copies at once', async () => {
  const [anna, bob] = [await aWriter(6), await origin.aMember()]
  await send(anna, bob)
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(anna, bob, { credits: 2 }, key)))
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.message.id)).size).toBe(1)
  expect(await creditsOf(anna)).toBe(4)
})

test.each(Array.from({ length: isLong ? 100 : 2 }, (_, round) => round))(
  'of fifty openings at once exactly two are free, round %i',
  async () => {
    const anna = await aWriter(0)
    const others = await Promise.all(Array.from({ length: 50 }, () => origin.aMember()))
    const answers = await Promise.all(others.map((other) => send(anna, other)))
    const count = (code: number) => answers.filter(({ status }) => status === code).length
    expect([count(200), count(403)]).toEqual([2, 48])
  }
)

test('credits are never overspent by messages at once', async () => {
  const [anna, bob] = [await aWriter(7), await origin.aMember()]
  await send(anna, bob)
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(anna, bob, { credits: 2 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await creditsOf(anna)).toBe(1)
  expect((await proveBooks(origin.deps.db)).problems).toEqual([])
})

// Credits that come back for someone who leaves, and not for someone who blocks, would tell the two apart.
test.each(['leaves', 'blocks', 'reports and blocks'])(
  'the price of unread messages comes back when their receiver %s, and nothing else does',
  async (how) => {
    const anna = await aWriter(20)
    const [bob, carl] = [await origin.aMember(), await origin.aMember()]
    const { conversation_id: conversation } = (await send(anna, bob)).body
    await send(anna, bob, { credits: 2, text: 'Read' })
    await origin.call('readChat', { as: bob, body: { conversation, position: 2 } })
    await send(anna, carl)
    await send(anna, carl, { credits: 2, text: 'To someone else' })
    await send(anna, bob, { credits: 2, text: 'Not read' })
    await give(origin, anna, bob)
    expect(await creditsOf(anna)).toBe(14)
    const last = (await eventsOf(origin, anna)).at(-1)!.number
    if (how === 'leaves') await origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })
    else if (how === 'blocks') await block(origin, bob, anna)
    else await report(origin, bob, anna, { block: true })
    expect(await creditsOf(anna)).toBe(21)
    const told = (await eventsOf(origin, anna)).filter(({ number }) => number > last)
    expect(told.map(({ type }) => type)).toEqual(['credits_changed', 'credits_changed', 'contacts_changed'])
    if (how === 'leaves') return
    // Once: neither another block, nor what was given back and can be read again, gives more; and a gift that no one has paid for counts no more.
    await unblock(origin, bob, anna)
    await block(origin, bob, anna)
    await unblock(origin, bob, anna)
    expect(await creditsOf(anna)).toBe(21)
    expect((await eventsOf(origin, anna)).filter(({ number, type }) => number > last && type === 'credits_changed')).toHaveLength(2)
    expect((await origin.call('getMember', { as: carl, query: { id: bob.id } })).body.member!.gifts).toEqual([])
  }
)

test.each(['leaves', 'blocks'])('what someone who %s has written themselves stays paid, read or not', async (how) => {
  const [anna, bob] = [await origin.aMember(), await aWriter(10)]
  await send(anna, bob)
  await send(bob, anna)
  await send(bob, anna, { credits: 2, text: 'Are you there?' })
  if (how === 'leaves') await origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })
  else await block(origin, bob, anna)
  const { balance } = await origin.deps.db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('member_id', '=', bob.row.id)
    .executeTakeFirstOrThrow()
  expect(balance).toBe(8)
})

const ban = (member: TestMember, rule: 'money' | 'fake_profile') =>
  inUnitOfWork(origin.deps, (unit) =>
    verbs.takeMeasure(unit, { about: member.id, measure: 'ban', rule, reasons: 'Seen.', until: null, author: 'mia' })
  )

test.each<[string, (bob: TestMember, anna: TestMember) => Promise<unknown>]>([
  ['a block', (bob, anna) => block(origin, bob, anna)],
  ['leaving', (bob) => origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })],
  ['a ban', (bob) => ban(bob, 'money')],
  ['a ban as fake', (bob) => ban(bob, 'fake_profile')]
])('messages sent thirty days ago are not refunded by %s', async (_, act) => {
  const anna = await aWriter(20)
  const bob = await origin.aMember()
  await send(anna, bob)
  await send(anna, bob, { credits: 2, text: 'Long ago' })
  origin.advance(30 * 24 * 3600)
  await send(await origin.signIn(anna), bob, { credits: 2, text: 'Today' })
  await act(await origin.signIn(bob), anna)
  expect(await creditsOf(await origin.signIn(anna))).toBe(18)
})

describe('messages, gifts and photos at once', () => {
  const cost = 2
  const each = repeats(16, 96)
  let bob: TestMember
  let photos: string[]
  const paidFor = new Set<string>()
  beforeAll(async () => {
    await origin.publish({ id: 'velvet', message_credits: cost, gift_credits: cost, photo_credits: cost })
    bob = await aWriter(0, { premium: true })
    photos = []
    for (let count = 0; count < 9; count++) photos.push(await givePhoto(origin, bob))
    // The main one is shown to everyone.
    photos.shift()
  })

  test.each(Array.from({ length: repeats(2, 100) }, (_, round) => round))(
    'take no more than there is, and all of it, round %i [GEN-10] [SET-17]',
    async (round) => {
      const credits = 25 + (round % 20)
      const anna = await aWriter(credits)
      expect((await send(anna, bob)).status).toBe(200)
      const gift = { member: bob.id, gift: 'rose', note: '', credits: cost, to_fictional: false } as const
      const acts = [
        ...photos.map((photo) => () => origin.call('unlockPhoto', { as: anna, body: { photo, credits: cost } })),
        ...Array.from({ length: each }, () => () => send(anna, bob, { credits: cost })),
        ...Array.from(
          { length: each },
          () => () => origin.call('sendGift', { as: anna, body: gift, headers: { 'idempotency-key': newKey() } })
        )
      ]
      const order = createRandom(`mixed ${round}`).some(acts, acts.length)
      const answers = await Promise.all(order.map((act) => act()))
      const refused = answers.flatMap(({ status, body }) => (status === 200 ? [] : [`${status} ${(body as ErrorBody).error.code}`]))
      expect([...new Set(refused)]).toEqual(['409 not_enough_credits'])
      expect(answers.length - refused.length).toBe(Math.floor(credits / cost))
      expect(await creditsOf(anna)).toBe(credits % cost)
      const { rows } = await sql<{ reason: string }>`
        select distinct reason from ledger_movements join ledger_legs on movement_id = ledger_movements.id
        where member_id = ${anna.row.id} and amount < 0`.execute(origin.deps.db)
      for (const { reason } of rows) paidFor.add(reason)
      expect((await proveBooks(origin.deps.db)).problems).toEqual([])
    }
  )

  // Which of them come before the credits are gone is left to chance.
  test('all three were among them', () => {
    expect([...paidFor].toSorted()).toEqual(['gift', 'message', 'photo'])
  })
})

test('before the first paid message to a fictional profile the member says that they know', async () => {
  const [anna, doll] = [await aWriter(9), await origin.aMember({ fictional: true })]
  await send(anna, doll)
  const refused = await send(anna, doll, { credits: 2 })
  expect([refused.status, refused.body.error?.fields?.map(({ field }) => field)]).toEqual([422, ['to_fictional']])
  expect((await send(anna, doll, { credits: 2, to_fictional: true })).status).toBe(200)
  expect((await origin.call('getChat', { as: anna, query: { member: doll.id } })).body.confirms_fictional).toBe(false)
  expect((await send(anna, doll, { credits: 2 })).status).toBe(200)
  expect(await creditsOf(anna)).toBe(5)
})

describe('credits come back', () => {
  /** Anna has paid 2 for each of two messages to Bob, who has read the first one; the free one came before. */
  async function twoPaid(): Promise<[TestMember, TestMember]> {
    const [anna, bob] = [await aWriter(4), await origin.aMember()]
    const opening = await send(anna, bob)
    await send(anna, bob, { credits: 2 })
    await origin.call('readChat', { as: bob, body: { conversation: opening.body.conversation_id, position: 2 } })
    await send(anna, bob, { credits: 2 })
    expect(await creditsOf(anna)).toBe(0)
    return [anna, bob]
  }

  test('for what a banned member hasn’t read', async () => {
    const [anna, bob] = await twoPaid()
    await ban(bob, 'money')
    expect(await creditsOf(anna)).toBe(2)
  })

  test('for all of it if the profile was fake', async () => {
    const [anna, bob] = await twoPaid()
    await ban(bob, 'fake_profile')
    expect(await creditsOf(anna)).toBe(4)
  })

  test('for what a member who leaves hasn’t read', async () => {
    const [anna, bob] = await twoPaid()
    expect((await origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })).status).toBe(200)
    expect(await creditsOf(anna)).toBe(2)
  })

  test('for what came after a read that claimed to go further than there were messages', async () => {
    const [anna, bob] = [await aWriter(2), await origin.aMember()]
    const { conversation_id: conversation } = (await send(anna, bob)).body
    await origin.call('readChat', { as: bob, body: { conversation, position: 99 } })
    await send(anna, bob, { credits: 2 })
    await origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })
    expect(await creditsOf(anna)).toBe(2)
  })

  test('once, though a member who leaves and comes back can then read it, as the FAQ says', async () => {
    const [anna, bob] = await twoPaid()
    const leave = async () => await origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })
    await leave()
    const token = tokenOf((await origin.mails(bob.row.email)).at(-1))
    expect((await origin.call('useToken', { body: { token } })).status).toBe(200)
    Object.assign(bob, await origin.signIn(bob))
    const { body } = await origin.call('getChat', { as: bob, query: { member: anna.id } })
    expect(body.messages.map(({ position }) => position)).toEqual([1, 2, 3])
    await leave()
    expect(await creditsOf(anna)).toBe(2)
    expect(readPart('pages-faq', 'en')['price.back']).toContain('they can still read it if they come back')
  })

  test('to no one who has been erased meanwhile: an account without a member has none', async () => {
    const [anna, bob] = await twoPaid()
    expect((await origin.call('deleteAccount', { as: anna, body: { password: PASSWORD } })).status).toBe(200)
    origin.advance(15 * 24 * 3600)
    await runSweeps(origin.deps)
    await ban(bob, 'fake_profile')
    const { rows } = await sql`select from ledger_accounts where account = 'member' and balance > 0
      and member_id not in (select id from members)`.execute(origin.deps.db)
    expect(rows).toEqual([])
  })

  test('with a message that is taken back, once', async () => {
    const [anna, bob] = await twoPaid()
    const { body } = await origin.call('getChat', { as: anna, query: { member: bob.id } })
    const take = () => origin.call('takeBackMessage', { as: anna, body: { conversation: body.conversation_id!, position: 3 } })
    expect([(await take()).status, (await take()).status]).toEqual([200, 200])
    expect(await creditsOf(anna)).toBe(2)
    expect((await proveBooks(origin.deps.db)).problems).toEqual([])
  })
})

test('where nothing is sold, messages cost nothing and any number may be written to', async () => {
  await origin.publish({ id: 'nordic', payment_provider: 'none', bundles: [], message_credits: 2 })
  const anna = await origin.signIn(await aWriter(0), 'nordic')
  for (let count = 0; count < 3; count++) {
    const to = await origin.aMember()
    expect(await costOf(anna, to)).toMatchObject({ credits: 0, reason: 'free' })
    expect((await send(anna, to)).status).toBe(200)
  }
})

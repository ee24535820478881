import { describe, expect, test } from 'vitest'
import { creditsOf } from '../../origin/credits/book.ts'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { spend } from '../../origin/credits/spend.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { unban } from '../../origin/moderation/lift-restriction.ts'
import { takeMeasure } from '../../origin/moderation/take-measure.ts'
import { refundsIdle } from '../../origin/payments/refund-order.ts'
import { discounted } from '../../shared/rules/prices.ts'
import { PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()

const DAY = 24 * 3600

const aBuyer = () => shop.aBuyer({ language: 'en' })
const use = ({ row }: TestMember, credits: number) =>
  spend(shop.origin.deps.db, { member: row.id, tenant: 'velvet', credits, reason: 'gift', key: newPublicId(), now: shop.origin.now() })
const orderRow = (id: string) => shop.origin.deps.db.selectFrom('orders').selectAll().where('public_id', '=', id).executeTakeFirstOrThrow()

describe('leaving', () => {
  const leaving = async (as: TestMember) => (await shop.origin.call('getLeaving', { as })).body
  const stay = (as: TestMember) => shop.origin.call('takeLeavingOffer', { as, query: { stay: '1' }, body: {} })
  const leave = (as: TestMember, refund: boolean) => shop.origin.call('deleteAccount', { as, body: { password: PASSWORD, refund } })
  const prices = async (as: TestMember) => (await shop.origin.call('getCredits', { as, query: { country: 'NL' } })).body.bundles
  const offering = async (delete_discount: boolean) => {
    const { settings, company } = shop.origin.tenant('velvet')
    await shop.origin.deps.tenants.publish(settings, { ...company, delete_discount }, 'test', shop.origin.now())
  }

  test('the money of unused credits is offered, and goes back with the account, however old the order', async () => {
    const anna = await aBuyer()
    expect(await leaving(anna)).toEqual({ unused: [], offer: null })
    const id = await shop.order(anna)
    const { total, credits } = await orderRow(id)
    await use(anna, 5)
    shop.origin.advance(200 * DAY)
    const back = { credits: credits - 5, amount: Math.ceil((total * (credits - 5)) / credits) }
    const again = await shop.origin.signIn(anna)
    expect((await leaving(again)).unused).toEqual([{ ...back, currency: 'EUR' }])
    expect((await leave(again, true)).status).toBe(200)
    expect(await orderRow(id)).toMatchObject({ refunded: back.amount, refunded_credits: back.credits })
    expect(await creditsOf(shop.origin.deps.db, anna.row.id)).toBe(0)
    expect(
      (await shop.origin.mails(anna.row.email)).map(({ subject }) => subject).filter((subject) => subject.includes('withdrawal'))
    ).toHaveLength(1)
  })

  test('nothing goes back unless it is wanted, nor with a wrong password', async () => {
    const anna = await aBuyer()
    const id = await shop.order(anna)
    expect((await shop.origin.call('deleteAccount', { as: anna, body: { password: 'not it', refund: true } })).status).toBe(422)
    expect((await leave(anna, false)).status).toBe(200)
    expect(await orderRow(id)).toMatchObject({ refunded: 0, refunded_credits: 0 })
  })

  test('one offer for staying, where the company has it: it lowers the next order, and only that [ENT-34]', async () => {
    const anna = await aBuyer()
    const before = await prices(anna)
    expect([(await leaving(anna)).offer, (await stay(anna)).status]).toEqual([null, 404])
    await offering(true)
    expect((await leaving(anna)).offer).toEqual({ percentage: 20, days: 7 })
    expect(await prices(anna)).toEqual(before)
    const answers = await Promise.all([stay(anna), stay(anna)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0].body).toEqual(answers[1].body)
    expect((await leaving(anna)).offer).toBeNull()
    const [bundle] = await prices(anna)
    expect(bundle).toMatchObject({ price: before[0]!.price, discounted: discounted(before[0]!.price, 20) })
    const id = await shop.order(anna, 'pay', { total: bundle!.discounted })
    expect(await orderRow(id)).toMatchObject({ status: 'completed', total: bundle!.discounted })
    expect(await prices(anna)).toEqual(before)
    // A sister site has no such code: nothing there would be cheaper.
    expect([(await stay(anna)).status, (await stay(await shop.origin.signIn(anna, 'nordic'))).status]).toEqual([200, 404])
    await offering(false)
  })

  test('the offer ends with its days, once and for all', async () => {
    await offering(true)
    const anna = await aBuyer()
    await stay(anna)
    shop.origin.advance(7 * DAY)
    const again = await shop.origin.signIn(anna)
    expect([(await leaving(again)).offer, (await stay(again)).status]).toEqual([null, 404])
    expect((await prices(again)).every((bundle) => bundle.discounted === null)).toBe(true)
    await offering(false)
  })

  test('nothing is offered to someone new, who has better, or who has set a limit', async () => {
    await offering(true)
    const [fresh, calm] = [await shop.origin.aMember(), await aBuyer()]
    await shop.origin.call('setLimits', { as: calm, body: { limits: { currency: 'EUR', day: 1000, month: null } } })
    for (const one of [fresh, calm]) expect([(await leaving(one)).offer, (await stay(one)).status]).toEqual([null, 404])
    await offering(false)
  })
})

test('erasing a member with orders leaves the books and orders as they are, by number alone; what is left over goes to the house', async () => {
  const { db } = shop.origin.deps
  const anna = await aBuyer()
  const id = await shop.order(anna)
  await use(anna, 5)
  const legs = () => db.selectFrom('ledger_legs').selectAll().where('member_id', '=', anna.row.id).orderBy('id').execute()
  const [before, bought] = [await legs(), await orderRow(id)]
  expect((await shop.origin.call('deleteAccount', { as: anna, body: { password: PASSWORD } })).status).toBe(200)
  shop.origin.advance(15 * DAY)
  await runSweeps(shop.origin.deps)
  expect(await db.selectFrom('members').select('id').where('id', '=', anna.row.id).executeTakeFirst()).toBeUndefined()
  expect(await orderRow(id)).toEqual(bought)
  const after = await legs()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.slice(before.length)).toMatchObject([{ account: 'member', amount: 5 - bought.credits }])
  expect(await creditsOf(db, anna.row.id)).toBe(0)
  const movements = await db.selectFrom('ledger_movements').selectAll().where('order_id', '=', bought.id).execute()
  const kept = JSON.stringify([after, movements, bought, await db.selectFrom('refunds').selectAll().execute()])
  for (const own of [anna.id, anna.row.email, anna.row.name]) expect(kept).not.toContain(own)
  expect((await proveBooks(db)).problems).toEqual([])
})

test('a card is remembered where it can be removed, and nowhere else', async () => {
  const { db } = shop.origin.deps
  const anna = await aBuyer()
  const id = await shop.order(anna, 'pay', { save_card: true })
  const stored = await db.selectFrom('stored_cards').selectAll().where('member_id', '=', anna.row.id).executeTakeFirstOrThrow()
  const reports = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('order_id', '=', (await orderRow(id)).id)
    .execute()
  expect(reports.map(({ fact }) => (fact as { kind: string }).kind)).toContain('completed')
  for (const own of [stored.card, stored.customer, stored.label]) expect(JSON.stringify(reports)).not.toContain(own)
})

test('nothing about the money of an account goes to its address if that is another member’s', async () => {
  const bob = await aBuyer()
  const { email, email_key } = bob.row
  const claim = await shop.aBuyer({ status: 'not_confirmed', email, claimed_key: email_key })
  const before = (await shop.origin.mails(email)).length
  const id = await shop.order(claim)
  expect((await orderRow(id)).status).toBe('completed')
  expect((await shop.origin.call('withdraw', { as: claim, body: { payment_id: id } })).status).toBe(200)
  expect((await shop.origin.mails(email)).slice(before)).toEqual([])
  await shop.order(bob)
  expect((await shop.origin.mails(email)).slice(before)).toHaveLength(1)
})

describe('a ban', () => {
  const ban = ({ id }: TestMember, measure: 'ban' | 'suspend') =>
    inUnitOfWork(shop.origin.deps, (unit) =>
      takeMeasure(unit, {
        about: id,
        measure,
        rule: 'money',
        reasons: 'You asked for money.',
        until: measure === 'suspend' ? new Date(shop.origin.now().getTime() + DAY * 1000) : null,
        author: 'mia'
      })
    )
  /** The headers of the limited session that they get when they log in. */
  async function limited({ row }: TestMember) {
    const answer = await shop.origin.call('login', { body: { credentials: { login: row.email, password: PASSWORD } } })
    const token = /^limited=([^;]+);/.exec(answer.headers.get('set-cookie') ?? '')![1]!
    return { cookie: `limited=${token}` }
  }
  const standing = async (one: TestMember) => (await shop.origin.call('getStanding', { headers: await limited(one) })).body.decision

  test('gives the money of unused credits back at once, and says so; a suspension says what they are worth, and leaves withdrawing', async () => {
    const [anna, bob] = [await aBuyer(), await aBuyer()]
    const id = await shop.order(anna)
    await shop.order(bob)
    await use(anna, 3)
    const { total, credits } = await orderRow(id)
    const back = { credits: credits - 3, amount: Math.ceil((total * (credits - 3)) / credits) }
    await ban(anna, 'ban')
    await refundsIdle(shop.origin.deps)
    expect(await orderRow(id)).toMatchObject({ refunded: back.amount, refunded_credits: back.credits })
    const { facts } = shop.payments.sandbox.payments.find(({ reference }) => reference === id)!
    expect(facts.at(-1)).toMatchObject({ kind: 'refunded', amount: back.amount })
    expect(await standing(anna)).toMatchObject({ measure: 'ban', refunded: [{ ...back, currency: 'EUR' }], unused: [] })
    await ban(bob, 'suspend')
    expect(await standing(bob)).toMatchObject({ measure: 'suspend', refunded: [], unused: [{ credits, amount: total, currency: 'EUR' }] })
    const headers = await limited(bob)
    const [order] = (await shop.origin.call('listWithdrawable', { headers })).body.orders
    const withdrawn = await shop.origin.call('withdraw', { headers, body: { payment_id: order!.payment_id } })
    expect(withdrawn.body).toMatchObject({ credits, amount: total })
    expect(await standing(bob)).toMatchObject({ unused: [] })
  })

  test('says what that ban gave back: neither what the member withdrew before, nor what an earlier ban did', async () => {
    const anna = await aBuyer()
    const withdrawn = await shop.order(anna)
    await shop.origin.call('withdraw', { as: anna, body: { payment_id: withdrawn } })
    const first = await shop.order(anna)
    await use(anna, 3)
    const worth = async (id: string, unused: number) => {
      const { total, credits } = await orderRow(id)
      return [{ credits: unused, amount: Math.ceil((total * unused) / credits), currency: 'EUR' }]
    }
    const { credits } = await orderRow(first)
    await ban(anna, 'ban')
    expect((await standing(anna))!.refunded).toEqual(await worth(first, credits - 3))
    shop.origin.advance(60)
    const lifting = { member: anna.id, author: 'mia', reason: 'A mistake.' }
    expect(await inUnitOfWork(shop.origin.deps, (unit) => unban(unit, lifting))).toMatchObject({ done: true })
    const again = await shop.origin.signIn(anna)
    const second = await shop.order(again)
    await use(again, 7)
    await ban(again, 'ban')
    expect((await standing(again))!.refunded).toEqual(await worth(second, credits - 7))
  })

  test('gives back the money of credits that come back to the banned member later, too', async () => {
    await shop.origin.publish({ ...shop.origin.tenant('velvet').settings, message_credits: 2 })
    const [anna, bob] = [await aBuyer(), await aBuyer()]
    const id = await shop.order(anna)
    const send = (credits: number) => shop.origin.call('sendMessage', { as: anna, body: { member: bob.id, text: 'Hello', credits } })
    expect([(await send(0)).status, (await send(2)).status]).toEqual([200, 200])
    await ban(anna, 'ban')
    const { total, credits } = await orderRow(id)
    expect(await orderRow(id)).toMatchObject({ refunded_credits: credits - 2 })
    await ban(bob, 'ban')
    expect(await creditsOf(shop.origin.deps.db, anna.row.id)).toBe(0)
    expect(await orderRow(id)).toMatchObject({ refunded: total, refunded_credits: credits })
    expect((await standing(anna))!.refunded).toEqual([{ credits, amount: total, currency: 'EUR' }])
  })

  const closings = {
    banned: (one: TestMember) => ban(one, 'ban'),
    suspended: (one: TestMember) => ban(one, 'suspend'),
    deleted: (as: TestMember) => shop.origin.call('deleteAccount', { as, body: { password: PASSWORD, refund: true } })
  }

  test.each([
    ['banned', 'cancelled'],
    ['deleted', 'cancelled'],
    ['suspended', 'completed']
  ] as const)('what is paid only after the account was %s: the order is %s', async (how, status) => {
    const anna = await aBuyer()
    const id = await shop.order(anna, 'later')
    await closings[how](anna)
    const payment = shop.payments.sandbox.payments.find(({ reference }) => reference === id)!
    await shop.payments.sandbox.settleLate(payment.id, true)
    await refundsIdle(shop.origin.deps)
    const { credits, total, status: became } = await orderRow(id)
    const back = payment.facts.filter(({ kind }) => kind === 'refunded').map(({ amount }) => amount)
    expect({ became, back, credits: await creditsOf(shop.origin.deps.db, anna.row.id) }).toEqual(
      status === 'completed' ? { became: status, back: [], credits } : { became: status, back: [total], credits: 0 }
    )
  })
})

import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { spend } from '../../origin/credits/spend.ts'
import { inUnitOfWork, type UnitOfWork } from '../../origin/db/unit-of-work.ts'
import { giftCredits, refundByOperator, settleDebtByOperator } from '../../origin/payments/operate.ts'
import { reconcile } from '../../origin/payments/reconcile.ts'
import { refundOrder, sendRefunds } from '../../origin/payments/refund-order.ts'
import { csvOf, dailyTotals, listOrders, showOrder } from '../../origin/payments/report-orders.ts'
import { runPayments } from '../../origin/payments/run-payments.ts'
import type { Order } from '../../origin/payments/order-store.ts'
import { lockWithMember, takeFactsAlone } from '../../origin/payments/take-facts.ts'
import type { Fact } from '../../origin/providers/payment/port.ts'
import { sandboxAccount } from '../../origin/providers/payment/sandbox/account.ts'
import { WEBHOOK_PURPOSE } from '../../origin/providers/payment/sandbox/sandbox.ts'
import { signBody } from '../../shared/auth/body-signature.ts'
import { bundlesIn, discounted } from '../../shared/rules/prices.ts'
import { eventsOf } from '../fixtures/acts.ts'
import { repeats } from '../fixtures/long.ts'
import { createTestOrigin, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { insertMember } from '../fixtures/members.ts'
import { anOrder, insertAnOrder, order, SANDBOX_SECRET, startPayments, type Payments } from '../fixtures/payments.ts'

let origin: TestOrigin
let payments: Payments
beforeAll(async () => {
  origin = await createTestOrigin()
  payments = await startPayments(origin, {}, ['velvet', 'nordic'])
})
afterEach(async () => {
  expect(payments.sandbox.faults).toEqual([])
})
afterAll(async () => {
  const { problems } = await proveBooks(origin.deps.db)
  await payments.close()
  await origin.close()
  expect(problems).toEqual([])
})

/** Someone who has been here for long: no discount comes by itself. */
const aBuyer = (overrides: Parameters<TestOrigin['aMember']>[0] = {}) =>
  origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z'), ...overrides })
const smallest = () => bundlesIn(origin.tenant('velvet').settings, 'NL')[0]!
const create = (as: TestMember, overrides: object = {}, headers: Record<string, string> = {}) =>
  origin.call('createPayment', { as, headers, body: anOrder(origin, overrides) })
const show = async (as: TestMember, id: string) => (await origin.call('getPayment', { as, query: { id } })).body
const userOf = async (as: TestMember) => (await origin.call('getUser', { as })).body.user
const begunWith = (reference: string) => payments.sandbox.payments.filter((payment) => payment.reference === reference)
const ordersOf = (as: TestMember) =>
  origin.deps.db.selectFrom('orders').selectAll().where('member_id', '=', as.row.id).orderBy('id').execute()

/** What the provider has begun for a member. */
async function begunBy(as: TestMember) {
  const own = new Set((await ordersOf(as)).map(({ public_id: id }) => id))
  return payments.sandbox.payments.filter(({ reference }) => own.has(reference))
}

/** A report of the sandbox about an order, signed as it signs them. */
async function report(fact: Fact, { brand = 'velvet', secret = SANDBOX_SECRET, at = Date.now(), to = 'velvet' } = {}) {
  const body = JSON.stringify(fact)
  const signature = await signBody(sandboxAccount(secret, brand).webhookSecret, WEBHOOK_PURPOSE, body, at)
  return await payments.deliver(`https://${to}.example/api/payment-webhook.php?provider=sandbox`, body, {
    'content-type': 'application/json',
    'x-payment-signature': signature
  })
}

const aFact = (id: string, kind: Fact['kind'], more: Partial<Fact> = {}): Fact => {
  const { price: amount, currency } = smallest()
  return { event: `evt_${randomUUID()}`, payment: begunWith(id)[0]!.id, reference: id, kind, amount, currency, ...more }
}

test('an order can be repeated on the site where it was completed, not on another one of the pool [RT-31]', async () => {
  const me = await aBuyer()
  const repeatable = async (as: TestMember) => (await origin.call('getCredits', { as, query: {} })).body.repeatable
  await order(origin, payments, me, 'fail')
  expect(await repeatable(me)).toBe(false)
  await order(origin, payments, me)
  expect(await repeatable(me)).toBe(true)
  const elsewhere = await origin.signIn(me, 'nordic')
  expect((await userOf(elsewhere)).paid_user).toBe(true)
  expect(await repeatable(elsewhere)).toBe(false)
})

test('a free member buys the smallest bundle, is credited once and becomes premium [GEN-7] [GEN-8] [OTH-11] [ENT-24]', async () => {
  const me = await aBuyer({ credits: 1 })
  const { body } = await create(me)
  const { credits, price, currency } = smallest()
  expect(body).toMatchObject({ status: 'loading', credits, payment_method: 'card', total: price, currency })
  const page = await fetch(body.next!)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://velvet.example")
  expect(await page.text()).toMatch(/9[.,]95|€/)
  expect(await userOf(me)).toMatchObject({ credits: 1, paid_user: false })

  const back = await payments.choose(body.payment_id, 'pay')
  expect(back).toBe(`https://velvet.example/transactions/${body.payment_id}?status=paid`)
  expect(await userOf(me)).toMatchObject({ credits: 1 + credits, paid_user: true })
  expect(await show(me, body.payment_id)).toMatchObject({
    status: 'completed',
    credits,
    payment_method: 'card',
    total: price,
    next: null,
    receipt: { descriptor: 'BRANDHOUSE', vat: { rate: 21, amount: price - Math.round(price / 1.21) }, company: { kvk: '12345678' } }
  })
  expect((await eventsOf(origin, me)).filter(({ type }) => type === 'payment').map(({ data }) => data)).toContainEqual({
    payment_id: body.payment_id,
    status: 'completed'
  })
  const mails = await origin.mails(me.row.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('NL123456789B01')
  expect(mails[0]!.links[0]).toBe(`https://velvet.example/transactions/${body.payment_id}`)
})

test.each([
  ['fail', 'failed', 'card_declined'],
  ['cancel', 'cancelled', null],
  ['later', 'pending', null]
] as const)(
  'what the provider says is the state, whatever the return address says: %s [OTH-6] [SCR-7]',
  async (outcome, status, failure) => {
    const me = await aBuyer()
    const id = await order(origin, payments, me, outcome)
    expect((await origin.call('getPayment', { as: me, query: { id, status: 'completed' } })).status).toBe(422)
    expect(await show(me, id)).toMatchObject({ status, failure, receipt: null, next: null })
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
    if (status !== 'pending') return
    await payments.sandbox.settleLate(begunWith(id)[0]!.id, true)
    expect(await show(me, id)).toMatchObject({ status: 'completed' })
  }
)

/** Of the 120 orders below, one in so many is tried over the front door, which takes longer. */
const SOME = repeats(20, 1)

/** Every order of some things. */
const ordersOfAll = <T>(all: readonly T[]): T[][] =>
  all.length < 2 ? [[...all]] : all.flatMap((one, index) => ordersOfAll(all.toSpliced(index, 1)).map((rest) => [one, ...rest]))

test.each([
  ['120 orders', 1, (fact: Fact) => takeFactsAlone(origin.deps, { provider: 'sandbox', tenant: 'velvet' }, [fact])],
  [`${120 / SOME} orders over the front door`, SOME, async (fact: Fact) => expect(await report(fact)).toBe(200)]
])('of five reports, three copies each at once, orders are credited once and end alike: %s', async (_, step, take) => {
  const { price, credits } = smallest()
  const [some, more] = [300, 200]
  const kinds: [Fact['kind'], number][] = [
    ['pending', price],
    ['pending', price],
    ['completed', price],
    ['refunded', some],
    ['refunded', more]
  ]
  const every = ordersOfAll(kinds.map((_, index) => index))
  expect(every).toHaveLength(120)
  const all = every.filter((_, index) => index % step === 0)
  const { db } = origin.deps
  const tenant = 'velvet'
  const play = async (way: number[]) => {
    const row = await insertMember(db, origin.tenant(tenant).settings, origin.now())
    const id = await insertAnOrder(origin, { row, id: '', tenant, cookie: '' })
    const facts = kinds.map(([kind, amount]) => ({
      currency: 'EUR',
      event: `evt_${randomUUID()}`,
      payment: `pay_${id}`,
      reference: id,
      kind,
      amount
    }))
    for (const index of way) await Promise.all([1, 2, 3].map(() => take(facts[index]!)))
    return row.id
  }
  const members: number[] = []
  for (let at = 0; at < all.length; at += 15) members.push(...(await Promise.all(all.slice(at, at + 15).map(play))))
  const ends = await db
    .selectFrom('orders')
    .innerJoin('members', 'members.id', 'orders.member_id')
    .innerJoin('ledger_accounts', (join) =>
      join.onRef('ledger_accounts.member_id', '=', 'members.id').on('account', '=', 'member').on('unit', '=', 'credits')
    )
    .select(['orders.status', 'refunded', 'refunded_credits as taken', 'balance as left', 'paid_user as premium'])
    .where('orders.member_id', 'in', members)
    .execute()
  const taken = Math.floor((credits * (some + more)) / price)
  const expected = { status: 'completed', refunded: some + more, taken, left: credits - taken, premium: true }
  expect(ends).toHaveLength(120 / step)
  expect(ends).toEqual(ends.map(() => expected))
})

describe('reports that are not the provider’s change nothing', () => {
  const cases: Record<string, (fact: Fact) => Promise<number>> = {
    forged: (fact) => report(fact, { secret: 'another secret' }),
    'signed six minutes ago': (fact) => report(fact, { at: Date.now() - 6 * 60_000 }),
    'signed six minutes from now': (fact) => report(fact, { at: Date.now() + 6 * 60_000 }),
    'sent to another brand': (fact) => report(fact, { to: 'nordic' }),
    're-encoded': async (fact) => {
      const body = JSON.stringify(fact)
      const account = sandboxAccount(SANDBOX_SECRET, 'velvet')
      const headers = {
        'content-type': 'application/json',
        'x-payment-signature': await signBody(account.webhookSecret, WEBHOOK_PURPOSE, body, Date.now())
      }
      return await payments.deliver(
        'https://velvet.example/api/payment-webhook.php?provider=sandbox',
        JSON.stringify(fact, null, 1),
        headers
      )
    },
    unsigned: (fact) =>
      payments.deliver('https://velvet.example/api/payment-webhook.php?provider=sandbox', JSON.stringify(fact), {
        'content-type': 'application/json'
      })
  }
  test.each(Object.entries(cases))('%s', async (_, send) => {
    const me = await aBuyer()
    const { body } = await create(me)
    expect(await send(aFact(body.payment_id, 'completed'))).toBe(401)
    expect(await show(me, body.payment_id)).toMatchObject({ status: 'loading' })
    expect(
      await origin.deps.db
        .selectFrom('payment_events')
        .select('event_id')
        .where('order_id', '=', (await ordersOf(me))[0]!.id)
        .execute()
    ).toEqual([])
  })

  test.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'DKK' }]
  ])('%s is noted and credits nothing', async (_, wrong) => {
    const me = await aBuyer()
    const { body } = await create(me)
    expect(await report(aFact(body.payment_id, 'completed', wrong))).toBe(200)
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
    expect(await show(me, body.payment_id)).toMatchObject({ status: 'loading' })
  })

  test('another brand’s own report about this payment', async () => {
    const me = await aBuyer()
    const { body } = await create(me)
    expect(await report(aFact(body.payment_id, 'completed'), { brand: 'nordic', to: 'nordic' })).toBe(200)
    expect(await show(me, body.payment_id)).toMatchObject({ status: 'loading' })
  })

  test('a provider that isn’t set up', async () => {
    const url = 'https://velvet.example/api/payment-webhook.php?provider=mollie'
    expect(await payments.deliver(url, '{}', { 'content-type': 'application/json' })).toBe(404)
  })
})

test('what comes late changes nothing: the last states are final', async () => {
  const me = await aBuyer()
  const id = await order(origin, payments, me)
  for (const kind of ['pending', 'failed', 'cancelled', 'completed'] as const) expect(await report(aFact(id, kind))).toBe(200)
  expect(await show(me, id)).toMatchObject({ status: 'completed' })
  expect((await userOf(me)).credits).toBe(smallest().credits)
})

test('money that comes for an order that has ended goes back by itself', async () => {
  const me = await aBuyer()
  const { body } = await create(me)
  expect(await report(aFact(body.payment_id, 'cancelled'))).toBe(200)
  await payments.choose(body.payment_id, 'pay')
  await origin.idle()
  await payments.sandbox.delivered()
  expect(await show(me, body.payment_id)).toMatchObject({ status: 'cancelled', refunded: 0 })
  expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
  expect(begunWith(body.payment_id)[0]!.facts.filter(({ kind }) => kind === 'refunded')).toMatchObject([{ amount: smallest().price }])
})

test.each([
  ['a lower price', { total: 1 }, 409, 'price_changed'],
  ['a higher price', { total: 99_999 }, 409, 'price_changed'],
  ['another currency', { currency: 'DKK' }, 409, 'price_changed'],
  ['more credits', { credits: 5000 }, 422, 'invalid'],
  ['an unknown bundle', { bundle: 'free' }, 404, 'not_found'],
  ['a country where nothing is sold', { country: 'US' }, 404, 'not_found'],
  ['a method of another country', { country: 'BE', method: 'ideal' }, 422, 'invalid'],
  ['someone’s card', { stored_card: 'x'.repeat(22) }, 422, 'invalid']
])('an order with %s begins nothing [ENT-30]', async (_, wrong, status, code) => {
  const me = await aBuyer()
  const before = payments.sandbox.payments.length
  const answer = await create(me, wrong)
  expect([answer.status, answer.body.error?.code]).toEqual([status, code])
  expect(await ordersOf(me)).toEqual([])
  expect(payments.sandbox.payments).toHaveLength(before)
})

describe('one order is one payment', () => {
  test('for one key, at once and again', async () => {
    const me = await aBuyer()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => create(me, {}, headers)))
    const again = await create(me, {}, headers)
    expect(new Set([...answers, again].map(({ text }) => text)).size).toBe(1)
    expect(begunWith(again.body.payment_id)).toHaveLength(1)
  })

  test('in two tabs that press at once, and in one an hour later', async () => {
    const me = await aBuyer()
    const [one, other] = await Promise.all([create(me), create(me)])
    expect(other.body).toEqual(one.body)
    expect(begunWith(one.body.payment_id)).toHaveLength(1)
    origin.advance(3600)
    const later = await create(me)
    expect(later.body.payment_id).not.toBe(one.body.payment_id)
  })

  test('and choosing another way to pay closes the first page', async () => {
    const me = await aBuyer()
    const first = await create(me)
    const second = await create(me, { method: 'ideal' })
    await payments.sandbox.delivered()
    expect(await show(me, first.body.payment_id)).toMatchObject({ status: 'cancelled' })
    expect(await show(me, second.body.payment_id)).toMatchObject({ status: 'loading', next: second.body.next })
  })

  test.each(['lost', 503, 'hangs'] as const)(
    'when the provider’s answer is %s: a clear message, and the next try finishes it',
    async (fault) => {
      const me = await aBuyer()
      payments.sandbox.faults.push(fault)
      if (fault === 'hangs') payments.waitFor(200)
      const failed = await create(me)
      payments.waitFor()
      expect([failed.status, failed.body.error?.code]).toEqual([503, 'payment_unavailable'])
      expect(failed.headers.get('x-load-shed')).toBe('1')
      const { body } = await create(me)
      expect(begunWith(body.payment_id)).toHaveLength(1)
      expect(await ordersOf(me)).toHaveLength(1)
      await payments.choose(body.payment_id, 'pay')
      expect((await userOf(me)).credits).toBe(smallest().credits)
    }
  )

  test('the job finishes what was begun when no one comes back, and gives up what never was', async () => {
    const [begun, never] = [await aBuyer(), await aBuyer()]
    payments.sandbox.faults.push('lost', 500)
    await create(begun)
    await create(never)
    const [[one], [other]] = [await ordersOf(begun), await ordersOf(never)]
    expect(one).toMatchObject({ provider_payment_id: null, status: 'loading' })
    origin.advance(61)
    await runPayments(origin.deps)
    expect((await ordersOf(begun))[0]).toMatchObject({ provider_payment_id: begunWith(one!.public_id)[0]!.id, status: 'loading' })
    origin.advance(3600)
    await runPayments(origin.deps)
    expect((await ordersOf(begun))[0]).toMatchObject({ status: 'cancelled', failure: 'expired' })
    expect(await show(never, other!.public_id)).toMatchObject({ status: 'cancelled' })
  })
})

test('a paid order whose reports were all lost is completed by the job', async () => {
  const me = await aBuyer()
  const { body } = await create(me)
  const deaf = payments.sandbox.payments.find(({ reference }) => reference === body.payment_id)!
  deaf.webhook_url = 'https://nordic.example/api/elsewhere'
  await fetch(body.next!, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'pay' }) })
  expect(await show(me, body.payment_id)).toMatchObject({ status: 'loading' })
  origin.advance(61)
  await Promise.all([runPayments(origin.deps), runPayments(origin.deps)])
  expect(await show(me, body.payment_id)).toMatchObject({ status: 'completed' })
  expect((await userOf(me)).credits).toBe(smallest().credits)
})

describe('a kept card', () => {
  const cardOf = async (as: TestMember) =>
    await origin.deps.db
      .selectFrom('stored_cards')
      .selectAll()
      .where('member_id', '=', as.row.id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()

  async function withCard(kind: 'good' | 'declines'): Promise<{ me: TestMember; card: string }> {
    const me = await aBuyer()
    const { body } = await create(me, { save_card: true })
    await payments.choose(body.payment_id, 'pay', kind)
    origin.advance(600)
    return { me, card: (await cardOf(me))!.public_id }
  }

  test('is only kept if the member asks for it', async () => {
    const me = await aBuyer()
    await order(origin, payments, me)
    expect(await cardOf(me)).toBeUndefined()
  })

  test('pays the next order without a page; pressing twice pays once', async () => {
    const { me, card } = await withCard('good')
    const [one, other] = await Promise.all([create(me, { stored_card: card }), create(me, { stored_card: card })])
    await payments.sandbox.delivered()
    const third = await create(me, { stored_card: card })
    expect(one.body).toMatchObject({ status: 'completed', next: null })
    expect([other.body.payment_id, third.body.payment_id]).toEqual([one.body.payment_id, one.body.payment_id])
    expect((await userOf(me)).credits).toBe(2 * smallest().credits)
  })

  test('that is declined fails the order, which says that there are other ways', async () => {
    const { me, card } = await withCard('declines')
    const { body } = await create(me, { stored_card: card })
    expect(body).toMatchObject({ status: 'failed', next: null })
    expect(await show(me, body.payment_id)).toMatchObject({ status: 'failed', recurring: true, failure: 'card_declined' })
    expect((await create(me, { method: 'paypal' })).body.next).toContain('/pay/')
  })

  test('whose charge was not answered is charged once', async () => {
    const { me, card } = await withCard('good')
    payments.sandbox.faults.push('lost')
    expect((await create(me, { stored_card: card })).status).toBe(503)
    await payments.sandbox.delivered()
    expect((await create(me, { stored_card: card })).body.status).toBe('completed')
    expect(payments.sandbox.payments.filter(({ reference }) => reference === payments.sandbox.payments.at(-1)!.reference)).toHaveLength(1)
    expect((await userOf(me)).credits).toBe(2 * smallest().credits)
  })

  test('of a provider that the brand has left can be removed, and pays for nothing', async () => {
    const { me, card } = await withCard('good')
    await origin.deps.db.updateTable('stored_cards').set({ provider: 'mollie' }).where('public_id', '=', card).execute()
    expect((await origin.call('getSavedMethods', { as: me })).body.stored_card?.id).toBe(card)
    expect((await origin.call('getCredits', { as: me, query: {} })).body.stored_card).toBeNull()
    expect((await create(me, { stored_card: card })).status).toBe(422)
  })

  test('is removed here and at the provider, by its member alone', async () => {
    const { me, card } = await withCard('good')
    const other = await aBuyer()
    await origin.call('removeStoredCard', { as: other, body: { id: card } })
    const saved = async () => (await origin.call('getSavedMethods', { as: me })).body.stored_card
    expect(await saved()).toEqual({ id: card, label: expect.stringContaining('••••') as string })
    await origin.call('removeStoredCard', { as: me, body: { id: card } })
    expect(await saved()).toBeNull()
    await origin.idle()
    expect(await origin.deps.db.selectFrom('stored_cards').selectAll().where('public_id', '=', card).execute()).toEqual([])
    expect((await create(me, { stored_card: card })).status).toBe(422)
  })
})

test('an order that a former provider of the brand has is not the same one', async () => {
  const me = await aBuyer()
  const { body } = await create(me)
  await origin.deps.db.updateTable('orders').set({ provider: 'mollie' }).where('public_id', '=', body.payment_id).execute()
  const again = (await create(me)).body
  expect(again.payment_id).not.toBe(body.payment_id)
  await payments.choose(again.payment_id, 'pay')
  expect(await show(me, again.payment_id)).toMatchObject({ status: 'completed' })
})

describe('money goes back', () => {
  const give = async (as: TestMember, share: { amount: number; credits: number }) => {
    const [placed] = await ordersOf(as)
    await inUnitOfWork(origin.deps, async (unit) => {
      await refundOrder(unit, await lockWithMember(unit, placed!), { ...share, author: 'mia', reason: 'asked for' })
    })
    await origin.idle()
    await payments.sandbox.delivered()
  }

  test('in parts; with the last one premium ends', async () => {
    const me = await aBuyer()
    const id = await order(origin, payments, me)
    const { price, credits } = smallest()
    await give(me, { amount: 100, credits: 1 })
    expect(await show(me, id)).toMatchObject({ refunded: 100, refunded_credits: 1 })
    expect(await userOf(me)).toMatchObject({ credits: credits - 1, paid_user: true })
    await give(me, { amount: price - 100, credits: credits - 1 })
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
    expect(
      begunWith(id)[0]!
        .facts.filter(({ kind }) => kind === 'refunded')
        .map(({ amount }) => amount)
    ).toEqual([100, price - 100])
    await expect(give(me, { amount: 1, credits: 0 })).rejects.toThrow('less to give back')
  })

  test('once, however often the provider has to be asked', async () => {
    const me = await aBuyer()
    const id = await order(origin, payments, me)
    payments.sandbox.faults.push('lost', 500)
    await give(me, { amount: 100, credits: 1 })
    for (const wait of [61, 121]) {
      origin.advance(wait)
      await runPayments(origin.deps)
    }
    const rows = await origin.deps.db.selectFrom('refunds').selectAll().where('amount', '=', 100).orderBy('id', 'desc').limit(1).execute()
    expect(rows).toMatchObject([{ status: 'done' }])
    expect(begunWith(id)[0]!.facts.filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  })

  test('after 1, 2, 4 minutes and so on while the provider is away, even if that takes days: it is owed', async () => {
    const me = await aBuyer()
    const id = await order(origin, payments, me)
    const { faults } = payments.sandbox
    faults.push(...Array.from({ length: 10 }, () => 503))
    await give(me, { amount: 100, credits: 1 })
    for (const minutes of [1, 2, 4]) {
      const before = faults.length
      origin.advance(minutes * 60 - 1)
      expect(await sendRefunds(origin.deps)).toBe(0)
      expect([minutes, faults.length]).toEqual([minutes, before])
      origin.advance(1)
      expect(await sendRefunds(origin.deps)).toBe(0)
      expect([minutes, faults.length]).toEqual([minutes, before - 1])
    }
    origin.advance(2 * 24 * 3600)
    expect(await sendRefunds(origin.deps)).toBe(0)
    faults.length = 0
    origin.advance(4 * 3600)
    expect(await sendRefunds(origin.deps)).toBe(1)
    await payments.sandbox.delivered()
    expect(begunWith(id)[0]!.facts.filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  })

  test('when it is given at the provider’s own desk, or taken by the bank', async () => {
    const [me, other] = [await aBuyer(), await aBuyer()]
    const { price, credits } = smallest()
    const [one, two] = [await order(origin, payments, me), await order(origin, payments, other)]
    await payments.sandbox.refundAtDesk(begunWith(one)[0]!.id, price)
    expect(await show(me, one)).toMatchObject({ refunded: price, refunded_credits: credits })
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
    await payments.sandbox.chargeBack(begunWith(two)[0]!.id)
    expect(await show(other, two)).toMatchObject({ charged_back: true, status: 'completed' })
    expect(await userOf(other)).toMatchObject({ credits: 0, paid_user: false })
  })

  test('only once: nothing is given back at the desk of what the bank has taken', async () => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    const id = await order(origin, payments, me)
    await payments.sandbox.chargeBack(begunWith(id)[0]!.id)
    await order(origin, payments, me)
    expect(await report(aFact(id, 'refunded', { refund: 'not one of ours', amount: price }))).toBe(200)
    expect(await show(me, id)).toMatchObject({ charged_back: true, refunded: 0, refunded_credits: 0 })
    expect(await userOf(me)).toMatchObject({ credits, paid_user: true })
  })

  describe('of an order whose credits are used, and takes none of a newer one', () => {
    async function afterASecondOrder(): Promise<{ me: TestMember; first: string }> {
      const me = await aBuyer()
      const first = await order(origin, payments, me)
      const used = { member: me.row.id, tenant: 'velvet', credits: smallest().credits, reason: 'gift', key: first } as const
      await spend(origin.deps.db, { ...used, now: origin.now() })
      origin.advance(600)
      await order(origin, payments, me)
      return { me, first }
    }

    test('by an operator', async () => {
      const { me, first } = await afterASecondOrder()
      const act = { author: 'mia', reason: 'asked for', order: first, amount: null }
      expect(await inUnitOfWork(origin.deps, (unit) => refundByOperator(unit, act))).toMatchObject({ credits: 0 })
      expect(await userOf(me)).toMatchObject({ credits: smallest().credits, paid_user: true })
      await origin.idle()
      await payments.sandbox.delivered()
    })

    test('at the provider’s own desk', async () => {
      const { me, first } = await afterASecondOrder()
      await payments.sandbox.refundAtDesk(begunWith(first)[0]!.id, smallest().price)
      expect(await show(me, first)).toMatchObject({ refunded: smallest().price, refunded_credits: 0 })
      expect((await userOf(me)).credits).toBe(smallest().credits)
    })
  })

  test('under a name that we never gave, before the order is paid: it waits for the payment', async () => {
    const me = await aBuyer()
    const { payment_id: id } = (await create(me)).body
    expect(await report(aFact(id, 'refunded', { refund: 'not one of ours', amount: 100 }))).toBe(200)
    expect(await report(aFact(id, 'completed'))).toBe(200)
    expect(await show(me, id)).toMatchObject({ status: 'completed', refunded: 100 })
  })
})

test('a receipt keeps the seller that the member has bought from, and the words of the bank statement [OTH-11]', async () => {
  const me = await aBuyer()
  const id = await order(origin, payments, me)
  const before = (await show(me, id)).receipt
  const { settings, company } = origin.tenant('velvet')
  const publish = (changed: typeof settings, seller: typeof company) => origin.deps.tenants.publish(changed, seller, 'test', origin.now())
  await publish({ ...settings, descriptor: 'SOMEONE NEW' }, { ...company, name: 'Another company' })
  expect((await show(me, id)).receipt).toEqual(before)
  await publish(settings, company)
})

test('a member who has used credits before a chargeback sees what they owe, keeps what they buy later, and owes nothing once it is settled', async () => {
  const me = await aBuyer()
  const { price, credits } = smallest()
  const id = await order(origin, payments, me)
  const used = { member: me.row.id, tenant: 'velvet', credits: 5, reason: 'gift', key: id, now: origin.now() } as const
  await spend(origin.deps.db, used)
  await payments.sandbox.chargeBack(begunWith(id)[0]!.id)
  const owed = price - Math.ceil((price * (credits - 5)) / credits)
  const debts = async (as: TestMember) => (await origin.call('listTransactions', { as })).body.debts
  expect([await debts(me), await debts(await aBuyer())]).toEqual([[{ amount: owed, currency: 'EUR' }], []])
  await order(origin, payments, me)
  expect([await userOf(me), await debts(me)]).toMatchObject([{ credits, paid_user: true }, [{ amount: owed }]])

  const settle = (amount: number, paid: boolean, member = me.id) =>
    inUnitOfWork(origin.deps, (unit) =>
      settleDebtByOperator(unit, { member, amount, currency: 'EUR', paid, author: 'mia', reason: 'by bank' })
    )
  expect([await settle(owed + 1, true), await settle(1, true, 'x'.repeat(22))]).toEqual(['too_much', 'unknown'])
  expect(await settle(1, true)).toEqual([{ amount: owed - 1, currency: 'EUR' }])
  expect(await settle(owed - 1, false)).toEqual([])
  expect(await debts(me)).toEqual([])
})

test('what is owed for orders of several brands is taken off the books of each, the oldest first', async () => {
  const me = await aBuyer()
  const there = await origin.signIn(me, 'nordic')
  const { currencies } = origin.tenant('nordic').settings
  await origin.publish({ id: 'nordic', currencies: { ...currencies, NL: 'EUR' } })
  const bills = [await order(origin, payments, there), await order(origin, payments, me)]
  const { credits } = await userOf(me)
  await spend(origin.deps.db, { member: me.row.id, tenant: 'velvet', credits, reason: 'gift', key: bills[0]!, now: origin.now() })
  for (const id of bills) await payments.sandbox.chargeBack(begunWith(id)[0]!.id)
  const owedBy = async () =>
    await origin.deps.db
      .selectFrom('ledger_legs')
      .innerJoin('ledger_movements', 'ledger_movements.id', 'movement_id')
      .select(['tenant', sql<number>`sum(amount)::bigint`.as('owed')])
      .where('member_id', '=', me.row.id)
      .where('account', '=', 'debts')
      .groupBy('tenant')
      .orderBy('tenant')
      .execute()
  const { price } = smallest()
  expect(await owedBy()).toEqual([
    { tenant: 'nordic', owed: price },
    { tenant: 'velvet', owed: price }
  ])
  const settle = (amount: number, paid: boolean) =>
    inUnitOfWork(origin.deps, (unit) =>
      settleDebtByOperator(unit, { member: me.id, amount, currency: 'EUR', paid, author: 'mia', reason: 'by bank' })
    )
  expect(await settle(price - 1, true)).toEqual([{ amount: price + 1, currency: 'EUR' }])
  expect(await owedBy()).toEqual([
    { tenant: 'nordic', owed: 1 },
    { tenant: 'velvet', owed: price }
  ])
  expect(await settle(price + 1, false)).toEqual([])
  expect((await owedBy()).map(({ owed }) => owed)).toEqual([0, 0])
})

test('a member sees their own orders of this site, newest first, and no one else’s; the last completed one is known on each page [RT-31] [RT-33]', async () => {
  const [me, other] = [await aBuyer(), await aBuyer()]
  const ids = []
  for (let count = 0; count < 21; count++) {
    ids.unshift(await (count === 0 ? order(origin, payments, me) : order(origin, payments, me, 'fail')))
    origin.advance(60)
  }
  const first = (await origin.call('listTransactions', { as: me })).body
  expect(first).toMatchObject({ total: 21, page: 1, pages: 2, last_completed: { payment_id: ids.at(-1), status: 'completed' } })
  expect(first.transactions.map((one) => one.payment_id)).toEqual(ids.slice(0, 20))
  const second = (await origin.call('listTransactions', { as: me, query: { page: '2' } })).body
  expect(second.transactions.map((one) => one.payment_id)).toEqual(ids.slice(20))
  expect((await origin.call('getPayment', { as: other, query: { id: ids[0]! } })).status).toBe(404)
  expect((await origin.call('cancelPayment', { as: other, query: { cancel: '1' }, body: { id: ids[0]! } })).status).toBe(404)
  const elsewhere = await origin.signIn(me, 'nordic')
  expect((await origin.call('getPayment', { as: elsewhere, query: { id: ids[0]! } })).status).toBe(404)
  expect((await origin.call('listTransactions', { as: elsewhere })).body).toMatchObject({ total: 0, pages: 1, last_completed: null })
})

describe('what operators do', () => {
  const DAY = 24 * 3600 * 1000
  const period = () => ({ from: new Date(origin.now().getTime() - 2 * DAY), to: new Date(origin.now().getTime() + DAY) })
  const act = { author: 'mia', reason: 'said so by mail' }
  const operate = <T>(work: (unit: UnitOfWork) => Promise<T>) => inUnitOfWork(origin.deps, work)

  test('a refund takes what is left, with the credits that are; both name who and why', async () => {
    const me = await aBuyer()
    const id = await order(origin, payments, me)
    const [{ reference }] = (await ordersOf(me)) as [Order]
    const { price, credits } = smallest()
    expect(await operate((unit) => refundByOperator(unit, { ...act, order: reference, amount: price + 1 }))).toBe('too_much')
    expect(await operate((unit) => refundByOperator(unit, { ...act, order: reference, amount: null }))).toMatchObject({
      amount: price,
      credits
    })
    expect(await operate((unit) => refundByOperator(unit, { ...act, order: id, amount: null }))).toBe('not_paid')
    expect(await operate((unit) => refundByOperator(unit, { ...act, order: 'XXXX-XXXX', amount: null }))).toBe('unknown')
    await origin.idle()
    await payments.sandbox.delivered()
    expect(await showOrder(origin.deps.db, reference)).toMatchObject({
      refunds: [{ status: 'done', ...act }],
      log: [{ verb: 'refund', ...act }]
    })
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
  })

  test('a gift makes no one premium', async () => {
    const me = await aBuyer()
    expect(await operate((unit) => giftCredits(unit, { ...act, member: me.id, credits: 7 }))).toBe(7)
    expect(await userOf(me)).toMatchObject({ credits: 7, paid_user: false })
    expect(await operate((unit) => giftCredits(unit, { ...act, member: 'x'.repeat(22), credits: 7 }))).toBeNull()
  })

  test('totals by day, and CSV, say what was paid and given back', async () => {
    origin.advance(5 * 24 * 3600)
    const me = await aBuyer()
    await order(origin, payments, me)
    await order(origin, payments, me, 'fail', { method: 'ideal' })
    const { price } = smallest()
    expect(await dailyTotals(origin.deps.db, period())).toMatchObject([
      { tenant: 'velvet', method: 'card', currency: 'EUR', orders: 1, paid: price, returned: 0 }
    ])
    expect(await dailyTotals(origin.deps.db, period(), { tenant: 'nordic' })).toEqual([])
    const csv = csvOf(await listOrders(origin.deps.db, period(), { limit: 10 }))
    expect(
      csv
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[2])
    ).toEqual(['failed', 'completed'])
    expect(csv).not.toContain(me.id)
  })

  test('reconciling takes a payment that began on the next day for that of its order', async () => {
    origin.advance(5 * 24 * 3600)
    const me = await aBuyer()
    const of = { tenant: 'velvet', provider: 'sandbox' }
    const id = await order(origin, payments, me)
    const [{ created_at: ordered }] = (await ordersOf(me)) as [Order]
    const [payment] = begunWith(id)
    payment!.created_at = new Date(ordered.getTime() + 60_000).toISOString()
    const between = new Date(ordered.getTime() + 30_000)
    expect(await reconcile(origin.deps, of, { from: new Date(between.getTime() - DAY), to: between })).toEqual([])
    expect(await reconcile(origin.deps, of, { from: between, to: new Date(between.getTime() + DAY) })).toEqual([])
  })

  test('reconciling finds what differs from the provider’s list', async () => {
    origin.advance(5 * 24 * 3600)
    const me = await aBuyer()
    const of = { tenant: 'velvet', provider: 'sandbox' }
    const id = await order(origin, payments, me)
    expect(await reconcile(origin.deps, of, period())).toEqual([])
    const [payment] = begunWith(id)
    payment!.amount += 1
    const [{ reference }] = (await ordersOf(me)) as [Order]
    expect(await reconcile(origin.deps, of, period())).toEqual([{ name: reference, what: expect.stringContaining('996 EUR there') }])
    payment!.amount -= 1
    payment!.status = 'failed'
    expect(await reconcile(origin.deps, of, period())).toEqual([{ name: reference, what: 'completed here, not paid there' }])
    payment!.status = 'paid'
    payment!.reference = 'nothing of ours'
    expect((await reconcile(origin.deps, of, period()))!.map(({ what }) => what)).toEqual([
      'paid there, and no order here knows it',
      'completed here, and unknown there'
    ])
    expect(await reconcile(origin.deps, { ...of, provider: 'mollie' }, period())).toBeNull()
  })
})

test('a discount is kept for its order, which says both prices, and goes with a new one to another way to pay [CON-28]', async () => {
  const me = await origin.aMember()
  const { price } = smallest()
  const total = price - Math.ceil(price / 4)
  expect((await create(me)).body.error).toMatchObject({ code: 'price_changed', params: { total } })
  const first = await create(me, { total })
  const second = await create(me, { total, method: 'ideal' })
  await payments.sandbox.delivered()
  expect(await show(me, first.body.payment_id)).toMatchObject({ status: 'cancelled' })
  expect(begunWith(second.body.payment_id)[0]).toMatchObject({ amount: total })
  await payments.choose(second.body.payment_id, 'pay')
  expect(await show(me, second.body.payment_id)).toMatchObject({ status: 'completed', price, discount: price - total, total })
  expect((await create(me, { total })).body.error).toMatchObject({ code: 'price_changed', params: { total: price } })
})

/** A code for every member of velvet; each can use it once. */
async function aCode(percentage: number, expires: Date | null = null): Promise<string> {
  const code = `CODE-${randomUUID().slice(0, 8).toUpperCase()}`
  const row = { tenant: 'velvet', code, value_percentage: percentage, expires, created_at: origin.now(), author: 'mia', reason: 'spring' }
  await origin.deps.db.insertInto('discount_codes').values(row).execute()
  return code
}

describe('an order keeps its price when what lowered it ends before it is paid', () => {
  /** Orders with a discount, lets its time pass, orders the same again from the same page, and pays the first. */
  async function outlive(me: TestMember, total: number, seconds: number, code?: string) {
    const { price } = smallest()
    const wish = { total, ...(code && { code }) }
    const first = await create(me, wish)
    expect(first.status).toBe(200)
    origin.advance(seconds)
    expect((await create(me, wish)).body.payment_id).toBe(first.body.payment_id)
    await payments.choose(first.body.payment_id, 'pay')
    expect(begunWith(first.body.payment_id)).toMatchObject([{ amount: total }])
    expect(await show(me, first.body.payment_id)).toMatchObject({ status: 'completed', price, discount: price - total, total })
    expect(await userOf(me)).toMatchObject({ credits: smallest().credits, paid_user: true })
    // Another one doesn't get it: its page shows the new price before anything is paid.
    expect((await create(me, wish)).body.error).toMatchObject({ code: 'price_changed', params: { total: price } })
  }

  test('a code that expires', async () => {
    const { price } = smallest()
    const code = await aCode(40, new Date(origin.now().getTime() + 60_000))
    await outlive(await aBuyer(), discounted(price, 40), 61, code)
  })

  test('the time bonus, in its last second [TB-6]', async () => {
    const me = await origin.aMember({ signup_date: new Date(origin.now().getTime() - 14_399_000) })
    await outlive(me, discounted(smallest().price, 25), 2)
  })

  test('and one that was only looked at is refused with the price that holds now [TB-6]', async () => {
    const me = await origin.aMember({ signup_date: new Date(origin.now().getTime() - 14_399_000) })
    const { price } = smallest()
    const seen = (await origin.call('getCredits', { as: me, query: { country: 'NL' } })).body.bundles[0]!
    expect(seen.discounted).toBe(discounted(price, 25))
    origin.advance(1)
    expect((await create(me, { total: seen.discounted })).body.error).toMatchObject({ code: 'price_changed', params: { total: price } })
    expect(await ordersOf(me)).toEqual([])
  })
})

test('of twenty orders at once, one is paid with a code that each can use once [VAL-10] [TB-12]', async () => {
  const [me, other] = [await aBuyer(), await aBuyer()]
  const code = await aCode(40)
  const wishes = bundlesIn(origin.tenant('velvet').settings, 'NL').flatMap(({ id: bundle, price }) =>
    (['card', 'ideal', 'paypal'] as const).map((method) => ({ bundle, method, code, total: discounted(price, 40) }))
  )
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(me, wishes[index % wishes.length])))
  for (const { status, body } of answers) if (status !== 200) expect([status, body.error?.code]).toEqual([409, 'already_used'])
  await payments.sandbox.delivered()
  // Every page that was opened, also of those that the next order has closed.
  for (const { reference } of await begunBy(me)) await payments.choose(reference, 'pay')
  await origin.idle()
  const paid = (await ordersOf(me)).filter(({ status }) => status === 'completed')
  expect(paid.map(({ price, total, discount_code_id: id }) => [total === discounted(price, 40), id !== null])).toEqual([[true, true]])
  expect((await create(me, wishes[0])).body.error?.code).toBe('price_changed')
  expect((await create(other, wishes[0])).status).toBe(200)
})

test('a member gives up an order; one that is paid stays', async () => {
  const me = await aBuyer()
  const { body } = await create(me)
  const giveUp = (id: string) => origin.call('cancelPayment', { as: me, query: { cancel: '1' }, body: { id } })
  expect((await giveUp(body.payment_id)).body).toMatchObject({ status: 'cancelled', next: null })
  const paid = await order(origin, payments, me)
  expect((await giveUp(paid)).body).toMatchObject({ status: 'completed' })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { runPayments } from '../../origin/payments/run-payments.ts'
import { takeFactsAlone } from '../../origin/payments/take-facts.ts'
import type { Fact } from '../../origin/providers/payment/port.ts'
import { sandboxAccount } from '../../origin/providers/payment/sandbox/account.ts'
import { returnedOf } from '../../origin/providers/payment/sandbox/payments.ts'
import { WEBHOOK_PURPOSE } from '../../origin/providers/payment/sandbox/sandbox.ts'
import { signBody } from '../../shared/auth/body-signature.ts'
import { repeats } from '../fixtures/long.ts'
import { insertMember } from '../fixtures/members.ts'
import { insertAnOrder, SANDBOX_SECRET } from '../fixtures/payments.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()
const { aBuyer, smallest, create, order, show, userOf, ordersOf, begunWith, report, aFact } = shop

/** Of the 120 orders below, one in so many is tried over the front door, which takes longer. */
const SOME = repeats(20, 1)

/** Every order of some things. */
const ordersOfAll = <T>(all: readonly T[]): T[][] =>
  all.length < 2 ? [[...all]] : all.flatMap((one, index) => ordersOfAll(all.toSpliced(index, 1)).map((rest) => [one, ...rest]))

test.each([
  ['120 orders', 1, false, (fact: Fact) => takeFactsAlone(shop.origin.deps, { provider: 'sandbox', tenant: 'velvet' }, [fact])],
  [`${120 / SOME} orders over the front door`, SOME, false, async (fact: Fact) => expect(await report(fact)).toBe(200)],
  [`${120 / SOME} orders over the front door, all five at once`, SOME, true, async (fact: Fact) => expect(await report(fact)).toBe(200)]
])('of five reports, three copies each at once, orders are credited once and end alike: %s', async (_, step, atOnce, take) => {
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
  const { db } = shop.origin.deps
  const tenant = 'velvet'
  const play = async (way: number[]) => {
    const row = await insertMember(db, shop.origin.tenant(tenant).settings, shop.origin.now())
    const id = await insertAnOrder(shop.origin, { row, id: '', tenant, cookie: '' })
    const facts = kinds.map(([kind, amount]) => ({
      currency: 'EUR',
      event: `evt_${randomUUID()}`,
      payment: `pay_${id}`,
      reference: id,
      kind,
      amount
    }))
    const copies = (index: number) => Promise.all([1, 2, 3].map(() => take(facts[index]!)))
    if (atOnce) await Promise.all(way.map(copies))
    else for (const index of way) await copies(index)
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
      return await shop.payments.deliver(
        'https://velvet.example/api/payment-webhook.php?provider=sandbox',
        JSON.stringify(fact, null, 1),
        headers
      )
    },
    unsigned: (fact) =>
      shop.payments.deliver('https://velvet.example/api/payment-webhook.php?provider=sandbox', JSON.stringify(fact), {
        'content-type': 'application/json'
      })
  }
  test.each(Object.entries(cases))('%s', async (_, send) => {
    const me = await aBuyer()
    const { body } = await create(me)
    expect(await send(aFact(body.payment_id, 'completed'))).toBe(401)
    expect(await show(me, body.payment_id)).toMatchObject({ status: 'loading' })
    expect(
      await shop.origin.deps.db
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
    expect(await shop.payments.deliver(url, '{}', { 'content-type': 'application/json' })).toBe(404)
  })
})

test('accounts of two brands at one provider may use the same names for payments and reports', async () => {
  for (const brand of ['velvet', 'nordic']) {
    const me = await aBuyer({ tenant: brand })
    // One that waits for what its provider calls the payment.
    const id = await insertAnOrder(shop.origin, me)
    const fact = { event: 'event_1', payment: 'payment_1', reference: id, kind: 'completed', amount: 995, currency: 'EUR' } as const
    expect(await report(fact, { brand, to: brand })).toBe(200)
    expect(await show(me, id)).toMatchObject({ status: 'completed' })
  }
})

test('late reports change nothing: the last states are final', async () => {
  const me = await aBuyer()
  const id = await order(me)
  for (const kind of ['pending', 'failed', 'cancelled', 'completed'] as const) expect(await report(aFact(id, kind))).toBe(200)
  expect(await show(me, id)).toMatchObject({ status: 'completed' })
  expect((await userOf(me)).credits).toBe(smallest().credits)
})

test('money that comes for an order that has ended goes back by itself', async () => {
  const me = await aBuyer()
  const { body } = await create(me)
  expect(await report(aFact(body.payment_id, 'cancelled'))).toBe(200)
  await shop.payments.choose(body.payment_id, 'pay')
  await shop.origin.idle()
  await shop.payments.sandbox.delivered()
  expect(await show(me, body.payment_id)).toMatchObject({ status: 'cancelled', refunded: 0 })
  expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
  expect(begunWith(body.payment_id)[0]!.facts.filter(({ kind }) => kind === 'refunded')).toMatchObject([{ amount: smallest().price }])
})

describe('a bank that takes back money that came for an order that had ended', () => {
  /** Such an order; the first try to give its money back fails if the provider is `down`. */
  async function aStray(down: boolean) {
    const { body } = await create(await aBuyer())
    expect(await report(aFact(body.payment_id, 'cancelled'))).toBe(200)
    if (down) shop.payments.sandbox.faults.push(503)
    await shop.payments.choose(body.payment_id, 'pay')
    await shop.origin.idle()
    await shop.payments.sandbox.delivered()
    return begunWith(body.payment_id)[0]!
  }
  /** What is logged as an error while this happens. */
  async function errorsOf(happens: () => Promise<unknown>): Promise<string[]> {
    const error = vi.spyOn(shop.origin.deps.log, 'error').mockImplementation(() => {})
    await happens()
    const said = error.mock.calls.map((entry) => entry.join(' '))
    error.mockRestore()
    return said
  }
  const refundsOf = ({ reference }: { reference: string }) =>
    shop.origin.deps.db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select(['refunds.status', 'amount', 'provider_refund_id'])
      .where('orders.public_id', '=', reference)
      .execute()

  test('stops the refund that still waits, so that it doesn’t go back twice, and says what to do', async () => {
    const payment = await aStray(true)
    const said = await errorsOf(() => shop.payments.sandbox.chargeBack(payment.id))
    expect(said).toEqual([expect.stringMatching(/its refund was stopped.*npm run payments -- show/)])
    shop.origin.advance(3600)
    await runPayments(shop.origin.deps)
    expect(await refundsOf(payment)).toMatchObject([{ status: 'done', provider_refund_id: null }])
    expect(returnedOf(payment)).toBe(payment.amount)
    expect(await errorsOf(() => shop.payments.sandbox.reverseChargeback(payment.id))).toEqual([
      expect.stringMatching(/returned money .*npm run payments -- show/)
    ])
  })

  test('lowers it by a part that it takes', async () => {
    const payment = await aStray(true)
    await errorsOf(() => shop.payments.sandbox.chargeBack(payment.id, 300))
    shop.origin.advance(3600)
    await runPayments(shop.origin.deps)
    expect(await refundsOf(payment)).toMatchObject([{ status: 'done', amount: payment.amount - 300 }])
    expect(returnedOf(payment)).toBe(payment.amount)
  })

  test('although it went back is an error that says what to do', async () => {
    const payment = await aStray(false)
    const said = await errorsOf(() => shop.payments.sandbox.chargeBack(payment.id))
    expect(said).toEqual([expect.stringMatching(/was given back too, so dispute it at the provider.*npm run payments -- show/)])
  })
})

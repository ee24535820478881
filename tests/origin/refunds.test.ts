import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { eraseMembers } from '../../origin/accounts/life-cycle/erase-members.ts'
import { creditsOf } from '../../origin/credits/book.ts'
import type { Settlement } from '../../origin/credits/debts.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { spend } from '../../origin/credits/spend.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { refundByOperator, settleDebtByOperator } from '../../origin/payments/operate.ts'
import { reverseByOperator } from '../../origin/payments/reverse-by-operator.ts'
import { reconcile } from '../../origin/payments/reconcile.ts'
import { refundOrder, sendRefunds } from '../../origin/payments/refund-order.ts'
import { dailyTotals } from '../../origin/payments/report-orders.ts'
import { runPayments } from '../../origin/payments/run-payments.ts'
import { lockWithMember } from '../../origin/payments/take-facts.ts'
import type { PaymentProvider } from '../../origin/providers/payment/port.ts'
import { exportOf } from '../fixtures/export.ts'
import { PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()
const { aBuyer, smallest, create, order, show, userOf, ordersOf, begunWith, report, aFact } = shop

describe('money goes back', () => {
  const give = async (as: TestMember, share: { amount: number; credits: number }) => {
    const [placed] = await ordersOf(as)
    await inUnitOfWork(shop.origin.deps, async (unit) => {
      await refundOrder(unit, await lockWithMember(unit, placed!), { ...share, author: 'mia', reason: 'asked for' })
    })
    await shop.origin.idle()
    await shop.payments.sandbox.delivered()
  }

  test('in parts; with the last one premium ends', async () => {
    const me = await aBuyer()
    const id = await order(me)
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
    const id = await order(me)
    // Its report would end the polling.
    begunWith(id)[0]!.webhook_url = 'https://nordic.example/api/elsewhere'
    shop.payments.sandbox.faults.push('lost', 500)
    await give(me, { amount: 100, credits: 1 })
    for (const wait of [61, 121]) {
      shop.origin.advance(wait)
      await runPayments(shop.origin.deps)
    }
    const rows = await shop.origin.deps.db
      .selectFrom('refunds')
      .selectAll()
      .where('amount', '=', 100)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(rows).toMatchObject([{ status: 'done' }])
    expect(begunWith(id)[0]!.facts.filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  })

  test('while an earlier refund is being checked with the provider: both are checked', async () => {
    const me = await aBuyer()
    const { id: payment } = begunWith(await order(me))[0]!
    await give(me, { amount: 100, credits: 1 })
    const real = shop.origin.deps.payments
    let asked = 0
    const open: typeof real.open = async (...which) => {
      const provider = await real.open(...which)
      const get: PaymentProvider['get'] = async (about) => {
        if (about === payment && (asked += 1) === 1) await give(me, { amount: 100, credits: 1 })
        return await provider!.get(about)
      }
      return provider && { ...provider, get }
    }
    shop.origin.deps.payments = { open }
    const perWeek: number[] = []
    for (let week = 0; week < 3; week++) {
      shop.origin.advance(7 * 24 * 3600)
      await runPayments(shop.origin.deps)
      perWeek.push(asked)
    }
    shop.origin.deps.payments = real
    expect(perWeek).toEqual([1, 2, 2])
  })

  test('after 1, 2, 4 minutes and so on while the provider is away, even if that takes days: it is owed', async () => {
    const me = await aBuyer()
    const id = await order(me)
    const { faults } = shop.payments.sandbox
    faults.push(...Array.from({ length: 10 }, () => 503))
    await give(me, { amount: 100, credits: 1 })
    for (const minutes of [1, 2, 4]) {
      const before = faults.length
      shop.origin.advance(minutes * 60 - 1)
      expect(await sendRefunds(shop.origin.deps)).toBe(0)
      expect([minutes, faults.length]).toEqual([minutes, before])
      shop.origin.advance(1)
      expect(await sendRefunds(shop.origin.deps)).toBe(0)
      expect([minutes, faults.length]).toEqual([minutes, before - 1])
    }
    shop.origin.advance(2 * 24 * 3600)
    expect(await sendRefunds(shop.origin.deps)).toBe(0)
    faults.length = 0
    shop.origin.advance(4 * 3600)
    expect(await sendRefunds(shop.origin.deps)).toBe(1)
    await shop.payments.sandbox.delivered()
    expect(begunWith(id)[0]!.facts.filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  })

  test('also after months of waiting', async () => {
    const me = await aBuyer()
    const id = await order(me)
    shop.payments.sandbox.faults.push(503)
    await give(me, { amount: 100, credits: 1 })
    const { db } = shop.origin.deps
    await db.updateTable('refunds').set({ attempts: 5000, due_at: shop.origin.now() }).where('status', '=', 'waiting').execute()
    shop.payments.sandbox.faults.push(503)
    expect(await sendRefunds(shop.origin.deps)).toBe(0)
    shop.origin.advance(4 * 3600)
    expect(await sendRefunds(shop.origin.deps)).toBe(1)
    await shop.payments.sandbox.delivered()
    expect(begunWith(id)[0]!.facts.filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  })

  test('also when a report about another order names the refund', async () => {
    const [me, other] = [await aBuyer(), await aBuyer()]
    const [mine, theirs] = [await order(me), await order(other)]
    shop.payments.sandbox.faults.push(503)
    await give(me, { amount: 100, credits: 1 })
    const { db } = shop.origin.deps
    const waiting = await db.selectFrom('refunds').select('public_id').where('status', '=', 'waiting').executeTakeFirstOrThrow()
    expect(await report(aFact(theirs, 'refunded', { refund: waiting.public_id, amount: 50 }))).toBe(200)
    expect(await show(other, theirs)).toMatchObject({ refunded: 50 })
    shop.origin.advance(61)
    expect(await sendRefunds(shop.origin.deps)).toBe(1)
    await shop.payments.sandbox.delivered()
    expect(begunWith(mine)[0]!.facts.filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  })

  test('when it is given at the provider’s own desk, or taken by the bank', async () => {
    const [me, other] = [await aBuyer(), await aBuyer()]
    const { price, credits } = smallest()
    const [one, two] = [await order(me), await order(other)]
    await shop.payments.sandbox.refundAtDesk(begunWith(one)[0]!.id, price)
    expect(await show(me, one)).toMatchObject({ refunded: price, refunded_credits: credits })
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
    await shop.payments.sandbox.chargeBack(begunWith(two)[0]!.id)
    expect(await show(other, two)).toMatchObject({ charged_back: true, status: 'completed' })
    const listed = async (as: TestMember) => (await shop.origin.call('listTransactions', { as })).body.transactions
    expect(await listed(other)).toMatchObject([{ payment_id: two, charged_back: true }])
    expect(await listed(me)).toMatchObject([{ payment_id: one, charged_back: false, refunded: price }])
    expect(await userOf(other)).toMatchObject({ credits: 0, paid_user: false })
  })

  test('only once: nothing is given back at the desk of what the bank has taken', async () => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    const id = await order(me)
    await shop.payments.sandbox.chargeBack(begunWith(id)[0]!.id)
    await order(me)
    expect(await report(aFact(id, 'refunded', { refund: 'not one of ours', amount: price }))).toBe(200)
    expect(await show(me, id)).toMatchObject({ charged_back: true, refunded: 0, refunded_credits: 0 })
    expect(await userOf(me)).toMatchObject({ credits, paid_user: true })
  })

  describe('of an order whose credits are used, and takes none of a newer one', () => {
    async function afterASecondOrder(): Promise<{ me: TestMember; first: string }> {
      const me = await aBuyer()
      const first = await order(me)
      const used = { member: me.row.id, tenant: 'velvet', credits: smallest().credits, reason: 'gift', key: first } as const
      await spend(shop.origin.deps.db, { ...used, now: shop.origin.now() })
      shop.origin.advance(600)
      await order(me)
      return { me, first }
    }

    test('by an operator', async () => {
      const { me, first } = await afterASecondOrder()
      const act = { author: 'mia', reason: 'asked for', order: first, amount: null }
      expect(await inUnitOfWork(shop.origin.deps, (unit) => refundByOperator(unit, act))).toMatchObject({ credits: 0 })
      expect(await userOf(me)).toMatchObject({ credits: smallest().credits, paid_user: true })
      await shop.origin.idle()
      await shop.payments.sandbox.delivered()
    })

    test('at the provider’s own desk', async () => {
      const { me, first } = await afterASecondOrder()
      await shop.payments.sandbox.refundAtDesk(begunWith(first)[0]!.id, smallest().price)
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

describe('a payment that was given back, and that the bank takes back besides, is owed', () => {
  const debts = async (as: TestMember) => (await shop.origin.call('listTransactions', { as })).body.debts

  test.each([
    ['all of it', 1],
    ['a part', 0.5]
  ])('%s', async (_, share) => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    shop.origin.advance(3 * 24 * 3600)
    const from = shop.origin.now()
    const id = await order(me)
    const amount = Math.floor(price * share)
    const [placed] = await ordersOf(me)
    await inUnitOfWork(shop.origin.deps, async (unit) => {
      const refund = { amount, credits: credits * share, author: 'member', reason: 'withdrawal' }
      await refundOrder(unit, await lockWithMember(unit, placed!), refund)
    })
    await shop.origin.idle()
    await shop.payments.sandbox.chargeBack(begunWith(id)[0]!.id)
    expect(await debts(me)).toEqual([{ amount, currency: 'EUR' }])
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
    expect(await show(me, id)).toMatchObject({ charged_back: true, refunded: amount })
    const period = { from, to: new Date(from.getTime() + 1000) }
    expect(await reconcile(shop.origin.deps, { tenant: 'velvet', provider: 'sandbox' }, period)).toEqual([])
    expect(await dailyTotals(shop.origin.deps.db, period, shop.origin.tenant('velvet').settings)).toMatchObject([
      { paid: price, returned: price + amount }
    ])
    // The bank's second report of it is no second debt.
    expect(await report(aFact(id, 'charged_back'))).toBe(200)
    expect(await debts(me)).toEqual([{ amount, currency: 'EUR' }])
  })

  test('not while the refund hasn’t reached its provider', async () => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    const id = await order(me)
    shop.payments.sandbox.faults.push(503)
    const [placed] = await ordersOf(me)
    await inUnitOfWork(shop.origin.deps, async (unit) => {
      const refund = { amount: price, credits, author: 'member', reason: 'withdrawal' }
      await refundOrder(unit, await lockWithMember(unit, placed!), refund)
    })
    await shop.origin.idle()
    expect(await report(aFact(id, 'charged_back'))).toBe(200)
    expect(await debts(me)).toEqual([])
  })
})

describe('a bank', () => {
  async function afterAChargeback(): Promise<{ me: TestMember; payment: string; price: number }> {
    const me = await aBuyer()
    const payment = begunWith(await order(me))[0]!.id
    await shop.payments.sandbox.chargeBack(payment)
    return { me, payment, price: smallest().price }
  }

  test('that takes a part leaves the rest: it can be refunded, and counts as spent', async () => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    const id = await order(me)
    const taken = Math.floor(price / 4)
    const gone = Math.floor((credits * taken) / price)
    await shop.payments.sandbox.chargeBack(begunWith(id)[0]!.id, taken)
    expect(await show(me, id)).toMatchObject({ charged_back: false, charged_back_amount: taken })
    expect(await userOf(me)).toMatchObject({ credits: credits - gone, paid_user: true })
    const [listed] = (await shop.origin.call('listTransactions', { as: me })).body.transactions
    expect(listed).toMatchObject({ charged_back: false, charged_back_amount: taken })
    const { spent } = (await shop.origin.call('getLimits', { as: me })).body
    expect(spent).toEqual({ day: price - taken, month: price - taken })
    const { orders } = (await shop.origin.call('listWithdrawable', { as: me })).body
    expect(orders).toMatchObject([{ credits: credits - gone, amount: price - taken }])
    const act = { author: 'mia', reason: 'asked for', order: id }
    const refund = (amount: number | null) => inUnitOfWork(shop.origin.deps, (unit) => refundByOperator(unit, { ...act, amount }))
    expect(await refund(price - taken + 1)).toBe('too_much')
    expect(await refund(null)).toMatchObject({ amount: price - taken, credits: credits - gone })
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
    await shop.origin.idle()
    await shop.payments.sandbox.delivered()
    expect(await refund(null)).toBe('not_paid')
  })

  test('that takes a part after all credits were used: those that come later can be withdrawn only for the rest', async () => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    const id = await order(me)
    const { db } = shop.origin.deps
    const now = shop.origin.now()
    await spend(db, { member: me.row.id, tenant: 'velvet', credits, reason: 'gift', key: id, now })
    await shop.payments.sandbox.chargeBack(begunWith(id)[0]!.id, Math.ceil(price / 2))
    await grantCredits(db, { member: me.row.id, tenant: 'velvet', credits, movement: `late:${id}`, reason: 'goodwill', now })
    const [placed] = await ordersOf(me)
    const { orders } = (await shop.origin.call('listWithdrawable', { as: me })).body
    expect(orders).toMatchObject([{ credits: placed!.remaining_credits, amount: placed!.remaining }])
    const { status } = await shop.origin.call('withdraw', { as: me, body: { payment_id: id } })
    expect([status, (await ordersOf(me))[0]!.remaining]).toEqual([200, 0])
    await shop.origin.idle()
    await shop.payments.sandbox.delivered()
  })

  test('never takes more than was paid, whatever it reports', async () => {
    const me = await aBuyer()
    const { price } = smallest()
    const id = await order(me)
    const part = price - 5
    for (const amount of [part, part, part]) expect(await report(aFact(id, 'charged_back', { amount }))).toBe(200)
    expect(await show(me, id)).toMatchObject({ charged_back: true, charged_back_amount: price })
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
    const { debts } = (await shop.origin.call('listTransactions', { as: me })).body
    expect(debts).toEqual([])
  })

  test('that returns what it took gives credits and Premium back, and ends the debt', async () => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    shop.origin.advance(3 * 24 * 3600)
    const from = shop.origin.now()
    const id = await order(me)
    const used = { member: me.row.id, tenant: 'velvet', credits: 5, reason: 'gift', key: id, now: from } as const
    await spend(shop.origin.deps.db, used)
    await shop.payments.sandbox.chargeBack(begunWith(id)[0]!.id)
    expect((await shop.origin.call('listTransactions', { as: me })).body.debts).toHaveLength(1)
    await shop.payments.sandbox.reverseChargeback(begunWith(id)[0]!.id)
    const { transactions, debts } = (await shop.origin.call('listTransactions', { as: me })).body
    expect([transactions, debts]).toMatchObject([[{ charged_back: false, charged_back_amount: 0 }], []])
    expect(await userOf(me)).toMatchObject({ credits: credits - 5, paid_user: true })
    expect(await ordersOf(me)).toMatchObject([{ charged_back_at: null, remaining: price, remaining_credits: credits }])
    const period = { from, to: new Date(from.getTime() + 1000) }
    expect(await reconcile(shop.origin.deps, { tenant: 'velvet', provider: 'sandbox' }, period)).toEqual([])
  })

  test('that returns the first of two parts keeps the second', async () => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    const id = await order(me)
    const [first, second] = [100, 200].map((amount) => aFact(id, 'charged_back', { amount }))
    for (const fact of [first!, second!]) expect(await report(fact)).toBe(200)
    const reversal = aFact(id, 'chargeback_reversed', { amount: 100, chargeback: first!.event })
    for (const fact of [reversal, reversal]) expect(await report(fact)).toBe(200)
    const [after] = await ordersOf(me)
    expect(after).toMatchObject({ charged_back: 200, remaining: price - 200 })
    expect(after!.remaining_credits).toBeGreaterThanOrEqual((await userOf(me)).credits)
    expect(await report(aFact(id, 'chargeback_reversed', { amount: 200, chargeback: second!.event }))).toBe(200)
    expect(await ordersOf(me)).toMatchObject([{ charged_back: 0, remaining: price, charged_back_at: null }])
    expect((await userOf(me)).credits).toBe(credits)
  })

  test('that returns money to someone who has been banned since: it goes back to them, as unused credits did then', async () => {
    const { me, payment, price } = await afterAChargeback()
    await shop.origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', me.row.id).execute()
    await shop.payments.sandbox.reverseChargeback(payment)
    await shop.origin.idle()
    await shop.payments.sandbox.delivered()
    expect(await ordersOf(me)).toMatchObject([{ refunded: price, charged_back: 0, remaining: 0 }])
    expect(await creditsOf(shop.origin.deps.db, me.row.id)).toBe(0)
  })

  test('that returns what had been given back as well leaves what was refunded', async () => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    const id = await order(me)
    const [placed] = await ordersOf(me)
    await inUnitOfWork(shop.origin.deps, async (unit) => {
      const refund = { amount: 100, credits: 1, author: 'member', reason: 'withdrawal' }
      await refundOrder(unit, await lockWithMember(unit, placed!), refund)
    })
    await shop.origin.idle()
    const payment = begunWith(id)[0]!.id
    for (const amount of [price - 300, 300]) await shop.payments.sandbox.chargeBack(payment, amount)
    expect((await shop.origin.call('listTransactions', { as: me })).body.debts).toEqual([{ amount: 100, currency: 'EUR' }])
    await shop.payments.sandbox.reverseChargeback(payment)
    expect(await ordersOf(me)).toMatchObject([{ refunded: 100, charged_back: price - 300, remaining: 200 }])
    await shop.payments.sandbox.reverseChargeback(payment)
    expect(await ordersOf(me)).toMatchObject([{ refunded: 100, charged_back: 0, remaining: price - 100, charged_back_at: null }])
    expect(await userOf(me)).toMatchObject({ credits: credits - 1, paid_user: true })
    expect((await shop.origin.call('listTransactions', { as: me })).body.debts).toEqual([])
  })

  test('takes nothing if the reversal is reported first, or before the payment', async () => {
    const me = await aBuyer()
    const { credits } = smallest()
    const { payment_id: id } = (await create(me)).body
    const taken = aFact(id, 'charged_back')
    const reversed = aFact(id, 'chargeback_reversed', { chargeback: taken.event })
    for (const fact of [taken, reversed, aFact(id, 'completed')]) expect(await report(fact)).toBe(200)
    expect(await show(me, id)).toMatchObject({ status: 'completed', charged_back_amount: 0 })
    const again = aFact(id, 'charged_back')
    for (const fact of [aFact(id, 'chargeback_reversed', { chargeback: again.event }), again]) expect(await report(fact)).toBe(200)
    expect(await show(me, id)).toMatchObject({ charged_back: false, charged_back_amount: 0 })
    expect(await userOf(me)).toMatchObject({ credits, paid_user: true })
  })

  test('that returns money after the account was erased gives credits to no one', async () => {
    const { me, payment, price } = await afterAChargeback()
    const { db } = shop.origin.deps
    await shop.origin.call('deleteAccount', { as: me, body: { password: PASSWORD } })
    shop.origin.advance(15 * 24 * 3600)
    await eraseMembers(shop.origin.deps)
    await shop.payments.sandbox.reverseChargeback(payment)
    expect(await ordersOf(me)).toMatchObject([{ charged_back: 0, remaining: price }])
    expect(await creditsOf(db, me.row.id)).toBe(0)
  })

  test('that returns money after its debt was paid: the log tells the operator to pay that back', async () => {
    const me = await aBuyer()
    const { price, credits } = smallest()
    const id = await order(me)
    const used = { member: me.row.id, tenant: 'velvet', credits, reason: 'gift', key: id, now: shop.origin.now() } as const
    await spend(shop.origin.deps.db, used)
    const payment = begunWith(id)[0]!.id
    await shop.payments.sandbox.chargeBack(payment)
    await inUnitOfWork(shop.origin.deps, (unit) =>
      settleDebtByOperator(unit, { debtor: me.id, amount: price, currency: 'EUR', how: 'paid', author: 'mia', reason: 'by bank' })
    )
    const logged = vi.spyOn(shop.origin.deps.log, 'error')
    await shop.payments.sandbox.reverseChargeback(payment)
    expect(logged.mock.calls).toMatchObject([[{ amount: price, currency: 'EUR' }, expect.stringContaining('give that back')]])
    logged.mockRestore()
    expect((await shop.origin.call('listTransactions', { as: me })).body.debts).toEqual([])
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: true })
  })
})

test('a member who has used credits before a chargeback sees what they owe, keeps what they buy later, and owes nothing once it is settled', async () => {
  const me = await aBuyer()
  const { price, credits } = smallest()
  const id = await order(me)
  const used = { member: me.row.id, tenant: 'velvet', credits: 5, reason: 'gift', key: id, now: shop.origin.now() } as const
  await spend(shop.origin.deps.db, used)
  await shop.payments.sandbox.chargeBack(begunWith(id)[0]!.id)
  const owed = price - Math.ceil((price * (credits - 5)) / credits)
  const debts = async (as: TestMember) => (await shop.origin.call('listTransactions', { as })).body.debts
  expect([await debts(me), await debts(await aBuyer())]).toEqual([[{ amount: owed, currency: 'EUR' }], []])
  expect((await exportOf(shop.origin, me)).json('account.json')).toMatchObject({
    debts: [{ amount: owed, currency: 'EUR' }],
    orders: [{ status: 'completed', charged_back_at: shop.origin.now().toISOString() }]
  })
  await order(me)
  expect([await userOf(me), await debts(me)]).toMatchObject([{ credits, paid_user: true }, [{ amount: owed }]])

  const settle = (amount: number, how: Settlement, debtor = me.id) =>
    inUnitOfWork(shop.origin.deps, (unit) =>
      settleDebtByOperator(unit, { debtor, amount, currency: 'EUR', how, author: 'mia', reason: 'by bank' })
    )
  expect([await settle(owed + 1, 'paid'), await settle(1, 'paid', 'x'.repeat(22))]).toEqual(['too_much', 'unknown'])
  expect(await settle(1, 'paid')).toMatchObject({ owed: [{ amount: owed - 1, currency: 'EUR' }] })
  expect(await settle(owed - 1, 'waived')).toMatchObject({ owed: [] })
  expect(await debts(me)).toEqual([])
})

test('a debt for orders of several brands is taken off the books of each, the oldest first', async () => {
  const me = await aBuyer()
  const there = await shop.origin.signIn(me, 'nordic')
  const { currencies } = shop.origin.tenant('nordic').settings
  await shop.origin.publish({ id: 'nordic', currencies: { ...currencies, NL: 'EUR' } })
  const bills = [await order(there), await order(me)]
  const { credits } = await userOf(me)
  await spend(shop.origin.deps.db, { member: me.row.id, tenant: 'velvet', credits, reason: 'gift', key: bills[0]!, now: shop.origin.now() })
  for (const id of bills) await shop.payments.sandbox.chargeBack(begunWith(id)[0]!.id)
  const owedBy = async () =>
    await shop.origin.deps.db
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
  const settle = (amount: number, how: Settlement) =>
    inUnitOfWork(shop.origin.deps, (unit) =>
      settleDebtByOperator(unit, { debtor: me.id, amount, currency: 'EUR', how, author: 'mia', reason: 'by bank' })
    )
  expect(await settle(price - 1, 'paid')).toMatchObject({ owed: [{ amount: price + 1, currency: 'EUR' }] })
  expect(await owedBy()).toEqual([
    { tenant: 'nordic', owed: 1 },
    { tenant: 'velvet', owed: price }
  ])
  const waived = await settle(price + 1, 'waived')
  expect(waived).toMatchObject({ owed: [] })
  expect((await owedBy()).map(({ owed }) => owed)).toEqual([0, 0])
  const { movement } = waived as { movement: number }
  await inUnitOfWork(shop.origin.deps, (unit) => reverseByOperator(unit, { movement, author: 'mia', reason: 'not meant' }))
  expect((await owedBy()).map(({ owed }) => owed)).toEqual([1, price])
})

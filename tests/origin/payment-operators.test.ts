import { describe, expect, test } from 'vitest'
import { setPremium } from '../../origin/accounts/life-cycle/set-premium.ts'
import { inUnitOfWork, type UnitOfWork } from '../../origin/db/unit-of-work.ts'
import { grantByOperator, refundByOperator } from '../../origin/payments/operate.ts'
import type { Order } from '../../origin/payments/order-store.ts'
import { reconcile } from '../../origin/payments/reconcile.ts'
import { sendRefunds } from '../../origin/payments/refund-order.ts'
import { csvOf, dailyTotals, listOrders, showOrder } from '../../origin/payments/report-orders.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()
const { aBuyer, smallest, order, userOf, ordersOf, begunWith } = shop

describe('acts of operators', () => {
  const DAY = 24 * 3600 * 1000
  const period = () => ({ from: new Date(shop.origin.now().getTime() - 2 * DAY), to: new Date(shop.origin.now().getTime() + DAY) })
  const brand = (id: string) => shop.origin.tenant(id).settings
  const act = { author: 'mia', reason: 'said so by mail' }
  const operate = <T>(work: (unit: UnitOfWork) => Promise<T>) => inUnitOfWork(shop.origin.deps, work)

  test('a refund takes what is left, with the credits that are; both name who and why', async () => {
    const me = await aBuyer()
    const id = await order(me)
    const [{ reference }] = (await ordersOf(me)) as [Order]
    const { price, credits } = smallest()
    expect(await operate((unit) => refundByOperator(unit, { ...act, order: reference, amount: price + 1 }))).toBe('too_much')
    expect(await operate((unit) => refundByOperator(unit, { ...act, order: reference, amount: null }))).toMatchObject({
      amount: price,
      credits
    })
    expect(await operate((unit) => refundByOperator(unit, { ...act, order: id, amount: null }))).toBe('not_paid')
    expect(await operate((unit) => refundByOperator(unit, { ...act, order: 'XXXX-XXXX', amount: null }))).toBe('unknown')
    await shop.origin.idle()
    await shop.payments.sandbox.delivered()
    expect(await showOrder(shop.origin.deps.db, reference)).toMatchObject({
      refunds: [{ status: 'done', ...act }],
      log: [{ verb: 'refund', ...act }]
    })
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
  })

  test('granted credits make no one premium', async () => {
    const me = await aBuyer()
    expect(await operate((unit) => grantByOperator(unit, { ...act, member: me.id, credits: 7 }))).toMatchObject({ balance: 7 })
    expect(await userOf(me)).toMatchObject({ credits: 7, paid_user: false })
    expect(await operate((unit) => grantByOperator(unit, { ...act, member: 'x'.repeat(22), credits: 7 }))).toBeNull()
  })

  test('premium that was given by hand outlasts an order that fails', async () => {
    const me = await aBuyer()
    await operate((unit) => setPremium(unit, me.row.id, true))
    await order(me, 'fail', { method: 'ideal' })
    expect(await userOf(me)).toMatchObject({ paid_user: true })
  })

  test('totals by day, and CSV, say what was paid and given back', async () => {
    shop.origin.advance(5 * 24 * 3600)
    const me = await aBuyer()
    await order(me)
    await order(me, 'fail', { method: 'ideal' })
    const { price } = smallest()
    expect(await dailyTotals(shop.origin.deps.db, period(), brand('velvet'))).toMatchObject([
      { tenant: 'velvet', method: 'card', currency: 'EUR', orders: 1, paid: price, returned: 0 }
    ])
    expect(await dailyTotals(shop.origin.deps.db, period(), brand('nordic'))).toEqual([])
    const csv = csvOf(await listOrders(shop.origin.deps.db, period(), brand('velvet'), 10), () => 'UTC')
    expect(
      csv
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[2])
    ).toEqual(['failed', 'completed'])
    expect(csv).not.toContain(me.id)
  })

  test('reconciling takes a payment that began on the next day for that of its order', async () => {
    shop.origin.advance(5 * 24 * 3600)
    const me = await aBuyer()
    const of = { tenant: 'velvet', provider: 'sandbox' }
    const id = await order(me)
    const [{ created_at: ordered }] = (await ordersOf(me)) as [Order]
    const [payment] = begunWith(id)
    payment!.created_at = new Date(ordered.getTime() + 60_000).toISOString()
    const between = new Date(ordered.getTime() + 30_000)
    expect(await reconcile(shop.origin.deps, of, { from: new Date(between.getTime() - DAY), to: between })).toEqual([])
    expect(await reconcile(shop.origin.deps, of, { from: between, to: new Date(between.getTime() + DAY) })).toEqual([])
  })

  test('reconciling takes money that goes back because its order had ended for under way, until the provider has given it back', async () => {
    shop.origin.advance(5 * 24 * 3600)
    const me = await aBuyer()
    const of = { tenant: 'velvet', provider: 'sandbox' }
    const { payment_id: id } = (await shop.create(me)).body
    await shop.origin.deps.db
      .updateTable('orders')
      .set({ status: 'cancelled', settled_at: shop.origin.now(), ask_at: null })
      .where('public_id', '=', id)
      .execute()
    shop.payments.sandbox.faults.push(503)
    await shop.payments.choose(id, 'pay')
    await shop.origin.idle()
    const [{ reference: name, total }] = (await ordersOf(me)) as [Order]
    expect(await reconcile(shop.origin.deps, of, period())).toEqual([
      { name, what: `paid there, cancelled here: ${total} under way`, under_way: true }
    ])
    shop.origin.advance(61)
    expect(await sendRefunds(shop.origin.deps)).toBe(1)
    await shop.payments.sandbox.delivered()
    expect(await reconcile(shop.origin.deps, of, period())).toEqual([])
  })

  test('reconciling finds what differs from the provider’s list', async () => {
    shop.origin.advance(5 * 24 * 3600)
    const me = await aBuyer()
    const of = { tenant: 'velvet', provider: 'sandbox' }
    const id = await order(me)
    expect(await reconcile(shop.origin.deps, of, period())).toEqual([])
    const [payment] = begunWith(id)
    payment!.amount += 1
    const [{ reference }] = (await ordersOf(me)) as [Order]
    expect(await reconcile(shop.origin.deps, of, period())).toEqual([{ name: reference, what: expect.stringContaining('996 EUR there') }])
    payment!.amount -= 1
    payment!.status = 'failed'
    expect(await reconcile(shop.origin.deps, of, period())).toEqual([{ name: reference, what: 'completed here, not paid there' }])
    payment!.status = 'paid'
    payment!.reference = 'nothing of ours'
    expect((await reconcile(shop.origin.deps, of, period()))!.map(({ what }) => what)).toEqual([
      'paid there, and no order here knows it',
      'completed here, and unknown there'
    ])
    expect(await reconcile(shop.origin.deps, { ...of, provider: 'mollie' }, period())).toBeNull()
  })
})

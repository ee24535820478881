import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readPart } from '../../locales/read.ts'
import { runPayments } from '../../origin/payments/run-payments.ts'
import type { PaymentProvider, PaymentProviders } from '../../origin/providers/payment/port.ts'
import { bundlesIn } from '../../shared/rules/prices.ts'
import { eventsOf } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()
const { aBuyer, smallest, create, order, show, userOf, ordersOf, begunWith } = shop

test('an order can be repeated on the site where it was completed, not on another one of the pool [RT-31]', async () => {
  const me = await aBuyer()
  const repeatable = async (as: TestMember) => (await shop.origin.call('getCredits', { as, query: {} })).body.repeatable
  await order(me, 'fail')
  expect(await repeatable(me)).toBe(false)
  await order(me)
  expect(await repeatable(me)).toBe(true)
  const elsewhere = await shop.origin.signIn(me, 'nordic')
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

  const back = await shop.payments.choose(body.payment_id, 'pay')
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
  expect((await eventsOf(shop.origin, me)).filter(({ type }) => type === 'payment').map(({ data }) => data)).toContainEqual({
    payment_id: body.payment_id,
    status: 'completed'
  })
  const mails = await shop.origin.mails(me.row.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('Verkoper: Brandhouse B.V. · Handelsregisternummer 12345678 · Btw-nummer NL123456789B01')
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
    const id = await order(me, outcome)
    expect((await shop.origin.call('getPayment', { as: me, query: { id, status: 'completed' } })).status).toBe(422)
    expect(await show(me, id)).toMatchObject({ status, failure, receipt: null, next: null })
    expect(await userOf(me)).toMatchObject({ credits: 0, paid_user: false })
    if (status !== 'pending') return
    await shop.payments.sandbox.settleLate(begunWith(id)[0]!.id, true)
    expect(await show(me, id)).toMatchObject({ status: 'completed' })
  }
)

test.each([
  ['a lower price', { total: 1 }, 409, 'price_changed'],
  ['a higher price', { total: 99_999 }, 409, 'price_changed'],
  ['another currency', { currency: 'DKK' }, 409, 'price_changed'],
  ['more credits', { credits: 5000 }, 409, 'price_changed'],
  ['an unknown bundle', { bundle: 'free' }, 404, 'not_found'],
  ['a country where nothing is sold', { country: 'US' }, 404, 'not_found'],
  ['a method of another country', { country: 'BE', method: 'ideal' }, 422, 'invalid'],
  ['someone’s card', { stored_card: 'x'.repeat(22) }, 422, 'invalid']
])('an order with %s begins nothing [ENT-30]', async (_, wrong, status, code) => {
  const me = await aBuyer()
  const before = shop.payments.sandbox.payments.length
  const answer = await create(me, wrong)
  expect([answer.status, answer.body.error?.code]).toEqual([status, code])
  expect(await ordersOf(me)).toEqual([])
  expect(shop.payments.sandbox.payments).toHaveLength(before)
})

test('an order of a bundle that has other credits by now than were shown begins nothing, nor pays for what was shown before', async () => {
  const me = await aBuyer()
  const { bundles } = shop.origin.tenant('velvet').settings
  const { id, credits, price: total } = smallest()
  const opened = await create(me, { credits })
  const less = bundles.map((one) => (one.id === id ? { ...one, credits: credits - 5 } : one))
  await shop.origin.publish({ id: 'velvet', bundles: less })
  try {
    const other = await aBuyer()
    expect((await create(other, { credits })).body.error).toMatchObject({ code: 'price_changed', params: { total } })
    expect(await ordersOf(other)).toEqual([])
    // The page that was opened for more credits is still the same order; what is shown now is another one.
    expect((await create(me, { credits })).body.payment_id).toBe(opened.body.payment_id)
    const now = await create(me, { credits: credits - 5 })
    expect(now.body).toMatchObject({ credits: credits - 5, total })
    await shop.payments.sandbox.delivered()
    expect(await show(me, opened.body.payment_id)).toMatchObject({ status: 'cancelled', credits })
  } finally {
    await shop.origin.publish({ id: 'velvet', bundles })
  }
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
    shop.origin.advance(3600)
    const later = await create(me)
    expect(later.body.payment_id).not.toBe(one.body.payment_id)
  })

  test('and choosing another way to pay closes the first page', async () => {
    const me = await aBuyer()
    const first = await create(me)
    const second = await create(me, { method: 'ideal' })
    await shop.payments.sandbox.delivered()
    expect(await show(me, first.body.payment_id)).toMatchObject({ status: 'cancelled' })
    expect(await show(me, second.body.payment_id)).toMatchObject({ status: 'loading', next: second.body.next })
  })

  test('and an order that is refused leaves the open page as it is, while one that takes its place closes it, also within a limit', async () => {
    const me = await aBuyer()
    const { price: total } = smallest()
    const { payment_id: id } = (await create(me)).body
    const bigger = bundlesIn(shop.origin.tenant('velvet').settings, 'NL').find(({ price }) => price > total)!
    const refused = [
      ['not_found', { bundle: 'no-such-bundle' }],
      ['mandate_needed', { method: 'directdebit' }],
      ['invalid', { stored_card: 'x'.repeat(22) }],
      ['price_changed', { method: 'ideal', total: total - 1 }],
      ['spending_limit', { bundle: bigger.id, total: bigger.price }]
    ] as const
    // The open page counts as spent as long as nothing takes its place.
    await shop.origin.call('setLimits', { as: me, body: { limits: { currency: 'EUR', day: total, month: null } } })
    for (const [code, wish] of refused) {
      expect([code, (await create(me, wish)).body.error?.code]).toEqual([code, code])
      await shop.payments.sandbox.delivered()
      expect([code, begunWith(id)[0]!.status, (await show(me, id)).status]).toEqual([code, 'open', 'loading'])
    }
    expect((await create(me, { method: 'ideal' })).status).toBe(200)
    expect(begunWith(id)[0]!.status).toBe('cancelled')
  })

  test('and pages that can’t be closed cost the provider a few calls an order, however many there are', async () => {
    const me = await aBuyer()
    const real = shop.origin.deps.payments
    let asked = 0
    const open: PaymentProviders['open'] = async (...which) => {
      const cancel: PaymentProvider['cancel'] = async () => {
        asked += 1
        return []
      }
      return { ...(await real.open(...which))!, cancel }
    }
    shop.origin.deps.payments = { open }
    const { settings } = shop.origin.tenant('velvet')
    const orders = settings.countries.flatMap((country) =>
      bundlesIn(settings, country).flatMap(({ id: bundle, price: total }) =>
        [{ method: 'card' }, { method: 'card', save_card: true }, { method: 'paypal' }].map((way) => ({ country, bundle, total, ...way }))
      )
    )
    const calls: number[] = []
    for (const wish of orders) {
      const before = asked
      expect((await create(me, wish)).status).toBe(200)
      calls.push(asked - before)
    }
    shop.origin.deps.payments = real
    expect(orders.length).toBeGreaterThan(15)
    expect(calls).toEqual(orders.map((_, place) => Math.min(place, 5)))
  })

  test.each(['lost', 503, 'hangs'] as const)(
    'when the provider’s answer is %s: a clear message, and the next try finishes it',
    async (fault) => {
      const me = await aBuyer()
      shop.payments.sandbox.faults.push(fault)
      if (fault === 'hangs') shop.payments.waitFor(200)
      const failed = await create(me)
      shop.payments.waitFor()
      expect([failed.status, failed.body.error?.code]).toEqual([503, 'payment_unavailable'])
      expect(failed.headers.get('x-load-shed')).toBe('1')
      const { body } = await create(me)
      expect(begunWith(body.payment_id)).toHaveLength(1)
      expect(await ordersOf(me)).toHaveLength(1)
      await shop.payments.choose(body.payment_id, 'pay')
      expect((await userOf(me)).credits).toBe(smallest().credits)
    }
  )

  test('the same request after that begins nothing again until the provider has said what has become of the first', async () => {
    const me = await aBuyer()
    const key = { 'idempotency-key': `late-${randomUUID()}` }
    shop.payments.sandbox.faults.push('lost')
    await create(me, {}, key)
    shop.origin.advance(16 * 60)
    expect((await create(me, {}, key)).status).toBe(503)
    expect(await ordersOf(me)).toHaveLength(1)
    await runPayments(shop.origin.deps)
    expect((await create(me, {}, key)).body.next).toContain('/pay/')
    expect((await ordersOf(me)).map(({ status }) => status)).toEqual(['cancelled', 'loading'])
  })

  test('the job finishes what was begun when no one comes back, and gives up what never was', async () => {
    const [begun, never] = [await aBuyer(), await aBuyer()]
    shop.payments.sandbox.faults.push('lost', 500)
    await create(begun)
    await create(never)
    const [[one], [other]] = [await ordersOf(begun), await ordersOf(never)]
    expect(one).toMatchObject({ provider_payment_id: null, status: 'loading' })
    shop.origin.advance(61)
    await runPayments(shop.origin.deps)
    expect((await ordersOf(begun))[0]).toMatchObject({ provider_payment_id: begunWith(one!.public_id)[0]!.id, status: 'loading' })
    shop.origin.advance(3600)
    await runPayments(shop.origin.deps)
    expect((await ordersOf(begun))[0]).toMatchObject({ status: 'cancelled', failure: 'expired' })
    expect(await show(never, other!.public_id)).toMatchObject({ status: 'cancelled' })
  })
})

test('a paid order whose reports were all lost is completed by the job', async () => {
  const me = await aBuyer()
  const { body } = await create(me)
  const deaf = shop.payments.sandbox.payments.find(({ reference }) => reference === body.payment_id)!
  deaf.webhook_url = 'https://nordic.example/api/elsewhere'
  await fetch(body.next!, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'pay' }) })
  expect(await show(me, body.payment_id)).toMatchObject({ status: 'loading' })
  shop.origin.advance(61)
  await Promise.all([runPayments(shop.origin.deps), runPayments(shop.origin.deps)])
  expect(await show(me, body.payment_id)).toMatchObject({ status: 'completed' })
  expect((await userOf(me)).credits).toBe(smallest().credits)
})

test('an order without news from its provider is still checked after months', async () => {
  const me = await aBuyer()
  const id = await order(me, 'later')
  begunWith(id)[0]!.webhook_url = 'https://nordic.example/api/elsewhere'
  await shop.payments.sandbox.settleLate(begunWith(id)[0]!.id, true)
  await shop.origin.deps.db.updateTable('orders').set({ asked: 5000 }).where('public_id', '=', id).execute()
  shop.origin.advance(6 * 3600)
  await runPayments(shop.origin.deps)
  expect(await show(me, id)).toMatchObject({ status: 'completed' })
})

test('an order that a former provider of the brand has is not the same one', async () => {
  const me = await aBuyer()
  const { body } = await create(me)
  await shop.origin.deps.db.updateTable('orders').set({ provider: 'mollie' }).where('public_id', '=', body.payment_id).execute()
  const again = (await create(me)).body
  expect(again.payment_id).not.toBe(body.payment_id)
  await shop.payments.choose(again.payment_id, 'pay')
  expect(await show(me, again.payment_id)).toMatchObject({ status: 'completed' })
})

test('a receipt keeps the seller that the member has bought from, and the words of the bank statement [OTH-11]', async () => {
  const me = await aBuyer()
  const id = await order(me)
  const before = (await show(me, id)).receipt
  const { settings, company } = shop.origin.tenant('velvet')
  const publish = (changed: typeof settings, seller: typeof company) =>
    shop.origin.deps.tenants.publish(changed, seller, 'test', shop.origin.now())
  await publish({ ...settings, descriptor: 'SOMEONE NEW' }, { ...company, name: 'Another company' })
  expect((await show(me, id)).receipt).toEqual(before)
  await publish(settings, company)
})

test('what a member agrees to and asks for by ordering is kept word for word, and the receipt and its mail repeat it', async () => {
  const me = await aBuyer({ language: 'nl' })
  const id = await order(me)
  const texts = readPart('shop', 'nl')
  const { consent } = (await ordersOf(me))[0]!
  expect(consent).toMatchObject({ language: 'nl', site: 'velvet', at: shop.origin.now().toISOString() })
  const { words } = await shop.origin.deps.db
    .selectFrom('consent_words')
    .select('words')
    .where('hash', '=', consent!.hash)
    .executeTakeFirstOrThrow()
  expect(words).toBe(`${texts['checkout.terms']}\n${texts['checkout.early_use']}`)
  expect((await show(me, id)).receipt).toMatchObject({ early_use: true })
  expect((await shop.origin.mails(me.row.email))[0]!.text).toContain(texts['receipt.early_use'])
  // As orders of before that are: no one was asked.
  await sql`update orders set consent = null where public_id = ${id}`.execute(shop.origin.deps.db)
  expect((await show(me, id)).receipt).not.toHaveProperty('early_use')
})

test('a receipt says of each number what it is, on its page and in its mail', async () => {
  const { settings, company } = shop.origin.tenant('velvet')
  const publish = (seller: typeof company) => shop.origin.deps.tenants.publish(settings, seller, 'test', shop.origin.now())
  await publish({ ...company, vat_numbers: ['NL123456789B01', 'BE0123456789'] })
  const me = await aBuyer({ language: 'en' })
  await order(me)
  await publish(company)
  const [mail] = await shop.origin.mails(me.row.email)
  expect(mail!.text).toContain('Registration number 12345678 · VAT NL123456789B01 · VAT BE0123456789')
})

test('a member sees their own orders of this site, newest first, and no one else’s; the last completed one is known on each page [RT-31] [RT-33]', async () => {
  const [me, other] = [await aBuyer(), await aBuyer()]
  const ids = []
  for (let count = 0; count < 21; count++) {
    ids.unshift(await (count === 0 ? order(me) : order(me, 'fail')))
    shop.origin.advance(60)
  }
  const first = (await shop.origin.call('listTransactions', { as: me })).body
  expect(first).toMatchObject({ total: 21, page: 1, pages: 2, last_completed: { payment_id: ids.at(-1), status: 'completed' } })
  expect(first.transactions.map((one) => one.payment_id)).toEqual(ids.slice(0, 20))
  const second = (await shop.origin.call('listTransactions', { as: me, query: { page: '2' } })).body
  expect(second.transactions.map((one) => one.payment_id)).toEqual(ids.slice(20))
  expect((await shop.origin.call('getPayment', { as: other, query: { id: ids[0]! } })).status).toBe(404)
  expect((await shop.origin.call('cancelPayment', { as: other, query: { cancel: '1' }, body: { id: ids[0]! } })).status).toBe(404)
  const elsewhere = await shop.origin.signIn(me, 'nordic')
  expect((await shop.origin.call('getPayment', { as: elsewhere, query: { id: ids[0]! } })).status).toBe(404)
  expect((await shop.origin.call('listTransactions', { as: elsewhere })).body).toMatchObject({ total: 0, pages: 1, last_completed: null })
})

test('a member gives up an order; one that is paid stays', async () => {
  const me = await aBuyer()
  const { body } = await create(me)
  const giveUp = (id: string) => shop.origin.call('cancelPayment', { as: me, query: { cancel: '1' }, body: { id } })
  expect((await giveUp(body.payment_id)).body).toMatchObject({ status: 'cancelled', next: null })
  const paid = await order(me)
  expect((await giveUp(paid)).body).toMatchObject({ status: 'completed' })
})

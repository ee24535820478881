import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listCodes } from '../../origin/discounts/manage-codes.ts'
import { returnedOf } from '../../origin/providers/payment/sandbox/payments.ts'
import { bundlesIn, discounted } from '../../shared/rules/prices.ts'
import { exportOf } from '../fixtures/export.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()
const { aBuyer, smallest, create, show, userOf, ordersOf, begunWith } = shop

/** What the provider has begun for a member. */
async function begunBy(as: TestMember) {
  const own = new Set((await ordersOf(as)).map(({ public_id: id }) => id))
  return shop.payments.sandbox.payments.filter(({ reference }) => own.has(reference))
}

test('a discount is kept for its order, which says both prices, and goes with a new one to another way to pay [CON-28]', async () => {
  const me = await shop.origin.aMember()
  const { price } = smallest()
  const total = price - Math.ceil(price / 4)
  expect((await create(me)).body.error).toMatchObject({ code: 'price_changed', params: { total } })
  const first = await create(me, { total })
  const second = await create(me, { total, method: 'ideal' })
  await shop.payments.sandbox.delivered()
  expect(await show(me, first.body.payment_id)).toMatchObject({ status: 'cancelled' })
  expect(begunWith(second.body.payment_id)[0]).toMatchObject({ amount: total })
  await shop.payments.choose(second.body.payment_id, 'pay')
  expect(await show(me, second.body.payment_id)).toMatchObject({ status: 'completed', price, discount: price - total, total })
  expect((await create(me, { total })).body.error).toMatchObject({ code: 'price_changed', params: { total: price } })
})

test.each([
  ['given back', (payment: string, total: number) => shop.payments.sandbox.refundAtDesk(payment, total)],
  ['taken back by the bank', (payment: string) => shop.payments.sandbox.chargeBack(payment)]
])('what new members are offered before their first purchase doesn’t come back when it is %s [TB-5]', async (_, takeBack) => {
  const me = await shop.origin.aMember()
  const { price } = smallest()
  const total = discounted(price, 25)
  const { payment_id: id } = (await create(me, { total })).body
  await shop.payments.choose(id, 'pay')
  await takeBack(begunWith(id)[0]!.id, total)
  expect(await userOf(me)).toMatchObject({ paid_user: false, time_bonus: null, welcome: null })
  const { bundles } = (await shop.origin.call('getCredits', { as: me })).body
  expect(bundles.map(({ code }) => code)).toEqual(bundles.map(() => null))
  const typed = await shop.origin.call('getDiscountCode', { as: me, query: { code: 'WELCOME25' } })
  expect(typed.body.refusal).toBe('expired')
})

test('what new members are offered lowers one order: none besides one whose payment is on its way, until that fails', async () => {
  const me = await shop.origin.aMember()
  const [first, larger] = bundlesIn(shop.origin.tenant('velvet').settings, 'NL')
  const offersOf = async () => {
    const { time_bonus: bonus, welcome } = await userOf(me)
    return [bonus?.code, welcome?.code]
  }
  expect(await offersOf()).toEqual(['TIMEBONUS25', undefined])
  const { payment_id: id } = (await create(me, { total: discounted(first!.price, 25) })).body
  await shop.payments.choose(id, 'later')
  expect(await show(me, id)).toMatchObject({ status: 'pending' })
  expect(await offersOf()).toEqual([undefined, undefined])
  const another = { bundle: larger!.id, total: discounted(larger!.price, 25) }
  for (const code of [undefined, 'WELCOME25'])
    expect((await create(me, { ...another, ...(code && { code }) })).body.error).toMatchObject({
      code: 'price_changed',
      params: { total: larger!.price }
    })
  await shop.payments.sandbox.settleLate(begunWith(id)[0]!.id, false)
  expect(await offersOf()).toEqual(['TIMEBONUS25', undefined])
  expect((await create(me, another)).status).toBe(200)
})

test('a poll says what a new member is offered in the currency of the country that they have chosen since', async () => {
  const signup_date = new Date(shop.origin.now().getTime() - 3 * 24 * 3600_000)
  const me = await shop.origin.aMember({ tenant: 'nordic', signup_date })
  const poll = (selectedCountry: string, tag = '') =>
    shop.origin.call('getUser', { as: me, facts: { selectedCountry }, headers: { 'if-none-match': tag } })
  const danish = await poll('DK')
  expect(danish.body.user.welcome).toMatchObject({ currency: 'DKK' })
  const tag = danish.headers.get('etag')!
  expect((await poll('DK', tag)).status).toBe(304)
  expect((await poll('NL', tag)).body.user.welcome).toMatchObject({ currency: 'EUR' })
})

/** A code for every member of velvet; each can use it once. */
async function aCode(percentage: number, expires: Date | null = null): Promise<string> {
  const code = `CODE-${randomUUID().slice(0, 8).toUpperCase()}`
  const row = {
    tenant: 'velvet',
    code,
    value_percentage: percentage,
    expires,
    created_at: shop.origin.now(),
    author: 'mia',
    reason: 'spring'
  }
  await shop.origin.deps.db.insertInto('discount_codes').values(row).execute()
  return code
}

test('an order that has failed names the code that was typed for it, which its next try needs, and none that comes by itself', async () => {
  const { price } = smallest()
  const [typed, me, newcomer] = [await aCode(40), await aBuyer(), await shop.origin.aMember()]
  const failed = async (as: TestMember, wish: object) => {
    const { payment_id: id } = (await create(as, wish)).body
    await shop.payments.choose(id, 'fail')
    return await show(as, id)
  }
  const wish = { total: discounted(price, 40), code: typed.toLowerCase() }
  const { status, code } = await failed(me, wish)
  expect([status, code]).toEqual(['failed', typed])
  expect((await create(me, { ...wish, code: code! })).status).toBe(200)
  expect(await failed(newcomer, { total: discounted(price, 25) })).toMatchObject({ status: 'failed', code: null })
  expect(await failed(await aBuyer(), {})).toMatchObject({ status: 'failed', code: null })
})

test('a member’s data says which code lowered each order, typed or not', async () => {
  const { price } = smallest()
  const [typed, me, newcomer] = [await aCode(40), await aBuyer(), await shop.origin.aMember()]
  await create(me, { total: discounted(price, 40), code: typed })
  await create(newcomer, { total: discounted(price, 25) })
  const codesOf = async (as: TestMember) =>
    ((await exportOf(shop.origin, as)).json('account.json').orders as { discount_code: string | null }[]).map((one) => one.discount_code)
  expect(await Promise.all([me, newcomer].map(codesOf))).toEqual([[typed], ['TIMEBONUS25']])
})

describe('an order keeps its price when what lowered it ends before it is paid', () => {
  /** Orders with a discount, lets its time pass, orders the same again from the same page, and pays the first. */
  async function outlive(me: TestMember, total: number, seconds: number, code?: string) {
    const { price } = smallest()
    const wish = { total, ...(code && { code }) }
    const first = await create(me, wish)
    expect(first.status).toBe(200)
    shop.origin.advance(seconds)
    expect((await create(me, wish)).body.payment_id).toBe(first.body.payment_id)
    await shop.payments.choose(first.body.payment_id, 'pay')
    expect(begunWith(first.body.payment_id)).toMatchObject([{ amount: total }])
    expect(await show(me, first.body.payment_id)).toMatchObject({ status: 'completed', price, discount: price - total, total })
    expect(await userOf(me)).toMatchObject({ credits: smallest().credits, paid_user: true })
    // Another one doesn't get it: its page shows the new price before anything is paid.
    expect((await create(me, wish)).body.error).toMatchObject({ code: 'price_changed', params: { total: price } })
  }

  test('a code that expires', async () => {
    const { price } = smallest()
    const code = await aCode(40, new Date(shop.origin.now().getTime() + 60_000))
    await outlive(await aBuyer(), discounted(price, 40), 61, code)
  })

  test('the time bonus, in its last second [TB-6]', async () => {
    const me = await shop.origin.aMember({ signup_date: new Date(shop.origin.now().getTime() - 14_399_000) })
    await outlive(me, discounted(smallest().price, 25), 2)
  })

  test('and one that was only looked at is refused with the price that holds now [TB-6]', async () => {
    const me = await shop.origin.aMember({ signup_date: new Date(shop.origin.now().getTime() - 14_399_000) })
    const { price } = smallest()
    const seen = (await shop.origin.call('getCredits', { as: me, query: { country: 'NL' } })).body.bundles[0]!
    expect(seen.discounted).toBe(discounted(price, 25))
    shop.origin.advance(1)
    expect((await create(me, { total: seen.discounted })).body.error).toMatchObject({ code: 'price_changed', params: { total: price } })
    expect(await ordersOf(me)).toEqual([])
  })
})

describe('where the provider can’t close a page that was opened', () => {
  const real = () => shop.origin.deps.payments
  /** Orders with the time bonus by card, then by another method, as after the browser's back button. */
  async function turnBack(me: TestMember, meanwhile: (payment: string) => Promise<unknown> = async () => {}) {
    const total = discounted(smallest().price, 25)
    const payments = real()
    shop.origin.deps.payments = {
      open: async (...which) => {
        const provider = (await payments.open(...which))!
        return { ...provider, cancel: async (payment) => await provider.get(payment) }
      }
    }
    try {
      const { payment_id: first } = (await create(me, { total })).body
      await meanwhile(first)
      return { first, second: await create(me, { total, method: 'ideal' }) }
    } finally {
      shop.origin.deps.payments = payments
    }
  }

  test('another way to pay gets the discount, and money that still comes for the first goes back [VAL-10]', async () => {
    const me = await shop.origin.aMember()
    const { first, second } = await turnBack(me)
    expect(second.status).toBe(200)
    expect(await show(me, first)).toMatchObject({ status: 'cancelled' })
    for (const id of [second.body.payment_id, first]) await shop.payments.choose(id, 'pay')
    await shop.origin.idle()
    const { credits, price } = smallest()
    expect(await show(me, second.body.payment_id)).toMatchObject({ status: 'completed', total: discounted(price, 25) })
    expect(await show(me, first)).toMatchObject({ status: 'cancelled' })
    expect((await userOf(me)).credits).toBe(credits)
    expect(returnedOf(begunWith(first)[0]!)).toBe(discounted(price, 25))
  })

  test('an order that was paid there has used the discount', async () => {
    const me = await shop.origin.aMember()
    const { first, second } = await turnBack(me, (payment) => shop.payments.choose(payment, 'pay'))
    expect(second.body.error?.code).toBe('price_changed')
    expect(await show(me, first)).toMatchObject({ status: 'completed' })
  })
})

test('while a provider hasn’t answered, another way to pay says that, and when to try again: not that the discount is used', async () => {
  const me = await shop.origin.aMember()
  const total = discounted(smallest().price, 25)
  shop.payments.sandbox.faults.push('lost')
  expect((await create(me, { total })).body.error?.code).toBe('payment_unavailable')
  shop.origin.advance(20)
  const other = await create(me, { total, method: 'ideal' })
  expect([other.status, other.body.error?.code, other.headers.get('retry-after')]).toEqual([503, 'payment_unavailable', '40'])
  shop.origin.advance(40)
  expect((await create(me, { total, method: 'ideal' })).status).toBe(200)
  // With a saved card nothing can be left open: it may have been paid, however long ago.
  const { id } = (await ordersOf(me)).at(-1)!
  const lost = { recurring: true, provider_payment_id: null } as const
  await shop.origin.deps.db.updateTable('orders').set(lost).where('id', '=', id).execute()
  shop.origin.advance(120)
  expect((await create(me, { total, method: 'paypal' })).body.error?.code).toBe('payment_unavailable')
})

test('of twenty orders at once, one is paid with a code that each can use once [VAL-10] [TB-12]', async () => {
  const [me, other] = [await aBuyer(), await aBuyer()]
  const code = await aCode(40)
  const wishes = bundlesIn(shop.origin.tenant('velvet').settings, 'NL').flatMap(({ id: bundle, price }) =>
    (['card', 'ideal', 'paypal'] as const).map((method) => ({ bundle, method, code, total: discounted(price, 40) }))
  )
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(me, wishes[index % wishes.length])))
  const REFUSED = [
    [409, 'already_used'],
    [503, 'payment_unavailable']
  ]
  for (const { status, body } of answers) if (status !== 200) expect(REFUSED).toContainEqual([status, body.error?.code])
  await shop.payments.sandbox.delivered()
  // Every page that was opened, also of those that the next order has closed.
  for (const { reference } of await begunBy(me)) await shop.payments.choose(reference, 'pay')
  await shop.origin.idle()
  const paid = (await ordersOf(me)).filter(({ status }) => status === 'completed')
  expect(paid.map(({ price, total, discount_code_id: id }) => [total === discounted(price, 40), id !== null])).toEqual([[true, true]])
  // As operators read it.
  const listed = (await listCodes(shop.origin.deps.db, 'velvet')).find((one) => one.code === code)
  expect(listed).toMatchObject({ reserved: 0, completed: 1 })
  expect((await create(me, wishes[0])).body.error?.code).toBe('price_changed')
  expect((await create(other, wishes[0])).status).toBe(200)
})

describe('on a sister brand, which shares its members and the offers for new ones', () => {
  /** Begins an order on velvet and leaves its page open, then orders on nordic with the same offer. */
  async function onBoth(begin: (me: TestMember, total: number) => Promise<unknown>) {
    const me = await shop.origin.aMember()
    const { price } = smallest()
    const total = discounted(price, 25)
    await begin(me, total)
    const there = await shop.origin.signIn(me, 'nordic')
    const { discounted: seen } = (await shop.origin.call('getCredits', { as: there, query: { country: 'NL' } })).body.bundles[0]!
    const { body } = await create(there, { total: seen })
    return { me, there, seen, total, body }
  }

  test('a page that was left open doesn’t hold the offer back, and is closed', async () => {
    let first = ''
    const { me, there, seen, total, body } = await onBoth(async (me, total) => {
      first = (await create(me, { total })).body.payment_id
    })
    expect([body.error?.code, seen]).toEqual([undefined, total])
    expect(await show(me, first)).toMatchObject({ status: 'cancelled' })
    await shop.payments.sandbox.delivered()
    expect(begunWith(first)[0]!.status).toBe('cancelled')
    await shop.payments.choose(body.payment_id, 'pay')
    expect(await show(there, body.payment_id)).toMatchObject({ status: 'completed', total })
  })

  test('an order that its provider may still be beginning holds it for a minute', async () => {
    const { body } = await onBoth(async (me, total) => {
      shop.payments.sandbox.faults.push('lost')
      expect((await create(me, { total })).status).toBe(503)
      shop.origin.advance(59)
    })
    expect(body.error?.code).toBe('payment_unavailable')
  })

  test('an order that its provider never answered doesn’t either, and money that still comes for it goes back', async () => {
    const { me, there, seen, total, body } = await onBoth(async (me, total) => {
      shop.payments.sandbox.faults.push('lost')
      expect((await create(me, { total })).status).toBe(503)
      shop.origin.advance(60)
    })
    expect([body.error?.code, seen]).toEqual([undefined, total])
    const [first] = await ordersOf(me)
    expect(first).toMatchObject({ tenant: 'velvet', status: 'cancelled' })
    for (const id of [first!.public_id, body.payment_id]) await shop.payments.choose(id, 'pay')
    await shop.origin.idle()
    expect(await show(there, body.payment_id)).toMatchObject({ status: 'completed', total })
    expect((await userOf(me)).credits).toBe(smallest().credits)
    expect(returnedOf(begunWith(first!.public_id)[0]!)).toBe(total)
  })
})

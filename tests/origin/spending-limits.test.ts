import type { Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import type { Tables } from '../../origin/db/tables.ts'
import { isProtected, refuseBeyondLimits } from '../../origin/limits/refuse-beyond-limits.ts'
import { ENDPOINTS } from '../../shared/api/contract.ts'
import { PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { anOrder as buyable } from '../fixtures/payments.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()

const HOUR = 3600
const DAY = 24 * HOUR

let numbers = 0
/** An order as it is when it is begun, without its books. */
async function anOrder({ row }: TestMember, overrides: Updateable<Tables['orders']> = {}) {
  const total = 1000
  return await shop.origin.deps.db
    .insertInto('orders')
    .values({
      public_id: newPublicId(),
      reference: `T-${++numbers}`,
      tenant: 'velvet',
      member_id: row.id,
      bundle: 'b50',
      credits: 50,
      currency: 'EUR',
      price: total,
      discount: 0,
      total,
      vat_rate: null,
      country: 'NL',
      method: 'card',
      provider: 'sandbox',
      created_at: shop.origin.now(),
      ...overrides
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
const aBuyer = () => shop.aBuyer({ language: 'en' })

describe('spending limits', () => {
  const set = async (as: TestMember, limits: { currency?: string; day?: number | null; month?: number | null }) =>
    (await shop.origin.call('setLimits', { as, body: { limits: { currency: 'EUR', day: null, month: null, ...limits } } })).body
  const get = async (as: TestMember) => (await shop.origin.call('getLimits', { as })).body

  async function buying({ row }: TestMember, amount: number, currency = 'EUR'): Promise<string> {
    const { db } = shop.origin.deps
    const wanted = { member: row.id, tenant: shop.origin.tenant('velvet').settings, amount, currency, now: shop.origin.now() }
    return await refuseBeyondLimits(db, wanted).then(
      () => 'allowed',
      (error: { code: string }) => error.code
    )
  }

  test('a member without any may buy, and is offered things', async () => {
    const anna = await shop.origin.aMember()
    expect(await get(anna)).toEqual({
      limits: { currency: 'EUR', day: null, month: null },
      next: null,
      spent: { day: 0, month: 0 },
      paused_until: null
    })
    expect(await buying(anna, 1_000_000)).toBe('allowed')
    expect(await isProtected(shop.origin.deps.db, anna.row.id, shop.origin.now())).toBe(false)
  })

  test('hold for everything paid or begun in the calendar day and month, less what went back', async () => {
    const anna = await shop.origin.aMember()
    await set(anna, { day: 2000, month: 3000 })
    await anOrder(anna, {
      status: 'completed',
      paid_at: shop.origin.now(),
      settled_at: shop.origin.now(),
      refunded: 400,
      refunded_credits: 0
    })
    await anOrder(anna, { status: 'failed', settled_at: shop.origin.now() })
    await anOrder(anna, { status: 'completed', paid_at: shop.origin.now(), settled_at: shop.origin.now(), currency: 'DKK' })
    await anOrder(anna, {
      status: 'completed',
      paid_at: shop.origin.now(),
      settled_at: shop.origin.now(),
      charged_back: 1000,
      charged_back_at: shop.origin.now()
    })
    expect((await get(anna)).spent).toEqual({ day: 600, month: 600 })
    expect([await buying(anna, 1400), await buying(anna, 1401)]).toEqual(['allowed', 'spending_limit'])
    await anOrder(anna)
    expect(await buying(anna, 1000)).toBe('spending_limit')
    expect(await buying(anna, 100, 'DKK')).toBe('limit_currency')
    shop.origin.advance(DAY)
    expect((await get(anna)).spent).toEqual({ day: 0, month: 1600 })
    expect([await buying(anna, 1400), await buying(anna, 1401)]).toEqual(['allowed', 'spending_limit'])
    expect(await isProtected(shop.origin.deps.db, anna.row.id, shop.origin.now())).toBe(true)
  })

  test('a month begins at midnight where the brand is, an hour before it does in UTC', async () => {
    const start = shop.origin.now()
    const anna = await shop.origin.aMember()
    await set(anna, { month: 1000 })
    const spent: number[] = []
    for (const instant of ['2026-11-30T22:59:59Z', '2026-11-30T23:00:00Z']) {
      shop.origin.setNow(new Date(instant))
      await anOrder(anna)
      spent.push((await get(await shop.origin.signIn(anna))).spent.month)
    }
    expect(spent).toEqual([1000, 1000])
    shop.origin.setNow(start)
  })

  test('are lowered at once and raised after 24 hours', async () => {
    const anna = await shop.origin.aMember()
    await set(anna, { day: 1000 })
    const raised = await set(anna, { day: 5000 })
    expect(raised).toMatchObject({ limits: { day: 1000 }, next: { limits: { day: 5000 } } })
    expect(await buying(anna, 1001)).toBe('spending_limit')
    shop.origin.advance(24 * HOUR - 1)
    expect(await buying(anna, 1001)).toBe('spending_limit')
    shop.origin.advance(1)
    expect(await buying(anna, 1001)).toBe('allowed')
    expect(await get(anna)).toMatchObject({ limits: { day: 5000 }, next: null })
    await set(anna, { day: 500 })
    expect(await buying(anna, 501)).toBe('spending_limit')
  })

  test('are in the currency of the country, unless one is set or coming', async () => {
    const { countries } = shop.origin.tenant('velvet').settings
    await shop.origin.publish({ id: 'velvet', countries: [...countries, 'GB'] })
    const anna = await shop.origin.aMember()
    const seen = async (selectedCountry: string) =>
      (await shop.origin.call('getLimits', { as: anna, facts: { selectedCountry } })).body.limits.currency
    await shop.origin.call('setLimits', { as: anna, body: { pause: 'week' } })
    expect([await seen('NL'), await seen('GB')]).toEqual(['EUR', 'GBP'])
    await set(anna, { day: 1000 })
    expect(await seen('GB')).toBe('EUR')
    await set(anna, {})
    expect(await seen('GB')).toBe('EUR')
    shop.origin.advance(24 * HOUR)
    expect(await seen('GB')).toBe('GBP')
    await shop.origin.publish({ id: 'velvet', countries })
  })

  test('a pause refuses every order until it ends, and can’t be shortened', async () => {
    const anna = await shop.origin.aMember()
    const pause = async (length: 'day' | 'week') =>
      (await shop.origin.call('setLimits', { as: anna, body: { pause: length } })).body.paused_until
    const until = await pause('week')
    expect(await pause('day')).toBe(until)
    expect(await buying(anna, 1)).toBe('buying_paused')
    shop.origin.advance(7 * DAY)
    expect(await buying(anna, 1)).toBe('allowed')
    expect((await get(anna)).paused_until).toBeNull()
  })

  test.each([
    ['buying_paused', { pause: 'week' }],
    ['spending_limit', { limits: { currency: 'EUR', day: 100, month: null } }],
    ['limit_currency', { limits: { currency: 'DKK', day: 100_000, month: null } }]
  ])('hold for an order whose page is open already, too: %s', async (code, body) => {
    const anna = await aBuyer()
    const create = () => shop.origin.call('createPayment', { as: anna, body: buyable(shop.origin) })
    const [first, second] = [await create(), await create()]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await shop.origin.call('setLimits', { as: anna, body })).status).toBe(200)
    expect((await create()).body.error?.code).toBe(code)
  })

  test.each([{ day: -1 }, { day: 1.5 }, { day: 10_000_000 }, { currency: 'euro' }, { day: '10' }])('%j is refused', async (limits) => {
    const anna = await shop.origin.aMember()
    const body = { limits: { currency: 'EUR', day: null, month: null, ...limits } }
    expect((await shop.origin.call('setLimits', { as: anna, body })).status).toBe(422)
  })
})

describe('a member who has set a limit or a pause', () => {
  /** Answers in which something may be offered, by endpoint: found in the contract, so that a new one must be added here. */
  const OFFERS = ['time_bonus', 'welcome', 'offer', 'discount']
  const ASKED_FOR = ['getDiscountCode']
  type Schema = { type: string; entries?: Record<string, Schema>; wrapped?: Schema; item?: Schema }
  const offers = (schema: Schema): boolean =>
    Object.entries(schema.entries ?? {}).some(([name, one]) => (OFFERS.includes(name) && one.type === 'nullable') || offers(one)) ||
    [schema.wrapped, schema.item].some((one) => one !== undefined && offers(one))
  const places: Record<string, (as: TestMember) => Promise<unknown>> = {
    getUser: async (as) => (await shop.userOf(as)).time_bonus,
    updateUser: async (as) => (await shop.origin.call('updateUser', { as, body: { language: 'en' } })).body.user.time_bonus,
    login: async ({ row }) =>
      (await shop.origin.call('login', { body: { credentials: { login: row.email, password: PASSWORD } } })).body.user.time_bonus,
    getCredits: async (as) => (await shop.origin.call('getCredits', { as, query: { country: 'NL' } })).body.discount,
    getWelcomeCode: async (as) => (await shop.origin.call('getWelcomeCode', { as, query: { welcome: 'true' } })).body.discount,
    getLeaving: async (as) => (await shop.origin.call('getLeaving', { as })).body.offer
  }

  test('is offered nothing, wherever something is offered', async () => {
    const found = ENDPOINTS.filter(({ name, output }) => offers(output as unknown as Schema) && !ASKED_FOR.includes(name))
    expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(places).sort())
    const { settings, company } = shop.origin.tenant('velvet')
    await shop.origin.deps.tenants.publish(settings, { ...company, delete_discount: true }, 'test', shop.origin.now())
    for (const [name, ask] of Object.entries(places)) {
      for (const calm of [false, true]) {
        const anna = await (name === 'getLeaving' ? aBuyer() : shop.origin.aMember())
        if (calm) await shop.origin.call('setLimits', { as: anna, body: { pause: 'day' } })
        expect([name, calm, (await ask(anna)) === null]).toEqual([name, calm, calm])
      }
    }
    await shop.origin.deps.tenants.publish(settings, company, 'test', shop.origin.now())
  })
})

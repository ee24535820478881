import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spend } from '../../origin/credits/spend.ts'
import shop from '../../locales/shop/en.json' with { type: 'json' }
import { ENDPOINTS } from '../../shared/api/contract.ts'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { creditsOf } from '../../origin/credits/book.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import type { Tables } from '../../origin/db/tables.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { unban } from '../../origin/moderation/lift-restriction.ts'
import { takeMeasure } from '../../origin/moderation/take-measure.ts'
import { refundsIdle } from '../../origin/payments/refund-order.ts'
import { dayIn } from '../../shared/rules/age.ts'
import { dayAfter, dayBegins } from '../../shared/rules/day-begins.ts'
import { discounted } from '../../shared/rules/prices.ts'
import { memberAnswers, part, renderPage } from '../client/render-page.tsx'
import { isProtected, refuseBeyondLimits } from '../../origin/limits/refuse-beyond-limits.ts'
import { createTestOrigin, PASSWORD, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { anOrder as buyable, order, startPayments, type Payments } from '../fixtures/payments.ts'

let origin: TestOrigin
let payments: Payments
beforeAll(async () => {
  origin = await createTestOrigin()
  payments = await startPayments(origin)
})
afterAll(async () => {
  await payments.close()
  await origin.close()
})

const HOUR = 3600
const DAY = 24 * HOUR

let numbers = 0
/** An order as it is when it is begun, without its books. */
async function anOrder({ row }: TestMember, overrides: Updateable<Tables['orders']> = {}) {
  const total = 1000
  return await origin.deps.db
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
      created_at: origin.now(),
      ...overrides
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

describe('spending limits', () => {
  const set = async (as: TestMember, limits: { currency?: string; day?: number | null; month?: number | null }) =>
    (await origin.call('setLimits', { as, body: { limits: { currency: 'EUR', day: null, month: null, ...limits } } })).body
  const get = async (as: TestMember) => (await origin.call('getLimits', { as })).body

  async function buying({ row }: TestMember, amount: number, currency = 'EUR'): Promise<string> {
    const { db } = origin.deps
    const wanted = { member: row.id, tenant: origin.tenant('velvet').settings, amount, currency, now: origin.now() }
    return await refuseBeyondLimits(db, wanted).then(
      () => 'allowed',
      (error: { code: string }) => error.code
    )
  }

  test('a member without any may buy, and is offered things', async () => {
    const anna = await origin.aMember()
    expect(await get(anna)).toEqual({
      limits: { currency: 'EUR', day: null, month: null },
      next: null,
      spent: { day: 0, month: 0 },
      paused_until: null
    })
    expect(await buying(anna, 1_000_000)).toBe('allowed')
    expect(await isProtected(origin.deps.db, anna.row.id, origin.now())).toBe(false)
  })

  test('hold for everything paid or begun in the calendar day and month, less what went back', async () => {
    const anna = await origin.aMember()
    await set(anna, { day: 2000, month: 3000 })
    await anOrder(anna, { status: 'completed', paid_at: origin.now(), settled_at: origin.now(), refunded: 400, refunded_credits: 0 })
    await anOrder(anna, { status: 'failed', settled_at: origin.now() })
    await anOrder(anna, { status: 'completed', paid_at: origin.now(), settled_at: origin.now(), currency: 'DKK' })
    await anOrder(anna, { status: 'completed', paid_at: origin.now(), settled_at: origin.now(), charged_back_at: origin.now() })
    expect((await get(anna)).spent).toEqual({ day: 600, month: 600 })
    expect([await buying(anna, 1400), await buying(anna, 1401)]).toEqual(['allowed', 'spending_limit'])
    await anOrder(anna)
    expect(await buying(anna, 1000)).toBe('spending_limit')
    expect(await buying(anna, 100, 'DKK')).toBe('limit_currency')
    origin.advance(DAY)
    expect((await get(anna)).spent).toEqual({ day: 0, month: 1600 })
    expect([await buying(anna, 1400), await buying(anna, 1401)]).toEqual(['allowed', 'spending_limit'])
    expect(await isProtected(origin.deps.db, anna.row.id, origin.now())).toBe(true)
  })

  test('a month begins at midnight where the brand is, an hour before it does in UTC', async () => {
    const start = origin.now()
    const anna = await origin.aMember()
    await set(anna, { month: 1000 })
    const spent: number[] = []
    for (const instant of ['2026-11-30T22:59:59Z', '2026-11-30T23:00:00Z']) {
      origin.setNow(new Date(instant))
      await anOrder(anna)
      spent.push((await get(await origin.signIn(anna))).spent.month)
    }
    expect(spent).toEqual([1000, 1000])
    origin.setNow(start)
  })

  test('are lowered at once and raised after 24 hours', async () => {
    const anna = await origin.aMember()
    await set(anna, { day: 1000 })
    const raised = await set(anna, { day: 5000 })
    expect(raised).toMatchObject({ limits: { day: 1000 }, next: { limits: { day: 5000 } } })
    expect(await buying(anna, 1001)).toBe('spending_limit')
    origin.advance(24 * HOUR - 1)
    expect(await buying(anna, 1001)).toBe('spending_limit')
    origin.advance(1)
    expect(await buying(anna, 1001)).toBe('allowed')
    expect(await get(anna)).toMatchObject({ limits: { day: 5000 }, next: null })
    await set(anna, { day: 500 })
    expect(await buying(anna, 501)).toBe('spending_limit')
  })

  test('a pause refuses every order until it ends, and can’t be shortened', async () => {
    const anna = await origin.aMember()
    const pause = async (length: 'day' | 'week') =>
      (await origin.call('setLimits', { as: anna, body: { pause: length } })).body.paused_until
    const until = await pause('week')
    expect(await pause('day')).toBe(until)
    expect(await buying(anna, 1)).toBe('buying_paused')
    origin.advance(7 * DAY)
    expect(await buying(anna, 1)).toBe('allowed')
    expect((await get(anna)).paused_until).toBeNull()
  })

  test.each([
    ['buying_paused', { pause: 'week' }],
    ['spending_limit', { limits: { currency: 'EUR', day: 100, month: null } }],
    ['limit_currency', { limits: { currency: 'DKK', day: 100_000, month: null } }]
  ])('hold for an order whose page is open already, too: %s', async (code, body) => {
    const anna = await aBuyer()
    const create = () => origin.call('createPayment', { as: anna, body: buyable(origin) })
    const [first, second] = [await create(), await create()]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await origin.call('setLimits', { as: anna, body })).status).toBe(200)
    expect((await create()).body.error?.code).toBe(code)
  })

  test.each([{ day: -1 }, { day: 1.5 }, { day: 10_000_000 }, { currency: 'euro' }, { day: '10' }])('%j is refused', async (limits) => {
    const anna = await origin.aMember()
    const body = { limits: { currency: 'EUR', day: null, month: null, ...limits } }
    expect((await origin.call('setLimits', { as: anna, body })).status).toBe(422)
  })
})

/** Someone who has been here for long: no discount comes by itself. */
const aBuyer = () => origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z'), language: 'en' })
const userOf = async (as: TestMember) => (await origin.call('getUser', { as })).body.user
const use = ({ row }: TestMember, credits: number) =>
  spend(origin.deps.db, { member: row.id, tenant: 'velvet', credits, reason: 'gift', key: newPublicId(), now: origin.now() })
const orderRow = (id: string) => origin.deps.db.selectFrom('orders').selectAll().where('public_id', '=', id).executeTakeFirstOrThrow()

describe('withdrawing from a purchase', () => {
  const list = async (as: TestMember) => (await origin.call('listWithdrawable', { as })).body.orders
  const withdraw = (as: TestMember, id: string) => origin.call('withdraw', { as, body: { payment_id: id } })

  test('gives the share of unused credits back, once, and mails when it was received', async () => {
    const anna = await aBuyer()
    const id = await order(origin, payments, anna)
    const [whole] = await list(anna)
    await use(anna, 5)
    const [part] = await list(anna)
    expect(part).toMatchObject({ payment_id: id, credits: whole!.credits - 5, currency: 'EUR' })
    expect(part!.amount).toBe(Math.ceil((whole!.amount * part!.credits) / whole!.credits))

    const { credits, amount } = part!
    const answers = await Promise.all([withdraw(anna, id), withdraw(anna, id)])
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({ credits, amount, at: origin.now().toISOString() })
    expect(await list(anna)).toEqual([])
    expect(await userOf(anna)).toMatchObject({ credits: 0 })
    const row = await origin.deps.db.selectFrom('orders').selectAll().where('public_id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ refunded: amount, refunded_credits: credits })
    const mails = (await origin.mails(anna.row.email)).filter(({ subject }) => subject.includes('withdrawal'))
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toMatch(/on \d+ November 2026 at \d\d:00:00 CET/)
  })

  test('ends premium when everything goes back, and not before', async () => {
    const anna = await aBuyer()
    const id = await order(origin, payments, anna)
    expect(await userOf(anna)).toMatchObject({ paid_user: true })
    expect((await withdraw(anna, id)).status).toBe(200)
    expect(await userOf(anna)).toMatchObject({ paid_user: false, credits: 0 })
  })

  test('ends with the last of the days of the brand, which is the date that pages name, and is for one’s own orders', async () => {
    const [anna, other] = [await aBuyer(), await aBuyer()]
    const id = await order(origin, payments, anna)
    expect((await withdraw(other, id)).status).toBe(404)
    // The whole day on which it was paid doesn't count.
    const { time_zone: zone, refund_days: days } = origin.tenant('velvet').settings
    const end = dayBegins(zone, dayIn(zone, new Date(origin.now().getTime() + (days + 1) * DAY * 1000)))
    expect((await list(anna)).map(({ until }) => until)).toEqual([new Date(end.getTime() - 1).toISOString()])
    origin.setNow(new Date(end.getTime() - 1))
    expect(await list(await origin.signIn(anna))).toHaveLength(1)
    origin.setNow(end)
    expect(await list(await origin.signIn(anna))).toEqual([])
    expect((await withdraw(anna, id)).status).toBe(409)
    expect((await userOf(anna)).credits).toBeGreaterThan(0)
  })

  // Paid at this moment: the last day in the brand's zone, on which the fourteenth, or what is left of a weekend, ends.
  test.each([
    ['2026-12-17T12:00:00Z', '2026-12-31', 'a working day at the end of the year'],
    ['2026-12-19T12:00:00Z', '2027-01-04', 'a Saturday: the Monday after it'],
    ['2026-12-20T12:00:00Z', '2027-01-04', 'a Sunday: the Monday after it'],
    ['2026-12-21T12:00:00Z', '2027-01-04', 'a Monday'],
    ['2027-03-14T12:00:00Z', '2027-03-29', 'the Sunday on which clocks go forward'],
    ['2027-10-16T12:00:00Z', '2027-11-01', 'the Saturday before they go back'],
    ['2028-02-15T12:00:00Z', '2028-02-29', 'a leap day'],
    ['2028-02-11T23:30:00Z', '2028-02-28', 'a Friday in UTC, a Saturday where the brand is']
  ])('what was paid at %s can be withdrawn from until %s: %s', async (paid, day) => {
    const { time_zone: zone } = origin.tenant('velvet').settings
    origin.setNow(new Date(paid))
    const anna = await aBuyer()
    const id = await order(origin, payments, anna)
    const end = dayBegins(zone, dayAfter(day))
    expect((await list(anna)).map(({ until }) => until)).toEqual([new Date(end.getTime() - 1).toISOString()])
    origin.setNow(end)
    expect((await withdraw(await origin.signIn(anna), id)).status).toBe(409)
    origin.setNow(new Date(end.getTime() - 1))
    expect((await withdraw(await origin.signIn(anna), id)).status).toBe(200)
  })

  test('keeps the days that the order was sold with, whatever the brand says later', async () => {
    await origin.publish({ id: 'velvet', refund_days: 30 })
    const anna = await aBuyer()
    await order(origin, payments, anna)
    const before = await list(anna)
    await origin.publish({ id: 'velvet', refund_days: 14 })
    expect(before).toHaveLength(1)
    expect(await list(anna)).toEqual(before)
  })

  test('is not for an order that the bank has taken back, whatever credits the member gets later', async () => {
    const anna = await aBuyer()
    const id = await order(origin, payments, anna)
    await use(anna, 5)
    await payments.sandbox.chargeBack(payments.sandbox.payments.find(({ reference }) => reference === id)!.id)
    const { db, now } = origin.deps
    await grantCredits(db, { member: anna.row.id, tenant: 'velvet', credits: 5, movement: newPublicId(), reason: 'goodwill', now: now() })
    expect(await userOf(anna)).toMatchObject({ credits: 5 })
    expect(await list(anna)).toEqual([])
    expect((await withdraw(anna, id)).status).toBe(409)
    expect((await origin.call('getLeaving', { as: anna })).body.unused).toEqual([])
  })

  test('the last day is that of the brand where it was bought, also on a sister brand whose days end at another time', async () => {
    await origin.publish({ id: 'velvet', time_zone: 'America/New_York' })
    const anna = await aBuyer()
    await order(origin, payments, anna)
    const [there] = await list(anna)
    expect(await list(await origin.signIn(anna, 'nordic'))).toEqual([there])
    expect(there!.time_zone).toBe('America/New_York')
    await origin.publish({ id: 'velvet', time_zone: 'Europe/Amsterdam' })
  })
})

describe('leaving', () => {
  const leaving = async (as: TestMember) => (await origin.call('getLeaving', { as })).body
  const stay = (as: TestMember) => origin.call('takeLeavingOffer', { as, query: { stay: '1' }, body: {} })
  const leave = (as: TestMember, refund: boolean) => origin.call('deleteAccount', { as, body: { password: PASSWORD, refund } })
  const prices = async (as: TestMember) => (await origin.call('getCredits', { as, query: { country: 'NL' } })).body.bundles
  const offering = async (delete_discount: boolean) => {
    const { settings, company } = origin.tenant('velvet')
    await origin.deps.tenants.publish(settings, { ...company, delete_discount }, 'test', origin.now())
  }

  test('the money of unused credits is offered, and goes back with the account, however old the order', async () => {
    const anna = await aBuyer()
    expect(await leaving(anna)).toEqual({ unused: [], offer: null })
    const id = await order(origin, payments, anna)
    const { total, credits } = await orderRow(id)
    await use(anna, 5)
    origin.advance(200 * DAY)
    const back = { credits: credits - 5, amount: Math.ceil((total * (credits - 5)) / credits) }
    const again = await origin.signIn(anna)
    expect((await leaving(again)).unused).toEqual([{ ...back, currency: 'EUR' }])
    expect((await leave(again, true)).status).toBe(200)
    expect(await orderRow(id)).toMatchObject({ refunded: back.amount, refunded_credits: back.credits })
    expect(await creditsOf(origin.deps.db, anna.row.id)).toBe(0)
    expect(
      (await origin.mails(anna.row.email)).map(({ subject }) => subject).filter((subject) => subject.includes('withdrawal'))
    ).toHaveLength(1)
  })

  test('nothing goes back unless it is wanted, nor with a wrong password', async () => {
    const anna = await aBuyer()
    const id = await order(origin, payments, anna)
    expect((await origin.call('deleteAccount', { as: anna, body: { password: 'not it', refund: true } })).status).toBe(422)
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
    const id = await order(origin, payments, anna, 'pay', { total: bundle!.discounted })
    expect(await orderRow(id)).toMatchObject({ status: 'completed', total: bundle!.discounted })
    expect(await prices(anna)).toEqual(before)
    // A sister site has no such code: nothing there would be cheaper.
    expect([(await stay(anna)).status, (await stay(await origin.signIn(anna, 'nordic'))).status]).toEqual([200, 404])
    await offering(false)
  })

  test('the offer ends with its days, once and for all', async () => {
    await offering(true)
    const anna = await aBuyer()
    await stay(anna)
    origin.advance(7 * DAY)
    const again = await origin.signIn(anna)
    expect([(await leaving(again)).offer, (await stay(again)).status]).toEqual([null, 404])
    expect((await prices(again)).every((bundle) => bundle.discounted === null)).toBe(true)
    await offering(false)
  })

  test('nothing is offered to someone new, who has better, or who has set a limit', async () => {
    await offering(true)
    const [fresh, calm] = [await origin.aMember(), await aBuyer()]
    await origin.call('setLimits', { as: calm, body: { limits: { currency: 'EUR', day: 1000, month: null } } })
    for (const one of [fresh, calm]) expect([(await leaving(one)).offer, (await stay(one)).status]).toEqual([null, 404])
    await offering(false)
  })
})

test('erasing a member with orders leaves the books and orders as they are, by number alone; what is left over goes to the house', async () => {
  const { db } = origin.deps
  const anna = await aBuyer()
  const id = await order(origin, payments, anna)
  await use(anna, 5)
  const legs = () => db.selectFrom('ledger_legs').selectAll().where('member_id', '=', anna.row.id).orderBy('id').execute()
  const [before, bought] = [await legs(), await orderRow(id)]
  expect((await origin.call('deleteAccount', { as: anna, body: { password: PASSWORD } })).status).toBe(200)
  origin.advance(15 * DAY)
  await runSweeps(origin.deps)
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
  const { db } = origin.deps
  const anna = await aBuyer()
  const id = await order(origin, payments, anna, 'pay', { save_card: true })
  const stored = await db.selectFrom('stored_cards').selectAll().where('member_id', '=', anna.row.id).executeTakeFirstOrThrow()
  const reports = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('order_id', '=', (await orderRow(id)).id)
    .execute()
  expect(reports.map(({ fact }) => (fact as { kind: string }).kind)).toContain('completed')
  for (const own of [stored.card, stored.customer, stored.label]) expect(JSON.stringify(reports)).not.toContain(own)
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
    getUser: async (as) => (await userOf(as)).time_bonus,
    updateUser: async (as) => (await origin.call('updateUser', { as, body: { language: 'en' } })).body.user.time_bonus,
    login: async ({ row }) =>
      (await origin.call('login', { body: { credentials: { login: row.email, password: PASSWORD } } })).body.user.time_bonus,
    getCredits: async (as) => (await origin.call('getCredits', { as, query: { country: 'NL' } })).body.discount,
    getWelcomeCode: async (as) => (await origin.call('getWelcomeCode', { as, query: { welcome: 'true' } })).body.discount,
    getLeaving: async (as) => (await origin.call('getLeaving', { as })).body.offer
  }

  test('is offered nothing, wherever something is offered', async () => {
    const found = ENDPOINTS.filter(({ name, output }) => offers(output as unknown as Schema) && !ASKED_FOR.includes(name))
    expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(places).sort())
    const { settings, company } = origin.tenant('velvet')
    await origin.deps.tenants.publish(settings, { ...company, delete_discount: true }, 'test', origin.now())
    for (const [name, ask] of Object.entries(places)) {
      for (const calm of [false, true]) {
        const anna = await (name === 'getLeaving' ? aBuyer() : origin.aMember())
        if (calm) await origin.call('setLimits', { as: anna, body: { pause: 'day' } })
        expect([name, calm, (await ask(anna)) === null]).toEqual([name, calm, calm])
      }
    }
    await origin.deps.tenants.publish(settings, company, 'test', origin.now())
  })
})

describe('each line of /premium is true [ROLE-16]', () => {
  beforeAll(() => origin.publish({ id: 'velvet', message_credits: 2 }))
  afterAll(() => origin.publish({ id: 'velvet', message_credits: 0 }))

  /** The names of the lines in the texts, as the page has them. */
  async function shown(premium: boolean): Promise<string[]> {
    const { settings } = origin.tenant('velvet')
    const page = part(await renderPage('/premium', { tenant: settings, member: true, answers: memberAnswers({ paid: premium }) }), 'main')
    return [...page.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => {
      const key = Object.entries(shop).find(([, text]) => text === title)?.[0]
      return /^premium\.(\w+)_title$/.exec(key ?? '')?.[1] ?? `unknown: ${title}`
    })
  }

  /** By the line's name in the texts; `as` is the member, who has bought or not. */
  const lines: Record<string, (as: TestMember, premium: boolean) => Promise<void>> = {
    async photos(as, premium) {
      const bob = await origin.aMember()
      for (let count = 0; count < 3; count++) await givePhoto(origin, bob)
      const { more_photos: more, main_image: main } = (await origin.call('getMember', { as, query: { id: bob.id } })).body.member!
      expect([main !== null, more.map(({ locked }) => locked)]).toEqual([true, [!premium, !premium]])
    },
    async conversations(as, premium) {
      const open = async () => {
        const headers = { 'idempotency-key': newPublicId() }
        return (await origin.call('sendMessage', { as, body: { member: (await origin.aMember()).id, text: 'Hello', credits: 2 }, headers }))
          .status
      }
      const before = (await userOf(as)).credits
      const answers: number[] = []
      for (let count = 0; count < 4; count++) answers.push(await open())
      expect(answers).toEqual(premium ? [200, 200, 200, 200] : [200, 200, 403, 403])
      expect(before - (await userOf(as)).credits).toBe(premium ? 4 : 0)
    },
    async uploads(as, premium) {
      expect((await origin.call('listPhotos', { as })).body.limit).toBe(premium ? 25 : 3)
      for (let count = 0; count < 5; count++) await givePhoto(origin, as)
      const seen = (await origin.call('getMember', { as: await aBuyer(), query: { id: as.id } })).body.member!
      expect(seen.photo_count).toBe(premium ? 5 : 3)
    },
    /** Until all orders went back, one by a refund and one by the bank; no photo is deleted by that. */
    async stays(as, premium) {
      if (!premium) return
      origin.advance(400 * DAY)
      const anna = await origin.signIn(as)
      const second = await order(origin, payments, anna)
      const [first] = (await origin.call('listTransactions', { as: anna })).body.transactions.slice(-1)
      const payment = (id: string) => payments.sandbox.payments.find(({ reference }) => reference === id)!.id
      await payments.sandbox.refundAtDesk(payment(first!.payment_id), first!.total)
      expect(await userOf(anna)).toMatchObject({ paid_user: true })
      await payments.sandbox.chargeBack(payment(second))
      expect(await userOf(anna)).toMatchObject({ paid_user: false })
      const own = (await origin.call('listPhotos', { as: anna })).body
      expect([own.limit, own.photos.length]).toEqual([3, 5])
      expect((await origin.call('getMember', { as: await aBuyer(), query: { id: anna.id } })).body.member!.photo_count).toBe(3)
    }
  }

  test.each([false, true])('for a member with Premium: %s', async (premium) => {
    const names = await shown(premium)
    expect(names.toSorted()).toEqual(Object.keys(lines).sort())
    const anna = await aBuyer()
    if (premium) await order(origin, payments, anna)
    // The last one takes Premium away again.
    expect(names.at(-1)).toBe('stays')
    for (const name of names) await lines[name]!(anna, premium)
  })
})

describe('a ban', () => {
  const ban = ({ id }: TestMember, measure: 'ban' | 'suspend') =>
    inUnitOfWork(origin.deps, (unit) =>
      takeMeasure(unit, {
        about: id,
        measure,
        rule: 'money',
        reasons: 'You asked for money.',
        until: measure === 'suspend' ? new Date(origin.now().getTime() + DAY * 1000) : null,
        author: 'mia'
      })
    )
  async function standing({ row }: TestMember) {
    const answer = await origin.call('login', { body: { credentials: { login: row.email, password: PASSWORD } } })
    const token = /^limited=([^;]+);/.exec(answer.headers.get('set-cookie') ?? '')![1]!
    return (await origin.call('getStanding', { headers: { cookie: `limited=${token}` } })).body.decision
  }

  test('gives the money of unused credits back at once, and says so; a suspension only says what they are worth', async () => {
    const [anna, bob] = [await aBuyer(), await aBuyer()]
    const id = await order(origin, payments, anna)
    await order(origin, payments, bob)
    await use(anna, 3)
    const { total, credits } = await orderRow(id)
    const back = { credits: credits - 3, amount: Math.ceil((total * (credits - 3)) / credits) }
    await ban(anna, 'ban')
    await refundsIdle(origin.deps)
    expect(await orderRow(id)).toMatchObject({ refunded: back.amount, refunded_credits: back.credits })
    const { facts } = payments.sandbox.payments.find(({ reference }) => reference === id)!
    expect(facts.at(-1)).toMatchObject({ kind: 'refunded', amount: back.amount })
    expect(await standing(anna)).toMatchObject({ measure: 'ban', refunded: [{ ...back, currency: 'EUR' }], unused: [] })
    await ban(bob, 'suspend')
    expect(await standing(bob)).toMatchObject({ measure: 'suspend', refunded: [], unused: [{ credits, amount: total, currency: 'EUR' }] })
  })

  test('says what that ban gave back: neither what the member withdrew before, nor what an earlier ban did', async () => {
    const anna = await aBuyer()
    const withdrawn = await order(origin, payments, anna)
    await origin.call('withdraw', { as: anna, body: { payment_id: withdrawn } })
    const first = await order(origin, payments, anna)
    await use(anna, 3)
    const worth = async (id: string, unused: number) => {
      const { total, credits } = await orderRow(id)
      return [{ credits: unused, amount: Math.ceil((total * unused) / credits), currency: 'EUR' }]
    }
    const { credits } = await orderRow(first)
    await ban(anna, 'ban')
    expect((await standing(anna))!.refunded).toEqual(await worth(first, credits - 3))
    origin.advance(60)
    const lifting = { member: anna.id, author: 'mia', reason: 'A mistake.' }
    expect(await inUnitOfWork(origin.deps, (unit) => unban(unit, lifting))).toMatchObject({ done: true })
    const again = await origin.signIn(anna)
    const second = await order(origin, payments, again)
    await use(again, 7)
    await ban(again, 'ban')
    expect((await standing(again))!.refunded).toEqual(await worth(second, credits - 7))
  })

  const closings = {
    banned: (one: TestMember) => ban(one, 'ban'),
    suspended: (one: TestMember) => ban(one, 'suspend'),
    deleted: (as: TestMember) => origin.call('deleteAccount', { as, body: { password: PASSWORD, refund: true } })
  }

  test.each([
    ['banned', 'cancelled'],
    ['deleted', 'cancelled'],
    ['suspended', 'completed']
  ] as const)('what is paid only after the account was %s: the order is %s', async (how, status) => {
    const anna = await aBuyer()
    const id = await order(origin, payments, anna, 'later')
    await closings[how](anna)
    const payment = payments.sandbox.payments.find(({ reference }) => reference === id)!
    await payments.sandbox.settleLate(payment.id, true)
    await refundsIdle(origin.deps)
    const { credits, total, status: became } = await orderRow(id)
    const back = payment.facts.filter(({ kind }) => kind === 'refunded').map(({ amount }) => amount)
    expect({ became, back, credits: await creditsOf(origin.deps.db, anna.row.id) }).toEqual(
      status === 'completed' ? { became: status, back: [], credits } : { became: status, back: [total], credits: 0 }
    )
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql, type Insertable } from 'kysely'
import { bestDiscount, type Buying } from '../../origin/discounts/best-discount.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { endCode, listCodes, makeCode, type NewCode } from '../../origin/discounts/manage-codes.ts'
import { completeDiscount, releaseDiscount, reserveDiscount } from '../../origin/discounts/uses.ts'
import type { DiscountsTables } from '../../origin/db/tables/discounts.ts'
import type { Db } from '../../origin/http/handler.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import { newReference } from '../../origin/db/reference.ts'
import { discounted } from '../../shared/rules/prices.ts'
import type { User } from '../../shared/api/user.ts'
import { PASSWORD, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const DAY = 86_400
const FULL = 1995

/** A member who signed up this many seconds ago. */
const aMember = (age: number, overrides: { paid_user?: boolean; tenant?: string } = {}) =>
  origin.aMember({ ...overrides, signup_date: new Date(origin.now().getTime() - age * 1000) })
const anOldMember = () => aMember(30 * DAY)

let codes = 0
async function aCode(overrides: Partial<Insertable<DiscountsTables['discount_codes']>> = {}): Promise<string> {
  const code = `SPRING-${++codes}`
  const row = { tenant: 'velvet', code, value_percentage: 10, created_at: origin.now(), author: 'mia', reason: 'spring', ...overrides }
  await origin.deps.db.insertInto('discount_codes').values(row).execute()
  return code
}

const ask = async (as: TestMember, query: Record<string, string>) => (await origin.call('getDiscountCode', { as, query })).body
const best = (as: TestMember, { price = FULL, ...more }: Partial<Buying & { price: number }> = {}, db: Db = origin.deps.db) =>
  bestDiscount(db, {
    member: as.row,
    tenant: origin.tenant('velvet'),
    country: 'NL',
    currency: 'EUR',
    price,
    now: origin.now(),
    ...more
  })

/** An order of a member with the best discount, as it is placed; throws what refuses it. */
async function order(as: TestMember, code?: string) {
  return await origin.deps.db.transaction().execute(async (db) => {
    const found = await best(as, { code }, db)
    const total = found ? discounted(FULL, found.percentage) : FULL
    const values = {
      public_id: newPublicId(),
      reference: newReference(),
      tenant: 'velvet',
      member_id: as.row.id,
      bundle: '50',
      credits: 50,
      currency: 'EUR',
      price: FULL,
      discount: FULL - total,
      total,
      vat_rate: 21,
      country: 'NL',
      method: 'card' as const,
      provider: 'sandbox',
      created_at: origin.now(),
      discount_code_id: found?.id ?? null
    }
    const placed = await db.insertInto('orders').values(values).returningAll().executeTakeFirstOrThrow()
    await reserveDiscount(db, placed, origin.now())
    return placed
  })
}

describe('the time bonus', () => {
  test.each([
    ['of a new member', 13_999, 25],
    ['in its last second', 14_399, 25],
    ['at its end', 14_400, null],
    ['after its end', 14_401, null],
    ['a day later', DAY, null]
  ])('%s, %i s after signing up [TB-3] [TB-6] [TB-7] [TB-12] [CON-5] [CON-6]', async (_, age, percentage) => {
    const anna = await aMember(age)
    const { discount, refusal } = await ask(anna, { code: 'TIMEBONUS25' })
    const expires = new Date(anna.row.signup_date.getTime() + 14_400_000).toISOString()
    const always = { code: 'TIMEBONUS25', value_percentage: 25, minimum_order_value: 0, validity: 'once-per-user', status: 'active' }
    expect(discount).toEqual({
      ...always,
      expires,
      expired: percentage === null,
      country: null,
      currency: null,
      user_id: null,
      paymentmethods: []
    })
    expect(refusal).toBe(percentage === null ? 'expired' : null)
    const { user } = (await origin.call('getUser', { as: anna })).body
    expect(user.welcome === null).toBe(percentage !== null)
    expect(user.time_bonus).toEqual(
      percentage === null ? null : { code: 'TIMEBONUS25', percentage: 25, ends_at: expires, popup_shown: false }
    )
    // The smallest bundle: the welcome code is for larger ones.
    expect((await best(anna, { price: 995 }))?.percentage ?? null).toBe(percentage)
  })

  test('its popup was shown once that is told, on whatever device, to this member alone [TB-9]', async () => {
    const [anna, bea] = [await origin.aMember(), await origin.aMember()]
    const shown = async (as: TestMember) => (await origin.call('getUser', { as })).body.user.time_bonus?.popup_shown
    expect((await origin.call('seeTimeBonus', { as: anna, body: {} })).status).toBe(200)
    expect([await shown(await origin.signIn(anna)), await shown(bea)]).toEqual([true, false])
  })

  test('ends at the same time in another language, and with a new session [TB-3]', async () => {
    const anna = await aMember(14_399)
    const again = await origin.signIn(anna)
    for (const language of ['nl', 'de'] as const)
      expect(
        (await origin.call('getDiscountCode', { as: again, query: { code: 'TIMEBONUS25' }, facts: { language } })).body.refusal
      ).toBeNull()
    origin.advance(1)
    expect((await ask(await origin.signIn(again), { code: 'TIMEBONUS25' })).refusal).toBe('expired')
    expect(await best(again, { code: 'TIMEBONUS25', price: 995 })).toBeNull()
  })

  test('is no offer to someone who has bought [TB-5] [ROLE-11]', async () => {
    const anna = await aMember(60, { paid_user: true })
    expect((await origin.call('getUser', { as: anna })).body.user.time_bonus).toBeNull()
    expect(await best(anna)).toBeNull()
    expect((await ask(anna, { code: 'timebonus25' })).refusal).toBe('expired')
  })

  test('is not offered to someone with a spending limit of their own; typing it still works', async () => {
    const anna = await aMember(60)
    await origin.call('setLimits', { as: anna, body: { limits: { currency: 'EUR', day: 5000, month: null } } })
    expect((await origin.call('getUser', { as: anna })).body.user).toMatchObject({ time_bonus: null, welcome: null })
    expect(await best(anna)).toBeNull()
    expect((await origin.call('getWelcomeCode', { as: anna, query: { welcome: 'true' } })).body).toEqual({ discount: null })
    expect(await best(anna, { code: 'TIMEBONUS25' })).toMatchObject({ kind: 'time_bonus' })
  })

  test('goes before an equal welcome code, and they never add up [TB-7]', async () => {
    const anna = await aMember(60)
    expect(await best(anna)).toMatchObject({ kind: 'time_bonus', percentage: 25 })
    origin.advance(14_400)
    expect(await best(anna)).toMatchObject({ kind: 'welcome', percentage: 25, minimum: 1995 })
    expect(await best(anna, { price: 1994 })).toBeNull()
  })
})

describe('while offers can’t be read', () => {
  const logged: unknown[] = []
  const rename = (from: string, to: string) => sql.raw(`alter table ${from} rename to ${to}`).execute(origin.deps.db)
  let log: TestOrigin['deps']['log']
  beforeAll(async () => {
    ;({ log } = origin.deps)
    origin.deps.log = Object.assign(Object.create(log) as typeof log, { error: (entry: unknown) => void logged.push(entry) })
    await rename('discount_codes', 'discount_codes_away')
  })
  afterAll(async () => {
    await rename('discount_codes_away', 'discount_codes')
    origin.deps.log = log
  })
  beforeEach(() => void logged.splice(0))

  test.each<[string, (as: TestMember) => Promise<{ status: number; body: { user: User } }>]>([
    ['getUser', (as) => origin.call('getUser', { as })],
    ['login', ({ row }) => origin.call('login', { body: { credentials: { login: row.email, password: PASSWORD } } })],
    ['updateUser', (as) => origin.call('updateUser', { as, body: { language: 'de' } })]
  ])('%s answers without them, keeps what it has written, and the failure is logged [API-19]', async (name, call) => {
    const anna = await aMember(60)
    const { status, body } = await call(anna)
    expect([status, body.user.time_bonus, body.user.welcome]).toEqual([200, null, null])
    expect(logged).toEqual([{ err: expect.objectContaining({ message: expect.stringContaining('discount_codes') as string }) as Error }])
    if (name === 'updateUser') expect((await origin.call('getUser', { as: anna })).body.user.language).toBe('de')
    if (name === 'login') expect((await origin.call('listSessions', { as: anna })).body.sessions.length).toBeGreaterThan(1)
  })
})

describe('the welcome code', () => {
  test.each([
    ['in its last second', 7 * DAY - 1, {}, true],
    ['after seven days', 7 * DAY, {}, false],
    ['of someone who has bought', 60, { paid_user: true }, false]
  ])('%s [API-18] [CON-6] [SCR-25]', async (_, age, overrides, there) => {
    const anna = await aMember(age, overrides)
    const { status, body } = await origin.call('getWelcomeCode', { as: anna, query: { welcome: 'true' } })
    expect(status).toBe(200)
    const expires = new Date(anna.row.signup_date.getTime() + 7 * DAY * 1000).toISOString()
    const { user } = (await origin.call('getUser', { as: anna })).body
    const offer = { code: 'WELCOME25', percentage: 25, minimum: 1995, currency: 'EUR', ends_at: expires }
    expect(user.welcome).toEqual(there ? offer : null)
    if (!there) expect(body).toEqual({ discount: null })
    else
      expect(body.discount).toMatchObject({
        code: 'WELCOME25',
        value_percentage: 25,
        minimum_order_value: 1995,
        currency: 'EUR',
        expires,
        expired: false
      })
  })
})

describe('a code', () => {
  const past = () => new Date(origin.now().getTime() - 1)
  const REFUSED: [string, () => Parameters<typeof aCode>[0], Record<string, string>, string | null][] = [
    ['that applies', () => ({}), {}, null],
    ['of another brand [ENT-20]', () => ({ tenant: 'nordic' }), {}, 'not_found'],
    [
      'that was ended [ENT-33]',
      () => ({ status: 'inactive', ended_at: origin.now(), ended_by: 'mia', end_reason: 'over' }),
      {},
      'not_found'
    ],
    ['that has expired [ENT-23]', () => ({ expires: past() }), {}, 'expired'],
    ['for another country [ENT-22]', () => ({ country: 'BE' }), {}, 'country'],
    ['for this country [ENT-22]', () => ({ country: 'BE' }), { country: 'BE' }, null],
    ['for another currency [ENT-22]', () => ({ currency: 'GBP' }), {}, 'currency'],
    ['for another method [ENT-22]', () => ({ paymentmethods: ['paypal'] }), { method: 'card' }, 'method'],
    ['for this method [ENT-22]', () => ({ paymentmethods: ['paypal'] }), { method: 'paypal' }, null],
    ['below its minimum [ENT-21]', () => ({ minimum_order_value: 2000, currency: 'EUR' }), { order: '1999' }, 'minimum'],
    ['at its minimum [ENT-21]', () => ({ minimum_order_value: 2000, currency: 'EUR' }), { order: '2000' }, null]
  ]
  test.each(REFUSED)('%s', async (_, row, query, refusal) => {
    const anna = await anOldMember()
    const code = await aCode(row())
    const answer = await ask(anna, { code: ` ${code.toLowerCase()} `, ...query })
    expect(answer.refusal).toBe(refusal)
    if (refusal === 'not_found') expect(answer.discount).toBeNull()
    else expect(answer.discount).toMatchObject({ code, expired: refusal === 'expired' })
    const { country, method } = query
    const found = await best(anna, {
      code,
      price: Number(query.order ?? FULL),
      ...(country && { country }),
      ...(method && { method: method as 'card' })
    })
    expect(found?.code ?? null).toBe(refusal === null ? code : null)
  })

  test('of another member is not found; the member has it without typing it [ENT-33]', async () => {
    const [anna, ben] = [await anOldMember(), await anOldMember()]
    const code = await aCode({ member_id: anna.row.id, value_percentage: 40 })
    expect(await ask(ben, { code })).toEqual({ discount: null, refusal: 'not_found' })
    expect(await ask(anna, { code })).toMatchObject({ discount: { user_id: anna.id }, refusal: null })
    expect((await best(anna))?.code).toBe(code)
  })

  test('that no one made is not found [VAL-9]', async () => {
    expect(await ask(await anOldMember(), { code: 'NO-SUCH-CODE' })).toEqual({ discount: null, refusal: 'not_found' })
  })

  test.each([
    ['without a minimum is named where it is used, though another saves more on larger bundles', 20, 0, ['code', 'WELCOME25'], null],
    ['that is never used says from what price it counts', 20, 1500, [null, 'WELCOME25'], null],
    ['that is used on larger bundles alone says so too', 30, 1500, [null, 'code'], null],
    ['for more than any bundle costs is refused', 20, 1_000_000, [null, 'WELCOME25'], 'minimum']
  ] as const)('beside the welcome code, one %s [ENT-21] [TB-7]', async (_, value_percentage, minimum_order_value, used, refusal) => {
    const code = await aCode({ value_percentage, minimum_order_value, currency: 'EUR' })
    const { body } = await origin.call('getCredits', { as: await aMember(5 * 3600), query: { country: 'NL', code } })
    const own = used.map((name) => (name === 'code' ? code : name))
    expect(body.bundles.slice(0, 2).map((bundle) => bundle.code)).toEqual(own)
    expect([body.discount?.code, body.minimum, body.refusal]).toEqual([own.find((name) => name !== null), minimum_order_value, refusal])
  })

  test('counts only if it is the best', async () => {
    const anna = await aMember(60)
    expect((await best(anna, { code: await aCode({ value_percentage: 24.9 }) }))?.kind).toBe('time_bonus')
    expect((await best(anna, { code: await aCode({ value_percentage: 25.1 }) }))?.kind).toBe('code')
  })
})

describe('a use', () => {
  test('is free again when the order fails, and gone when it was paid [VAL-10] [ENT-23]', async () => {
    const anna = await anOldMember()
    const code = await aCode()
    const first = await order(anna, code)
    // The next order closes a page that is only open.
    expect((await ask(anna, { code })).refusal).toBeNull()
    await origin.deps.db.updateTable('orders').set({ status: 'pending' }).where('id', '=', first.id).execute()
    expect((await ask(anna, { code })).refusal).toBe('used')
    await releaseDiscount(origin.deps.db, first)
    const second = await order(anna, code)
    expect(second.discount).toBe(200)
    await completeDiscount(origin.deps.db, second, origin.now())
    await releaseDiscount(origin.deps.db, second)
    expect((await ask(anna, { code })).refusal).toBe('used')
    expect((await order(anna, code)).discount).toBe(0)
  })

  test('of an unlimited code can be repeated', async () => {
    const anna = await anOldMember()
    const code = await aCode({ validity: 'unlimited' })
    expect([(await order(anna, code)).discount, (await order(anna, code)).discount]).toEqual([200, 200])
  })

  test('of a code that was ended after it was found is refused', async () => {
    const anna = await anOldMember()
    const placed = await order(anna)
    const { id } = await origin.deps.db
      .selectFrom('discount_codes')
      .select('id')
      .where('code', '=', await aCode({ status: 'inactive', ended_at: origin.now() }))
      .executeTakeFirstOrThrow()
    await expect(reserveDiscount(origin.deps.db, { ...placed, discount_code_id: id }, origin.now())).rejects.toMatchObject({
      code: 'already_used'
    })
  })
})

describe('the operator', () => {
  const made = (overrides: Partial<NewCode> = {}) =>
    inUnitOfWork(origin.deps, (unit) =>
      makeCode(unit, {
        tenant: 'velvet',
        code: `MADE-${++codes}`,
        percentage: 12.5,
        minimum: 0,
        country: null,
        currency: null,
        methods: [],
        member: null,
        expires: null,
        validity: 'once-per-user',
        author: 'mia',
        reason: 'Spring',
        ...overrides
      })
    )

  test('makes a code that applies right away, and ends it; an order that has it keeps it [ENT-33]', async () => {
    const anna = await anOldMember()
    expect(await made({ code: 'OPERATOR' })).toBe('made')
    expect((await order(anna, 'operator')).discount).toBe(250)
    const listed = (await listCodes(origin.deps.db, 'velvet')).find(({ code }) => code === 'OPERATOR')
    expect(listed).toMatchObject({ reserved: 1, completed: 0, author: 'mia', reason: 'Spring' })
    const end = { tenant: 'velvet', code: 'OPERATOR', author: 'ben', reason: 'Over', now: origin.now() }
    expect(await endCode(origin.deps.db, { ...end, tenant: 'nordic' })).toBe(false)
    expect(await endCode(origin.deps.db, end)).toBe(true)
    expect(await ask(await anOldMember(), { code: 'OPERATOR' })).toEqual({ discount: null, refusal: 'not_found' })
    expect(await endCode(origin.deps.db, end)).toBe(false)
  })

  test('can neither end an offer for staying, which is promised to its member, nor make a code of its name', async () => {
    const { settings, company } = origin.tenant('velvet')
    await origin.deps.tenants.publish(settings, { ...company, delete_discount: true }, 'test', origin.now())
    const anna = await anOldMember()
    const stay = () => origin.call('takeLeavingOffer', { as: anna, query: { stay: '1' }, body: {} })
    expect((await stay()).body).toMatchObject({ code: 'STAY' })
    const end = { tenant: 'velvet', code: 'STAY', author: 'ben', reason: 'Over', now: origin.now() }
    expect(await endCode(origin.deps.db, end)).toBe(false)
    expect([(await stay()).status, (await best(anna))?.kind]).toEqual([200, 'leaving'])
    expect(await made({ code: 'STAY' })).toBe('reserved')
    // One that was ended before that was refused isn't promised any more.
    await origin.deps.db
      .updateTable('discount_codes')
      .set({ status: 'inactive', ended_at: origin.now() })
      .where('kind', '=', 'leaving')
      .execute()
    expect((await stay()).status).toBe(404)
    await origin.deps.tenants.publish(settings, company, 'test', origin.now())
  })

  test('can’t make one that exists, like one of the product, or for a member of another brand', async () => {
    const code = await aCode()
    expect(await made({ code })).toBe('taken')
    expect(await made({ code: 'TIMEBONUS25' })).toBe('taken')
    expect(await made({ code, tenant: 'nordic' })).toBe('made')
    expect(await made({ member: (await origin.aMember({ tenant: 'isle' })).id })).toBe('no_member')
  })
})

test('a brand that sells nothing has no discounts', async () => {
  await origin.publish({ id: 'roses', payment_provider: 'none', bundles: [] })
  const anna = await origin.aMember({ tenant: 'roses' })
  expect((await origin.call('getWelcomeCode', { as: anna, query: { welcome: 'true' } })).body).toEqual({ discount: null })
  expect(await ask(anna, { code: 'TIMEBONUS25' })).toEqual({ discount: null, refusal: 'not_found' })
})

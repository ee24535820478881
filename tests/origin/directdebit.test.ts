import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eraseMembers } from '../../origin/accounts/life-cycle/erase-members.ts'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { forgetMandates } from '../../origin/directdebit/forget-mandates.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { purgeExpiredMandates } from '../../origin/directdebit/store.ts'
import { createTwilioSms, NumberRefused, type OutgoingSms } from '../../origin/providers/sms.ts'
import {
  ProviderRefused,
  ProviderUnavailable,
  type DebitMandate,
  type KeptCard,
  type PaymentProvider,
  type PaymentProviders
} from '../../origin/providers/payment/port.ts'
import { DEBITED } from '../../origin/providers/payment/sandbox/payments.ts'
import { dayAfter, dayBegins, dayIn } from '../../shared/rules/day.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { PASSWORD, readable, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { anOrder, insertAMandate, startPayments, type Payments } from '../fixtures/payments.ts'

const IBAN = 'NL91ABNA0417164300'
const ACCOUNT = { holder: 'Anna de Wit', iban: IBAN, phone: '06 12345678' }

/** The brand; the members of this file share an account, and pay more than a brand lets them. */
const SELLING = {
  id: 'velvet',
  payment_provider: 'sandbox',
  descriptor: 'BRANDHOUSE',
  directdebit_limits: { day: 1_000_000, month: 1_000_000 }
} as const

const origin = sharedOrigin()
let payments: Payments
const texts: OutgoingSms[] = []
beforeAll(async () => {
  payments = await startPayments(origin)
  await origin.publish(SELLING)
  origin.deps.sms = { send: async (sms) => void texts.push(sms) }
})
afterAll(async () => {
  const { problems } = await proveBooks(origin.deps.db)
  await payments.close()
  expect(problems).toEqual([])
})

let phones = 0
/** A phone of its own for each test: codes are limited by phone. */
const aPhone = () => `+316${String(20_000_000 + (phones += 1))}`
let networks = 0
const aNetwork = () => ({ ip: `198.51.${(networks += 1)}.7` })
const aBuyer = () => origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z') })

const start = (as: TestMember, account: object = {}, facts: object = aNetwork()) =>
  origin.call('startDirectDebit', { as, facts, body: { ...ACCOUNT, phone: aPhone(), ...account } })
const get = async (as: TestMember) => (await origin.call('getDirectDebit', { as })).body

/** The code of the last text message. */
async function lastCode(): Promise<string> {
  await origin.idle()
  return /\d{6}/.exec(texts.at(-1)!.text)![0]
}

const sign = (as: TestMember, id: string, code: string) => origin.call('signDirectDebit', { as, body: { id, code } })

/** A mandate that was signed. */
async function aMandate(as: TestMember, account: object = {}) {
  const { waiting } = (await start(as, account)).body
  const { status, body } = await sign(as, waiting!.id, await lastCode())
  expect(status).toBe(200)
  return body.mandate!
}

const create = (as: TestMember, overrides: object = {}) =>
  origin.call('createPayment', { as, body: anOrder(origin, { method: 'directdebit', ...overrides }) })
const show = async (as: TestMember, id: string) => (await origin.call('getPayment', { as, query: { id } })).body
const paymentOf = (reference: string) => payments.sandbox.payments.find((one) => one.reference === reference)!
const userOf = async (as: TestMember) => (await origin.call('getUser', { as })).body.user

describe('a mandate', () => {
  test('is signed by the code from the phone, mailed word for word, and shows four digits of the IBAN [SCR-21] [SCR-22]', async () => {
    const me = await aBuyer()
    expect(await get(me)).toMatchObject({ mandate: null, waiting: null, blocked: false, creditor: { id: 'NL69ZZZ123456780000' } })
    const phone = aPhone()
    const { body } = await start(me, { iban: 'nl91 abna 0417 1643 00', phone: `0${phone.slice(3)}` })
    expect(body.waiting).toMatchObject({ holder: 'Anna de Wit', iban_end: '4300', phone_end: phone.slice(-2) })
    const code = await lastCode()
    expect(texts.at(-1)!.to).toBe(phone)

    const signed = await sign(me, body.waiting!.id, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(signed.body).toMatchObject({ mandate: { reference: body.waiting!.reference, iban_end: '4300' }, waiting: null })
    // The answer was lost, and the browser asks again.
    expect((await sign(me, body.waiting!.id, code)).body.mandate).toEqual(signed.body.mandate)
    const [mail, ...more] = (await origin.mails(me.row.email)).filter(({ text }) => text.includes(body.waiting!.reference))
    expect(more).toEqual([])
    const { company } = origin.tenant('velvet')
    for (const part of [company.name, company.address, 'NL69ZZZ123456780000', 'Anna de Wit', '•••• 4300'])
      expect(mail!.text).toContain(part)
    expect((await origin.call('getCredits', { as: me })).body.mandate).toEqual({ iban_end: '4300' })

    // Neither IBAN nor phone nor code can be read anywhere.
    const row = await origin.deps.db.selectFrom('debit_mandates').selectAll().where('member_id', '=', me.row.id).executeTakeFirstOrThrow()
    const everything = `${readable(row)} ${await origin.everything()} ${mail!.text} ${mail!.html}`
    for (const secret of [IBAN, phone]) expect(everything).not.toContain(secret)
    expect(row.code_key).toBeNull()
  })

  test('for a phone that takes no text messages leaves no more of it than two digits', async () => {
    const real = origin.deps.sms
    const phone = aPhone()
    origin.deps.sms = { send: () => Promise.reject(new NumberRefused('the number takes no text messages (21614)')) }
    try {
      expect((await start(await aBuyer(), { phone })).status).toBe(200)
      await origin.idle()
    } finally {
      origin.deps.sms = real
    }
    const dead = await origin.deps.db
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', 'sms')
      .where('dead_at', 'is not', null)
      .execute()
    expect(dead).toMatchObject([{ recipient: phone.slice(-2), message: {}, reason: 'the number takes no text messages (21614)' }])
    expect(await origin.everything()).not.toContain(phone)
  })

  test('that a new APP_SECRET has made unreadable counts as none: the member signs another one', async () => {
    const [me, other] = [await aBuyer(), await aBuyer()]
    await aMandate(me)
    await start(other)
    const { app } = origin.deps.secrets
    origin.deps.secrets.app = 'a secret that came later'
    try {
      for (const as of [me, other]) expect(await get(as)).toMatchObject({ mandate: null, waiting: null })
      expect((await origin.call('getCredits', { as: me })).body.mandate).toBeNull()
      expect((await create(me)).body.error?.code).toBe('mandate_needed')
      for (const as of [me, other]) expect(await aMandate(as)).toEqual((await get(as)).mandate)
      expect((await create(me)).status).toBe(200)
    } finally {
      origin.deps.secrets.app = app
    }
  })

  test.each([
    [{ iban: 'NL91ABNA0417164301' }, 'iban', 'iban'],
    [{ iban: 'hello' }, 'iban', 'iban'],
    [{ iban: '' }, 'iban', 'required'],
    [{ iban: 'BR1800360305000010009795493C1' }, 'iban', 'iban_country'],
    [{ phone: '12' }, 'phone', 'phone'],
    [{ phone: '020 7946 0123' }, 'phone', 'phone'],
    [{ phone: '+1 212 555 0123' }, 'phone', 'phone_country'],
    [{ holder: '1234' }, 'holder', 'holder'],
    [{ holder: 'x'.repeat(71) }, 'holder', 'too_long']
  ])('is not prepared with %j, and no code is sent', async (wrong, field, code) => {
    const me = await aBuyer()
    const before = texts.length
    const { status, body } = await start(me, wrong)
    expect([status, body.error?.fields?.map((one) => [one.field, one.code])]).toEqual([422, [[field, code]]])
    await origin.idle()
    expect(texts.length).toBe(before)
    expect((await get(me)).waiting).toBeNull()
  })

  test('takes three tries of a code and ten minutes [VAL-11]', async () => {
    const me = await aBuyer()
    const first = (await start(me)).body.waiting!
    const code = await lastCode()
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (const _ of [1, 2, 3]) {
      const { status, body } = await sign(me, first.id, wrong)
      expect([status, body.error?.fields]).toEqual([
        422,
        [{ field: 'code', code: 'code_invalid', message_key: 'field.code_invalid', params: {} }]
      ])
    }
    expect((await sign(me, first.id, code)).status).toBe(422)
    expect((await get(me)).waiting).toMatchObject({ id: first.id, until: null })

    const second = (await start(me)).body.waiting!
    const late = await lastCode()
    expect((await sign(me, first.id, late)).status).toBe(404)
    origin.advance(10 * 60)
    expect((await sign(me, second.id, late)).status).toBe(422)
  })

  test('belongs to one member alone: another member neither signs, sees nor revokes it', async () => {
    const [me, other] = [await aBuyer(), await aBuyer()]
    const { waiting } = (await start(me)).body
    const code = await lastCode()
    expect((await sign(other, waiting!.id, code)).status).toBe(404)
    await origin.call('revokeDirectDebit', { as: other, body: { id: waiting!.id } })
    expect((await get(other)).waiting).toBeNull()
    expect((await sign(me, waiting!.id, code)).status).toBe(200)
  })

  test('is revoked and replaced; nothing more is ordered by the old one', async () => {
    const me = await aBuyer()
    const first = await aMandate(me)
    const second = await aMandate(me, { iban: 'DE89370400440532013000' })
    expect(second).toMatchObject({ iban_end: '3000' })
    expect((await origin.call('revokeDirectDebit', { as: me, body: { id: first.id } })).body.mandate).toEqual(second)
    expect((await origin.call('revokeDirectDebit', { as: me, body: { id: second.id } })).body.mandate).toBeNull()
    const { status, body } = await create(me)
    expect([status, body.error?.code]).toEqual([409, 'mandate_needed'])
  })

  test.each(['member', 'phone', 'network'] as const)('codes are limited by %s', async (by) => {
    const [me, phone, network] = [await aBuyer(), aPhone(), aNetwork()]
    const once = async () =>
      await start(by === 'member' ? me : await aBuyer(), by === 'phone' ? { phone } : {}, by === 'network' ? network : aNetwork())
    let sent = 0
    while ((await once()).status === 200) sent += 1
    expect(sent).toBe(by === 'network' ? 15 : 5)
    const { status, body } = await once()
    expect([status, body.error?.code]).toEqual([409, 'too_many_codes'])
    expect((await start(await aBuyer())).status).toBe(200)
  })

  test('is offered nowhere without a provider of text messages, and nowhere without a creditor identifier', async () => {
    const me = await aBuyer()
    const methods = async () => (await origin.call('getCredits', { as: me })).body.methods.map(({ id }) => id)
    expect(await methods()).toContain('directdebit')
    const settings = () => origin.call('getSettings', { query: { 'forced-domain': 'velvet.example' } })
    const before = await settings()
    expect(before.body.sends_texts).toBe(true)
    const { sms } = origin.deps
    origin.deps.sms = null
    // An edge that has asked before is told, too.
    const tag = before.headers.get('etag')!
    const after = await origin.call('getSettings', { query: { 'forced-domain': 'velvet.example' }, headers: { 'if-none-match': tag } })
    expect([after.status, after.body.sends_texts]).toEqual([200, false])
    expect(await methods()).not.toContain('directdebit')
    expect((await start(me)).status).toBe(404)
    expect((await origin.call('getDirectDebit', { as: me })).status).toBe(404)
    expect((await create(me)).status).toBe(422)
    origin.deps.sms = sms
  })
})

describe('an order by direct debit', () => {
  test('is announced by mail, waits for the bank, then gives credits and premium', async () => {
    const me = await aBuyer()
    const mandate = await aMandate(me)
    const { status, body } = await create(me)
    expect([status, body.status, body.next]).toEqual([200, 'pending', null])
    const payment = paymentOf(body.payment_id)
    expect(payment.mandate).toEqual({ iban: IBAN, holder: 'Anna de Wit', reference: mandate.reference })
    const mails = (await origin.mails(me.row.email)).map(({ text }) => text)
    expect(mails.filter((text) => text.includes(`/transactions/${body.payment_id}`))).toEqual([expect.stringContaining(mandate.reference)])
    expect(await userOf(me)).toMatchObject({ paid_user: false })
    // A second press of the button is the same order.
    expect((await create(me)).body.payment_id).toBe(body.payment_id)

    await payments.sandbox.settleLate(payment.id, true)
    expect(await show(me, body.payment_id)).toMatchObject({ status: 'completed' })
    expect(await userOf(me)).toMatchObject({ paid_user: true })
  })

  test('is announced for tomorrow in the night in which the clocks go back, too', async () => {
    const before = origin.now()
    const zone = origin.tenant('velvet').settings.time_zone
    const october = new Date(Date.UTC(before.getUTCFullYear() + 1, 9, 31))
    october.setUTCDate(31 - october.getUTCDay())
    const day = october.toISOString().slice(0, 10)
    origin.setNow(new Date(dayBegins(zone, day).getTime() + 30 * 60_000))
    const me = await aBuyer()
    await aMandate(me, { iban: 'NL02ABNA0123456789' })
    const { payment_id } = (await create(me)).body
    const notice = (await origin.mails(me.row.email)).find(({ text }) => text.includes(`/transactions/${payment_id}`))
    const tomorrow = new Date(`${dayAfter(day)}T12:00:00Z`)
    expect(notice?.text).toContain(new Intl.DateTimeFormat(me.row.language, { dateStyle: 'long', timeZone: zone }).format(tomorrow))
    origin.setNow(before)
  })

  test('uses the name that the provider has given the mandate, until it is revoked and nothing is on its way', async () => {
    const me = await aBuyer()
    const { id } = await aMandate(me)
    const real = origin.deps.payments
    const [begun, forgotten]: [(DebitMandate | null)[], KeptCard[]] = [[], []]
    const name = { customer: 'cst_1', card: 'mdt_1' }
    const open: PaymentProviders['open'] = async (...which) => {
      const provider = (await real.open(...which))!
      const begin: PaymentProvider['begin'] = async (checkout) => {
        begun.push(checkout.mandate)
        return { ...(await provider.begin(checkout)), mandate: name }
      }
      return { ...provider, begin, removeCard: async (card) => void forgotten.push(card) }
    }
    origin.deps.payments = { open }
    for (const _ of [1, 2]) {
      await create(me)
      origin.advance(200)
    }
    expect(begun.map((mandate) => mandate?.kept)).toEqual([null, name])
    await origin.call('revokeDirectDebit', { as: me, body: { id } })
    await forgetMandates(origin.deps)
    expect(forgotten).toEqual([])
    for (const { public_id: one } of await origin.deps.db.selectFrom('orders').selectAll().where('member_id', '=', me.row.id).execute())
      await payments.sandbox.settleLate(paymentOf(one).id, true)
    await forgetMandates(origin.deps)
    await forgetMandates(origin.deps)
    expect(forgotten).toEqual([name])
    origin.deps.payments = real
  })

  test('keeps the provider’s name for it even if the order is refused, and uses it for the next one', async () => {
    const me = await aBuyer()
    await aMandate(me)
    const real = origin.deps.payments
    const begun: (DebitMandate | null)[] = []
    const name = { customer: 'cst_3', card: 'mdt_3' }
    const open: PaymentProviders['open'] = async (...which) => {
      const provider = (await real.open(...which))!
      const begin: PaymentProvider['begin'] = async ({ mandate }) => {
        begun.push(mandate)
        throw Object.assign(new ProviderRefused('The amount is higher than the maximum'), { mandate: name })
      }
      return { ...provider, begin }
    }
    origin.deps.payments = { open }
    try {
      for (const _ of [1, 2]) expect((await create(me)).body.status).toBe('failed')
    } finally {
      origin.deps.payments = real
    }
    expect(begun.map((mandate) => mandate?.kept)).toEqual([null, name])
  })

  test('is forgotten by its provider, however many the provider of another brand doesn’t forget', async () => {
    const removed = { used_at: origin.now(), revoked_at: origin.now(), provider: 'sandbox', kept_customer: 'cst_2', kept_mandate: 'mdt_2' }
    for (let count = 0; count < 10; count++) await insertAMandate(origin, { tenant: 'nordic', ...removed })
    await insertAMandate(origin, { tenant: 'velvet', ...removed })
    const open: PaymentProviders['open'] = async (name, brand) => {
      if (brand === 'nordic') throw new ProviderUnavailable('its key was revoked')
      return await origin.deps.payments.open(name, brand)
    }
    for (let run = 0; run < 20; run++) await forgetMandates({ ...origin.deps, payments: { open } })
    const left = await origin.deps.db.selectFrom('debit_mandates').select('tenant').where('kept_mandate', '=', 'mdt_2').execute()
    expect(left.map(({ tenant }) => tenant)).toEqual(Array.from({ length: 10 }, () => 'nordic'))
    await origin.deps.db.deleteFrom('debit_mandates').where('iban_key', '=', 'key').execute()
  })

  test('names the day of signing that the mandate itself says: the brand’s', async () => {
    // Half an hour after midnight in Amsterdam, where it is still the day before in UTC.
    const midnight = dayBegins('Europe/Amsterdam', dayAfter(dayIn('Europe/Amsterdam', origin.now()))).getTime()
    origin.setNow(new Date(midnight + 30 * 60_000))
    const me = await aBuyer()
    await aMandate(me)
    const real = origin.deps.payments
    const begun: (DebitMandate | null)[] = []
    const open: PaymentProviders['open'] = async (...which) => {
      const provider = (await real.open(...which))!
      return { ...provider, begin: async (checkout) => (begun.push(checkout.mandate), await provider.begin(checkout)) }
    }
    origin.deps.payments = { open }
    await create(me)
    origin.deps.payments = real
    const today = dayIn('Europe/Amsterdam', origin.now())
    expect(begun).toMatchObject([{ signedOn: today }])
    // Signed in Dutch, as the page was read.
    const written = new Intl.DateTimeFormat('nl', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(today))
    expect((await origin.mails(me.row.email)).map(({ text }) => text).join()).toContain(written)
  })

  test('that the bank refuses fails, and another can be placed', async () => {
    const me = await aBuyer()
    await aMandate(me)
    const { body } = await create(me)
    await payments.sandbox.settleLate(paymentOf(body.payment_id).id, false)
    expect(await show(me, body.payment_id)).toMatchObject({ status: 'failed' })
    expect((await create(me)).body.status).toBe('pending')
  })

  test.each([
    ['never sent', false, { status: 'failed', next: null }, 0],
    ['sent, and its answer lost', true, { status: 'pending', next: null }, 1]
  ])('that was %s when APP_SECRET changed ends clearly when it is repeated', async (_, sent, answer, collected) => {
    const me = await aBuyer()
    await aMandate(me)
    const [real, { app }] = [origin.deps.payments, origin.deps.secrets]
    const open: PaymentProviders['open'] = async (...which) => {
      const provider = (await real.open(...which))!
      const begin: PaymentProvider['begin'] = async (checkout) => {
        if (sent) await provider.begin(checkout)
        throw new ProviderUnavailable('no answer')
      }
      const readWebhook = () => Promise.reject(new ProviderUnavailable('its report lost'))
      return { ...provider, begin, readWebhook }
    }
    origin.deps.payments = { open }
    expect((await create(me)).body.error?.code).toBe('payment_unavailable')
    await payments.sandbox.delivered()
    origin.deps.payments = real
    origin.deps.secrets.app = 'a secret that came later'
    try {
      const { status, body } = await create(me)
      expect([status, body]).toMatchObject([200, answer])
      expect(payments.sandbox.payments.filter(({ reference }) => reference === body.payment_id)).toHaveLength(collected)
      if (sent) return
      // The way on: another order asks for another mandate.
      expect(await show(me, body.payment_id)).toMatchObject({ status: 'failed', failure: 'other' })
      expect((await create(me)).body.error?.code).toBe('mandate_needed')
      await aMandate(me)
      expect((await create(me)).body).toMatchObject({ status: 'pending' })
    } finally {
      origin.deps.secrets.app = app
    }
  })

  test('that is charged back takes the credits, and blocks direct debit for the member and the account [ERR-9]', async () => {
    const [me, other] = [await aBuyer(), await aBuyer()]
    await aMandate(me, { iban: DEBITED.taken_back })
    const { body } = await create(me)
    await payments.sandbox.settleLate(paymentOf(body.payment_id).id, true)
    await payments.sandbox.chargeBack(paymentOf(body.payment_id).id)
    expect(await userOf(me)).toMatchObject({ paid_user: false })
    expect(await get(me)).toMatchObject({ blocked: true })
    // Long after a second press of the button.
    origin.advance(200)
    const refused = async (answer: Promise<{ status: number; body: { error?: { code: string } } }>) => {
      const { status, body: said } = await answer
      return [status, said.error?.code]
    }
    expect(await refused(create(me))).toEqual([409, 'directdebit_blocked'])
    expect(await refused(start(me))).toEqual([409, 'directdebit_blocked'])
    expect(await refused(start(other, { iban: DEBITED.taken_back }))).toEqual([409, 'directdebit_blocked'])
    expect((await start(other)).status).toBe(200)
  })

  test('stays within the limits per day and month, in the brand’s days [ERR-10]', async () => {
    const me = await aBuyer()
    await aMandate(me)
    await origin.publish({ ...SELLING, directdebit_limits: { day: 1995, month: 2990 } })
    const pay = async () => {
      const { status, body } = await create(me)
      if (status === 200) await payments.sandbox.settleLate(paymentOf(body.payment_id).id, true)
      return status === 200 ? 200 : [body.error?.code, body.error?.params]
    }
    const reached = (period: string) => [
      'directdebit_limit',
      { amount: expect.stringMatching(period === 'day' ? /19[.,]95/ : /29[.,]90/) as unknown, period }
    ]
    // The first of the next month, at noon.
    const first = new Date(Date.UTC(origin.now().getUTCFullYear(), origin.now().getUTCMonth() + 1, 1, 12))
    origin.advance((first.getTime() - origin.now().getTime()) / 1000)
    expect(await pay()).toBe(200)
    origin.advance(200)
    expect(await pay()).toBe(200)
    origin.advance(200)
    expect(await pay()).toEqual(reached('day'))
    origin.advance(24 * 3600)
    expect(await pay()).toBe(200)
    origin.advance(24 * 3600)
    expect(await pay()).toEqual(reached('month'))
    await origin.publish(SELLING)
  })

  test('stays within them for all members who pay from one account, also at once', async () => {
    const iban = 'DE89370400440532013000'
    const couple = await Promise.all(Array.from({ length: 4 }, () => aBuyer()))
    for (const member of couple) await aMandate(member, { iban })
    const alone = await aBuyer()
    await aMandate(alone, { iban: 'FR1420041010050500013M02606' })
    await origin.publish({ ...SELLING, directdebit_limits: { day: 1995, month: 2990 } })
    const answers = await Promise.all(couple.map((member) => create(member)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.flatMap(({ body }) => body.error?.code ?? [])).toEqual(['directdebit_limit', 'directdebit_limit'])
    expect((await create(alone)).status).toBe(200)
    await origin.publish(SELLING)
  })
})

test('an erased member leaves only mandates that were used, for as long as banks may ask', async () => {
  const [used, unused] = [await aBuyer(), await aBuyer()]
  await aMandate(unused)
  const { reference } = await aMandate(used)
  await create(used)
  for (const as of [used, unused]) await origin.call('deleteAccount', { as, body: { password: PASSWORD } })
  origin.advance(KEPT_DAYS.reactivation * 24 * 3600)
  await eraseMembers(origin.deps)
  await purgeExpiredMandates(origin.deps)
  const left = () => origin.deps.db.selectFrom('debit_mandates').select(['reference', 'member_id']).where('member_id', 'is', null).execute()
  expect(await left()).toEqual([{ reference, member_id: null }])
  origin.advance(KEPT_DAYS.mandate * 24 * 3600)
  await purgeExpiredMandates(origin.deps)
  expect(await left()).toEqual([])
})

test('a mandate ends by itself when it hasn’t been used for as long as banks may ask for it, and leaves nothing', async () => {
  let me = await aBuyer()
  const { reference } = await aMandate(me)
  const later = async (seconds: number) => {
    origin.advance(seconds)
    me = await origin.signIn(me, 'velvet')
  }
  const saved = async () => (await origin.call('getSavedMethods', { as: me })).body.mandate
  const day = 24 * 3600
  await later(60 * day)
  await payments.sandbox.settleLate(paymentOf((await create(me)).body.payment_id).id, true)
  await later(KEPT_DAYS.mandate * day - 1)
  expect([(await get(me)).mandate?.reference, await saved()]).toEqual([reference, { iban_end: IBAN.slice(-4) }])
  await later(1)
  expect([(await get(me)).mandate, await saved()]).toEqual([null, null])
  expect((await create(me)).body.error?.code).toBe('mandate_needed')
  // Another one can be signed, whether or not the old one has been deleted.
  expect((await aMandate(me)).reference).not.toBe(reference)
  await purgeExpiredMandates(origin.deps)
  expect(await origin.deps.db.selectFrom('debit_mandates').select('id').where('reference', '=', reference).execute()).toEqual([])
  expect((await get(me)).mandate).not.toBeNull()
})

test('a mandate that has ended is forgotten by its provider and deleted, also for a member who never comes back', async () => {
  const me = await aBuyer()
  const { reference } = await aMandate(me)
  const mine = () => origin.deps.db.selectFrom('debit_mandates').selectAll().where('reference', '=', reference)
  await payments.sandbox.settleLate(paymentOf((await create(me)).body.payment_id).id, true)
  const kept = { provider: 'sandbox', kept_customer: 'cst_1', kept_mandate: 'mdt_1' }
  await origin.deps.db.updateTable('debit_mandates').set(kept).where('reference', '=', reference).execute()
  const real = origin.deps.payments
  const forgotten: KeptCard[] = []
  let isDown = true
  const removeCard = async (card: KeptCard) => {
    if (isDown) throw new ProviderUnavailable('no answer')
    forgotten.push(card)
  }
  origin.deps.payments = { open: async (...which) => ({ ...(await real.open(...which))!, removeCard }) }
  const kept_mandate = 'mdt_1'
  // A week before its end, so that a provider that doesn't answer can be asked again.
  origin.advance((KEPT_DAYS.mandate - 7) * 24 * 3600)
  await runSweeps(origin.deps)
  expect([forgotten, await mine().execute()]).toMatchObject([[], [{ kept_mandate }]])
  isDown = false
  origin.advance(7 * 24 * 3600 - 1)
  await runSweeps(origin.deps)
  expect([forgotten, await mine().execute()]).toMatchObject([[{ customer: 'cst_1', card: kept_mandate }], [{ kept_mandate: null }]])
  origin.advance(1)
  await runSweeps(origin.deps)
  expect(await mine().execute()).toEqual([])
  origin.deps.payments = real
})

describe('text messages', () => {
  const send = async (status: number, body: object) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body, { status }))
    try {
      await createTwilioSms('https://AC1:to%2Fken@sms.example?from=BRANDHOUSE').send({ to: '+31612345678', text: 'Hello' })
      return fetched.mock.calls[0]!
    } finally {
      fetched.mockRestore()
    }
  }

  test('go out by Twilio’s Messages API', async () => {
    const [url, init] = await send(201, { sid: 'SM1' })
    expect(url).toBe('https://sms.example/2010-04-01/Accounts/AC1/Messages.json')
    expect(new URLSearchParams(init!.body as string).toString()).toBe('To=%2B31612345678&From=BRANDHOUSE&Body=Hello')
    expect((init!.headers as Record<string, string>).authorization).toBe(`Basic ${btoa('AC1:to/ken')}`)
  })

  test('are refused for good by a number that takes none, and otherwise tried again', async () => {
    await expect(send(400, { code: 21614 })).rejects.toThrow(NumberRefused)
    await expect(send(500, {})).rejects.not.toThrow(NumberRefused)
  })
})

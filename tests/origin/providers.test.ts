import { afterAll, describe, expect, test, vi } from 'vitest'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { listKeys, readKey, removeKey, storeKey } from '../../origin/payments/provider-keys.ts'
import { faultOfKey } from '../../origin/providers/payment/key-shapes.ts'
import { createPaymentProviders } from '../../origin/providers/payment/open-providers.ts'
import { ProviderRefused } from '../../origin/providers/payment/port.ts'
import { refundsOf } from '../../origin/providers/payment/sandbox/payments.ts'
import { startMollie, type MollieServer } from '../fixtures/mollie-server.ts'
import { anOrder, startPayments } from '../fixtures/payments.ts'
import { describeProvider, SELLERS, type ProviderBench } from '../fixtures/provider-suite.ts'

/** Who stores keys, and why. */
const ACT = { author: 'mia', reason: 'in tests' }
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
afterAll(async () => {
  const { problems } = await proveBooks(origin.deps.db)
  expect(problems).toEqual([])
})

describeProvider(
  'sandbox',
  () => origin,
  async (opened, deliver) => {
    const payments = await startPayments(opened, { deliver }, SELLERS)
    const { sandbox } = payments
    const find = (order: string) => sandbox.payments.find(({ reference }) => reference === order)!
    const bench: ProviderBench = {
      name: 'sandbox',
      choose: (order, outcome, declines) => payments.choose(order, outcome, declines ? 'declines' : 'good'),
      settleLate: (order, good) => sandbox.settleLate(find(order).id, good),
      refundAtDesk: (order, amount) => sandbox.refundAtDesk(find(order).id, amount),
      failRefund: (order) => sandbox.failRefund(find(order).id),
      cancelRefund: async (order) => {
        const payment = find(order)
        const { webhook_url: reportedTo } = payment
        payment.webhook_url = 'https://nordic.example/api/elsewhere'
        await sandbox.failRefund(payment.id)
        payment.webhook_url = reportedTo
      },
      chargeBack: (order, amount) => sandbox.chargeBack(find(order).id, amount),
      reverseChargeback: (order) => sandbox.reverseChargeback(find(order).id),
      begun: (order) => sandbox.payments.filter(({ reference }) => reference === order).length,
      returned: (order) => refundsOf(find(order)).map(({ amount }) => amount),
      calls: (order) => sandbox.calls.filter(({ body }) => body.includes(find(order).id)),
      fail: (how) => sandbox.faults.push(({ lost: 'lost', down: 503, hangs: 'hangs', 'refund lost': 'lost' } as const)[how]),
      failing: () => sandbox.faults.length,
      waitFor: (deadline) => payments.waitFor(deadline),
      keeps: (customer) => sandbox.cards.some((card) => card.customer === customer),
      delivered: () => sandbox.delivered(),
      close: () => payments.close()
    }
    return bench
  }
)

let mollie: MollieServer

describeProvider(
  'mollie',
  () => origin,
  async ({ deps }, deliver) => {
    mollie = await startMollie({ now: () => origin.now(), deliver })
    for (const tenant of SELLERS)
      await inUnitOfWork(deps, (unit) => storeKey(unit, { tenant, provider: 'mollie', key: mollie.keyOf(tenant) }, ACT))
    const waitFor = (deadline?: number) => {
      const options = { sandbox: null, mollieUrl: mollie.url, ...(deadline && { deadline }) }
      deps.payments = createPaymentProviders(options, { realNow: Date.now, keyOf: (brand, name) => readKey(deps, brand, name) })
    }
    waitFor()
    const find = mollie.find
    return {
      name: 'mollie',
      choose: mollie.choose,
      settleLate: mollie.settleLate,
      refundAtDesk: mollie.refundAtDesk,
      failRefund: mollie.failRefund,
      cancelRefund: async (order) => mollie.cancelRefund(order),
      chargeBack: mollie.chargeBack,
      reverseChargeback: mollie.reverseChargeback,
      begun: (order) => mollie.payments.filter(({ metadata }) => metadata?.reference === order).length,
      returned: (order) =>
        find(order).refunds.flatMap(({ amount, status }) =>
          ['failed', 'canceled'].includes(status) ? [] : [Math.round(Number(amount.value) * 100)]
        ),
      calls: (order) => mollie.calls.filter(({ body }) => body === `id=${find(order).id}`),
      // The client tries three times.
      fail: (how) => {
        if (how === 'down') mollie.faults.push(503, 503, 503)
        else if (how === 'refund lost') mollie.faults.push(null, 'lost')
        else mollie.faults.push(how)
      },
      failing: () => mollie.faults.length,
      waitFor,
      keeps: (customer) => mollie.customers.some(({ id }) => id === customer),
      delivered: async () => {},
      close: async () => {}
    }
  }
)

describe('Mollie', () => {
  afterAll(() => mollie.close())
  const aBuyer = () => origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z') })
  const create = async (overrides: object = {}) =>
    await origin.call('createPayment', { as: await aBuyer(), body: anOrder(origin, overrides) })

  test('learns nothing of the member, and writes neutral words on the statement', async () => {
    const me = await aBuyer()
    const { body } = await origin.call('createPayment', { as: me, body: anOrder(origin, { save_card: true }) })
    const payment = mollie.find(body.payment_id)
    expect(payment.description).toMatch(/^BRANDHOUSE [A-Z0-9-]+$/)
    const told = JSON.stringify([payment, mollie.customers.find(({ id }) => id === payment.customerId)])
    for (const secret of [me.row.email, me.row.name, me.id]) expect(told).not.toContain(secret)
  })

  test('makes one customer and mandate of an account, however often it is collected from, and leaves none behind that we couldn’t delete', async () => {
    const provider = (await origin.deps.payments.open('mollie', 'velvet'))!
    const mandate = { name: 'J. Jansen', iban: 'NL91ABNA0417164300', reference: 'MANDATE-1', signedOn: '2026-11-16' }
    const checkout = {
      amount: 995,
      currency: 'EUR',
      method: 'directdebit',
      language: 'nl',
      description: 'BRANDHOUSE',
      returnTo: 'https://velvet.example/',
      webhook: 'https://velvet.example/api/payment-webhook.php?provider=mollie',
      saveCard: false,
      card: null
    } as const
    const before = mollie.customers.length
    const { mandate: kept } = await provider.begin({ ...checkout, reference: 'one', mandate })
    origin.advance(2 * 3600)
    await provider.begin({ ...checkout, reference: 'two', mandate: { ...mandate, kept: kept ?? null } })
    expect(mollie.customers).toHaveLength(before + 1)
    expect(mollie.customers.at(-1)).toMatchObject({ id: kept!.customer, name: 'J. Jansen', mandates: [{ id: kept!.card }] })
    // A customer whose mandate is refused is deleted at once; one that already has its mandate is returned, so that it can be deleted later.
    const refused = (reference: string, iban: string) =>
      provider
        .begin({ ...checkout, reference, mandate: { ...mandate, reference: `M-${reference}`, iban } })
        .catch((error: unknown) => error)
    const account = (await refused('three', 'NL')) as ProviderRefused
    expect([account.message, account.mandate]).toEqual(['The consumer account is invalid', null])
    expect(mollie.customers).toHaveLength(before + 1)
    mollie.faults.push(null, null, 422)
    const payment = (await refused('four', mandate.iban)) as ProviderRefused
    expect(payment.mandate).toEqual({ customer: mollie.customers.at(-1)!.id, card: mollie.customers.at(-1)!.mandates[0]!.id })
    expect(mollie.customers).toHaveLength(before + 2)
    const saving = { ...checkout, method: 'card', saveCard: true, mandate: null } as const
    mollie.faults.push(null, 422)
    await expect(provider.begin({ ...saving, reference: 'five' })).rejects.toThrow(ProviderRefused)
    expect(mollie.customers).toHaveLength(before + 2)
  })

  test('isn’t told of addresses that it can’t reach: the job asks instead', async () => {
    const linkBase = vi.spyOn(origin.deps, 'linkBase').mockImplementation(({ id }) => `http://${id}.localhost:8787`)
    const { status, body } = await create()
    linkBase.mockRestore()
    expect(status).toBe(200)
    expect(mollie.find(body.payment_id).webhookUrl).toBeNull()
  })

  test('ends an order that it refuses, and keeps one when the key is wrong', async () => {
    mollie.faults.push(422)
    expect((await create()).body).toMatchObject({ status: 'failed', next: null })
    mollie.faults.push(401)
    expect((await create()).body.error).toMatchObject({ code: 'payment_unavailable' })
  })

  test('takes nothing by a chargeback that was reversed before we heard of it', async () => {
    const me = await aBuyer()
    const { body } = await origin.call('createPayment', { as: me, body: anOrder(origin) })
    const id = body.payment_id
    await mollie.choose(id, 'pay')
    await mollie.chargeBack(id, undefined, true)
    const { user } = (await origin.call('getUser', { as: me })).body
    const shown = (await origin.call('getPayment', { as: me, query: { id } })).body
    expect([shown.charged_back, user.credits, user.paid_user]).toEqual([false, body.credits, true])
  })

  test('asks to be repeated when what a report is about can’t be asked for', async () => {
    const { body } = await create()
    const { id } = mollie.find(body.payment_id)
    const report = () =>
      origin.send('/api/payment-webhook.php?provider=mollie', {
        method: 'POST',
        tenant: 'velvet',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `id=${id}`
      })
    mollie.faults.push('lost')
    expect((await report()).status).toBe(503)
    expect((await report()).status).toBe(200)
  })
})

describe('keys of brands', () => {
  const KEY = `live_${'k'.repeat(30)}`

  test('are sealed for one brand, replaced, listed without their value, and removed', async () => {
    const { deps } = origin
    for (const key of [`test_${'x'.repeat(30)}`, KEY])
      await inUnitOfWork(deps, (unit) => storeKey(unit, { tenant: 'isle', provider: 'mollie', key }, ACT))
    expect(await readKey(deps, 'isle', 'mollie')).toBe(KEY)
    const listed = async (secret: string) => (await listKeys(deps.db, secret)).filter(({ tenant }) => tenant === 'isle')
    const [stored] = await listed(deps.secrets.app)
    expect(stored).toEqual({ tenant: 'isle', provider: 'mollie', mode: 'live', opens: true, since: origin.now() })
    expect([await listed('another'), await listed('')]).toEqual([[{ ...stored, opens: false }], [{ ...stored, opens: null }]])
    expect(await origin.everything()).not.toContain(KEY)
    expect(await readKey({ ...deps, secrets: { ...deps.secrets, app: 'another' } }, 'isle', 'mollie')).toBeNull()
    const row = await deps.db
      .selectFrom('tenant_secrets')
      .selectAll()
      .where('tenant', '=', 'isle')
      .where('name', '=', 'payment_mollie')
      .executeTakeFirstOrThrow()
    await deps.db
      .insertInto('tenant_secrets')
      .values({ ...row, tenant: 'roses' })
      .execute()
    expect(await readKey(deps, 'roses', 'mollie')).toBeNull()
    const remove = () => inUnitOfWork(deps, (unit) => removeKey(unit, { tenant: 'isle', provider: 'mollie' }, ACT))
    expect([await remove(), await remove()]).toEqual([true, false])
    expect(await readKey(deps, 'isle', 'mollie')).toBeNull()
  })

  test.each(['', 'live_short', 'sk_live_aaaaaaaaaaaaaaaaaaaaaaaaaa', `${'live_'.padEnd(40, 'k')} `])('"%s" is no key', (key) => {
    expect(faultOfKey('mollie', key)).toContain('live_…')
    expect(key === '' || !faultOfKey('mollie', key)!.includes(key)).toBe(true)
  })

  test('a brand without one can’t be paid', async () => {
    await inUnitOfWork(origin.deps, (unit) => removeKey(unit, { tenant: 'velvet', provider: 'mollie' }, ACT))
    const as = await origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z') })
    expect((await origin.call('createPayment', { as, body: anOrder(origin) })).body.error).toMatchObject({ code: 'payment_unavailable' })
  })
})

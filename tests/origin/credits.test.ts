import { beforeAll, expect, test } from 'vitest'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'velvet', countries: ['NL', 'DK', 'GB'], message_credits: 2 })
  await origin.publish({ id: 'nordic', countries: ['US', 'AU'], currencies: { US: 'EUR', AU: 'EUR' } })
  await origin.publish({ id: 'roses', payment_provider: 'none', bundles: [] })
})

test('bundles, prices, ways to pay and the bank statement’s text come by payment country [RT-29] [ENT-30]', async () => {
  const { body } = await origin.call('getCredits', { query: { country: 'DK' } })
  expect(body).toEqual({
    country: 'DK',
    countries: ['NL', 'DK', 'GB'],
    currency: 'DKK',
    tax_included: true,
    methods: [{ id: 'card' }, { id: 'paypal' }],
    bundles: [
      { id: '20', credits: 20, price: 7500, discounted: null, code: null, per_credit: 375, per_message: 750 },
      { id: '50', credits: 50, price: 14900, discounted: null, code: null, per_credit: 298, per_message: 596 },
      { id: '120', credits: 120, price: 29900, discounted: null, code: null, per_credit: 250, per_message: 499 }
    ],
    discount: null,
    refusal: null,
    minimum: null,
    descriptor: 'KADE EEN BV',
    stored_card: null,
    mandate: null,
    repeatable: false
  })
})

test.each([
  ['what was asked for', { country: 'GB' }, { selectedCountry: 'DK', country: 'NL' }, 'GBP'],
  ['the country that was chosen', {}, { selectedCountry: 'DK', country: 'GB' }, 'DKK'],
  ['the country of the address', {}, { selectedCountry: '', country: 'GB' }, 'GBP'],
  ['the main country of a brand that doesn’t sell there', { country: 'JP' }, { selectedCountry: '', country: 'XX' }, 'EUR']
])('prices are those of %s [RT-28] [SET-7]', async (_, query, facts, currency) => {
  const { status, body } = await origin.call('getCredits', { query, facts })
  expect([status, (body as { currency: string }).currency]).toEqual([200, currency])
})

test('prices say whether the tax rate of their country is known', async () => {
  const included = async (country: string) =>
    ((await origin.call('getCredits', { query: { country }, tenant: 'nordic' })).body as { tax_included?: boolean }).tax_included
  expect([await included('US'), await included('AU')]).toEqual([false, true])
})

test('a brand that sells nothing has no prices', async () => {
  expect((await origin.call('getCredits', { query: {}, tenant: 'roses' })).status).toBe(404)
})

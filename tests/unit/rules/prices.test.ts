import { describe, expect, test } from 'vitest'
import {
  bundlesIn,
  costOf,
  currencyIn,
  discounted,
  lowestMessageCosts,
  messageCosts,
  methodsIn,
  paymentCountry
} from '../../../shared/rules/prices.ts'
import { formatMoney } from '../../../shared/i18n/money.ts'
import { createTranslator } from '../../../shared/i18n/translator.ts'
import type { Locale } from '../../../shared/i18n/locales.ts'
import { aTenant } from '../../fixtures/tenants.ts'

const { settings: VELVET } = aTenant({ countries: ['NL', 'DK', 'GB'] })

describe('bundles', () => {
  test('have the price of the country’s currency, the smallest first', () => {
    const turned = { ...VELVET, bundles: VELVET.bundles.toReversed() }
    expect(bundlesIn(turned, 'DK')).toEqual([
      { id: '20', credits: 20, currency: 'DKK', price: 7500 },
      { id: '50', credits: 50, currency: 'DKK', price: 14900 },
      { id: '120', credits: 120, currency: 'DKK', price: 29900 }
    ])
    expect(bundlesIn({ ...VELVET, currencies: { DK: 'EUR' } }, 'DK').map(({ price }) => price)).toEqual([995, 1995, 3995])
  })

  test('are sold nowhere else, not without a price, and not by a brand that sells nothing', () => {
    expect(bundlesIn(VELVET, 'SE')).toEqual([])
    expect(bundlesIn({ ...VELVET, countries: ['SE'] }, 'SE')).toEqual([])
    expect(bundlesIn({ ...VELVET, payment_provider: 'none' }, 'NL')).toEqual([])
  })
})

test('the payment country is the first one asked for in which the brand sells, otherwise its main one [ENT-30]', () => {
  expect(paymentCountry(VELVET, 'GB', 'DK')).toBe('GB')
  expect(paymentCountry(VELVET, '', null, 'JP', 'DK')).toBe('DK')
  expect(paymentCountry(VELVET, 'XX', undefined)).toBe('NL')
  expect(currencyIn(VELVET, 'FR')).toBe('EUR')
})

test('ways to pay are those that work in country and currency, in the brand’s order', () => {
  expect(methodsIn(VELVET, 'NL')).toEqual(['ideal', 'card', 'paypal', 'directdebit'])
  expect(methodsIn({ ...VELVET, creditor_id: '' }, 'NL')).toEqual(['ideal', 'card', 'paypal'])
  expect(methodsIn(VELVET, 'GB')).toEqual(['card', 'paypal'])
  expect(methodsIn({ ...VELVET, payment_methods: { NL: ['paypal', 'card'], GB: ['ideal', 'card'] } }, 'NL')).toEqual(['paypal', 'card'])
  expect(methodsIn({ ...VELVET, currencies: { NL: 'GBP' } }, 'NL')).toEqual(['card', 'paypal'])
  expect(methodsIn({ ...VELVET, payment_provider: 'none' }, 'NL')).toEqual([])
})

test.each([
  [995, 25, 746],
  [1995, 25, 1496],
  [7500, 25, 5625],
  [1001, 33.3, 667],
  [995, 12.5, 870],
  [995, 0, 995],
  [995, 100, 0],
  [1, 25, 0]
])('%i minus %f %% is %i: rounded in the member’s favour [CON-28]', (price, percentage, left) => {
  expect(discounted(price, percentage)).toBe(left)
  expect(left).toBeLessThanOrEqual(price * (1 - percentage / 100))
  expect(left).toBeGreaterThan(price * (1 - percentage / 100) - 1)
})

test('a message costs its credits at the bundle’s price, never said to be less than it is [SET-8]', () => {
  expect(messageCosts(VELVET, 'NL')).toEqual([100, 80, 67])
  expect(messageCosts({ ...VELVET, message_credits: 0 }, 'NL')).toEqual([0, 0, 0])
  expect(costOf(1, { price: 3995, credits: 120 })).toBe(34)
  expect(lowestMessageCosts(VELVET)).toEqual({
    NL: { costs: 67, currency: 'EUR' },
    DK: { costs: 499, currency: 'DKK' },
    GB: { costs: 59, currency: 'GBP' }
  })
  expect(lowestMessageCosts({ ...VELVET, payment_provider: 'none' })).toEqual({})
})

test.each<[Locale, string, string, string]>([
  ['en', 'GB', 'GBP', '£9.95'],
  ['en', 'US', 'CAD', 'CA$9.95'],
  ['nl', 'NL', 'EUR', '€ 9,95'],
  ['de', 'DE', 'EUR', '9,95 €'],
  ['de', 'CH', 'CHF', 'CHF 9.95'],
  ['da', 'DK', 'DKK', '9,95 kr.'],
  ['pl', 'PL', 'PLN', '9,95 zł']
])('money in %s for %s is written as there: %s', (language, country, currency, text) => {
  const { tag } = createTranslator(language, {}, country)
  expect(formatMoney(tag, 995, currency).replaceAll(/\s/g, ' ')).toBe(text)
})

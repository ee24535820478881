import { expect, test } from 'vitest'
import type { Credits } from '../../../shared/api/credits.ts'
import type { Payment, Transaction } from '../../../shared/api/payments.ts'
import type { Locale } from '../../../shared/i18n/locales.ts'
import { formatMoney } from '../../../shared/i18n/money.ts'
import { CURRENCIES, type Currency } from '../../../shared/tenants/selling.ts'
import { CREDITS } from '../../client/a-credits.ts'
import { PAYMENT } from '../../client/a-payment.ts'
import { id } from '../../client/chat-fixtures.ts'
import { outOfSight } from '../../fixtures/out-of-sight.ts'
import { SELLING } from '../../fixtures/tenants.ts'
import { mount } from '../mount.tsx'
import { WIDEST_LANGUAGES } from '../widest-languages.ts'

// Prices on the narrowest screens: an amount is never broken, and how long it is depends on the language and the currency.

/** One unit of these is worth about a tenth of a euro, of the others about a euro. */
const SMALL: readonly Currency[] = ['DKK', 'SEK', 'NOK', 'MXN']
const inSize = (currency: Currency, minor: number) => (SMALL.includes(currency) ? minor * 10 : minor)

/** Large bundles at a discount, and countries to choose from. */
function creditsIn(currency: Currency): Credits {
  const [price, discounted, perMessage] = [12995, 11995, 160].map((minor) => inSize(currency, minor)) as [number, number, number]
  const bundle = { id: '50', credits: 250, price, discounted, code: 'WELCOME25', per_credit: perMessage, per_message: perMessage }
  const discount = { code: 'WELCOME25', percentage: 25, minimum: 0, ends_at: null }
  return { ...CREDITS, countries: ['GB', 'IE'], currency, bundles: [bundle, { ...bundle, id: '20' }], discount, repeatable: true }
}

/** An order of which part was given back, and part taken back. */
function orderIn(currency: Currency): Transaction {
  const [total, part] = [11995, 5995].map((minor) => inSize(currency, minor)) as [number, number]
  const { reference, bundle, payment_method, created_at } = PAYMENT
  const order = { payment_id: id(currency), reference, bundle, credits: 250, payment_method, currency, total, created_at }
  return { ...order, status: 'completed', refunded: part, charged_back: false, charged_back_amount: part }
}

/** An order with everything that its receipt can say. */
function paidIn(currency: Currency): Payment {
  const order = orderIn(currency)
  const { total } = order
  const company = {
    name: 'Brandhouse',
    address: 'Kade 1',
    city: 'Rotterdam',
    country: 'NL',
    kvk: '12345678',
    vat_numbers: ['NL123456789B01']
  }
  const receipt = { descriptor: 'QUAY STREET LTD', vat: { rate: 25.5, amount: total }, company }
  return { ...PAYMENT, ...order, price: total * 2, discount: total, code: 'WELCOME25', receipt }
}

const ORDERS = CURRENCIES.map(orderIn)
const LISTED = {
  transactions: ORDERS,
  total: ORDERS.length,
  page: 1,
  pages: 1,
  last_completed: ORDERS[0]!,
  debts: ORDERS.map(({ total: amount, currency }) => ({ amount, currency }))
}

/** The currency whose amounts are the longest in a language. */
function longestIn(language: Locale): Currency {
  const pen = document.createElement('canvas').getContext('2d')!
  const widthOf = (currency: Currency) => pen.measureText(formatMoney(language, orderIn(currency).total, currency)).width
  return CURRENCIES.toSorted((one, other) => widthOf(other) - widthOf(one))[0]!
}

const PATHS = ['/pricing', '/credits', '/premium', '/credits/50/card?code=WELCOME25', '/transactions', `/transactions/${id('order')}`]

/** What the sides of the screen cut off, and by how much the page is wider. */
function tooWide(): (string | number)[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return [...outOfSight(), ...(scrollWidth > clientWidth ? [scrollWidth - clientWidth] : [])]
}

/** Texts in which a dot that is between two things ends a line. */
function danglingDots(): string[] {
  const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    const next = text.data.trim() === '·' && text.nextSibling instanceof Element ? text.nextSibling : null
    const range = document.createRange()
    range.selectNodeContents(text)
    if (next && range.getBoundingClientRect().top < next.getBoundingClientRect().top - 5) found.push(next.textContent)
  }
  return found
}

test.each(WIDEST_LANGUAGES)(
  'no price or amount makes its page wider than a phone, even with letters twice as large, in %s',
  async (language) => {
    const credits = creditsIn(longestIn(language))
    const shown = formatMoney(language, credits.bundles[0]!.discounted!, credits.currency)
    const api = {
      getCredits: () => credits,
      listTransactions: () => LISTED,
      getPayment: () => paidIn(credits.currency),
      listWithdrawable: () => ({ orders: [] })
    }
    const wide: string[] = []
    for (const path of PATHS) {
      const { unmount } = await mount(path, { language, width: 320, tenant: SELLING, api })
      await expect.poll(() => document.querySelector('main')!.textContent, { interval: 10 }).toContain(shown)
      for (const size of ['200%', '']) {
        document.documentElement.style.fontSize = size
        wide.push(...danglingDots().map((what) => `${path} ${size}: ${what}`))
        wide.push(...tooWide().map((what) => `${path} ${size}: ${what}`))
      }
      await unmount()
    }
    expect(wide.join('\n')).toBe('')
  }
)

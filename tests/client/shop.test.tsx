import { describe, expect, test } from 'vitest'
import type { Credits } from '../../shared/api/credits.ts'
import type { DirectDebit } from '../../shared/api/directdebit.ts'
import type { Payment } from '../../shared/api/payments.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import type { Answered } from '../../client/api/query-client.ts'
import { SELLING } from '../fixtures/tenants.ts'
import { CREDITS as BUYABLE } from './a-credits.ts'
import { PAYMENT } from './a-payment.ts'
import { memberAnswers, part, renderPage, textOf, type Visit } from './render-page.tsx'

const CREDITS: Credits = { ...BUYABLE, countries: ['IE', 'GB'] }
const credits: Answered = [{ endpoint: 'getCredits', query: {} }, CREDITS]
const visit = (more: Visit = {}): Visit => ({ tenant: SELLING, country: 'GB', answers: [credits], ...more })

describe('the price list', () => {
  test('[RT-28] [SET-8] shows visitors money, and money per credit and message, in their country’s currency', async () => {
    const text = textOf(part(await renderPage('/pricing', visit()), 'main'))
    expect(text).toContain('20 credits £8.95 £0.45 per credit £0.90 per message')
    expect(text).toContain('50 credits £17.95 £0.36 per credit £0.72 per message')
    expect(text).toContain('A message costs from £0.59.')
    expect(textOf(part(await renderPage('/pricing', visit({ language: 'de' })), 'main'))).toContain('8,95 £')
  })

  test('has no price per message where messages cost nothing, nor have the bundles', async () => {
    const free = { tenant: { ...SELLING, message_credits: 0 } }
    const bundles = CREDITS.bundles.map((bundle) => ({ ...bundle, per_message: 0 }))
    const answers: Answered[] = [[credits[0], { ...CREDITS, bundles }]]
    for (const text of [
      textOf(part(await renderPage('/pricing', visit({ ...free, answers })), 'main')),
      textOf(await main('/credits', shop(true, { ...free, answers })))
    ]) {
      expect(text).toMatch(/20 credits £8\.95 £0\.45 per credit (?!£)/)
      expect(text).not.toMatch(/0\.00|message/i)
    }
  })

  test('[ENT-30] the country is a plain form that works without a script', async () => {
    const form = part(part(await renderPage('/pricing', visit()), 'main'), 'form')
    expect(form).toContain('method="post"')
    expect(form).toMatch(/<option value="GB" selected="">United Kingdom<\/option>/)
    const one = visit({ answers: [[credits[0], { ...CREDITS, countries: ['GB'] }]] })
    expect(await renderPage('/pricing', one)).not.toContain('<form method="post"')
  })

  test('says so if prices couldn’t be loaded, with a link to try again', async () => {
    const main = part(await renderPage('/pricing', visit({ answers: [] })), 'main')
    expect(textOf(main)).toContain('Couldn’t load the prices')
    expect(main).toContain('href="/pricing"')
  })

  test('is linked in the footer of brands that sell, and only there', async () => {
    for (const member of [true, false]) {
      const footerOf = async (tenant: object) =>
        part(await renderPage('/lang-config', { tenant: { ...tenant }, member, answers: memberAnswers() }), 'footer')
      expect(await footerOf(SELLING)).toContain('href="/pricing"')
      expect(await footerOf({})).not.toContain('href="/pricing"')
    }
  })
})

/** A member's page in the shop. */
const shop = (paid: boolean, more: Visit = {}) =>
  visit({ member: true, ...more, answers: [...memberAnswers({ paid }), ...(more.answers ?? [credits])] })
const main = async (url: string, at: Visit) => part(await renderPage(url, at), 'main')

describe('premium', () => {
  test('is promised in words that also hold for someone whose purchases have gone back', async () => {
    for (const path of ['/credits', '/premium']) {
      const text = textOf(await main(path, shop(false)))
      expect(text).toContain('Buying credits makes you a Premium member')
      expect(text).not.toMatch(/first purchase/i)
    }
    expect(textOf(await main('/premium', shop(true)))).toContain('It ends only if all your purchases are refunded or charged back.')
  })

  test('[RT-27] says what it brings, what it costs at least, and leads to credits', async () => {
    const html = await main('/premium', shop(false))
    expect(textOf(html)).toContain('Up to 25 photos on your profile instead of 3.')
    expect(textOf(html)).toContain('Choose a bundle From £8.95')
    expect(html).toContain('href="/credits"')
  })

  test('[ROLE-16] speaks of conversations only where the number of free ones is limited', async () => {
    const says = async (message_credits: number) => textOf(await main('/premium', shop(false, { tenant: { ...SELLING, message_credits } })))
    expect(await says(2)).toContain('Without Premium you can start 2 conversations.')
    expect(await says(0)).not.toContain('conversations')
  })

  test('[ROLE-16] tells those who have it that it is theirs', async () => {
    expect(textOf(await main('/premium', shop(true)))).toContain('You have Premium All of this is open to you.')
  })

  test('[ERR-19] a free member with all photos used is shown the way, on brands that sell', async () => {
    const done = async (tenant: object) =>
      part(await renderPage('/activate/done', { tenant: { ...tenant }, member: true, answers: memberAnswers() }), 'main')
    expect(await done(SELLING)).toContain('href="/premium"')
    expect(textOf(await done({}))).not.toContain('Premium')
  })
})

test.each([
  ['US', 'The price is all you pay. You pay once', '50 credits £17.95 Total £17.95', null],
  ['AU', 'Tax is included. You pay once', '50 credits £17.95 Total, tax included £17.95', { rate: 10, amount: 163 }]
])('tax is said to be included where its rate is known: %s', async (country, terms, total, vat) => {
  const tax_included = vat !== null
  const answers: Answered[] = [[credits[0], { ...CREDITS, country, tax_included }]]
  const company = { name: 'L', address: 'Q', city: 'D', country: 'IE', kvk: '1', vat_numbers: [] }
  for (const path of ['/pricing', '/credits']) expect(textOf(await main(path, shop(true, { answers })))).toContain(terms)
  expect(textOf(await main('/credits/50', shop(true, { answers })))).toContain(total)
  for (const receipt of [null, { descriptor: 'Q', vat, company }]) {
    const text = textOf(await result({ country, tax_included, receipt }))
    expect(text.includes('tax included')).toBe(tax_included)
    expect(text.includes('GST included (10%) £1.63')).toBe(receipt !== null && tax_included)
  }
})

/** What a member is told last before they order. */
const AGREED =
  'By ordering you agree to the terms. You also ask to use your credits right away: if you withdraw, what you’ve used isn’t refunded. Order and pay · £17.95'

describe('credits', () => {
  test('[RT-29] are cards with price and price per credit and message', async () => {
    const html = await main('/credits', shop(true))
    expect(textOf(html)).toContain('20 credits £8.95 £0.45 per credit £0.90 per message')
    expect(html).toContain('href="/credits/50"')
  })

  test('[RT-31] an order is repeated by those who have completed one here', async () => {
    const answers: Answered[] = [[credits[0], { ...CREDITS, repeatable: true }]]
    expect(await main('/credits', shop(true, { answers }))).toContain('href="/credits/repeat-order"')
    // They have paid on another site of the pool.
    expect(await main('/credits', shop(true))).not.toContain('href="/credits/repeat-order"')
  })

  test('[CON-28] [TB-7] with a discount show the old price and the new one', async () => {
    const [first, second] = CREDITS.bundles
    const bundles = [{ ...first!, discounted: 671, code: 'TIMEBONUS25', per_credit: 34, per_message: 67 }, second!]
    const answers: Answered[] = [[credits[0], { ...CREDITS, bundles }]]
    // The price per credit and message is that of the discounted price, so wherever it stands, that price stands beside it.
    for (const page of ['/credits', '/pricing']) {
      const text = textOf(await main(page, shop(false, { answers })))
      expect(text, page).toMatch(/20 credits Was £8\.95 £8\.95 £6\.71 £0\.34 per credit £0\.67/)
      expect(text, page).toMatch(/50 credits £17\.95 £0\.36 per credit £0\.72/)
    }
    expect(textOf(await main('/premium', shop(false, { answers })))).toContain('From £6.71')
    const order = textOf(await main('/credits/20', shop(false, { answers })))
    expect(order).toContain('TIMEBONUS25 -£2.24 Total, tax included £6.71')
  })

  test('[SCR-6] [RT-30] an order says the total, the ways to pay, the bank statement’s text, and nothing is chosen for later', async () => {
    const stored: Answered[] = [[credits[0], { ...CREDITS, stored_card: { id: 'c'.repeat(22), label: 'Visa •••• 4242' } }]]
    const html = await main('/credits/50/paypal', shop(false, { answers: stored }))
    const text = textOf(html)
    expect(text).toContain('50 credits £17.95')
    expect(text).toContain('Your statement shows “QUAY STREET LTD”.')
    expect(text).toContain(AGREED)
    expect([...html.matchAll(/<input[^>]*checked[^>]*>/g)].map(([input]) => /value="(\w+)"/.exec(input)?.[1])).toEqual(['paypal'])
    expect(await main('/credits/50/card', shop(false))).toMatch(/<input(?![^>]*checked)[^>]*name="save_card"/)
  })

  test('a bundle that isn’t sold leads back to those that are', async () => {
    expect(await main('/credits/999', shop(false))).toContain('This bundle isn’t for sale')
  })
})

test('[RT-32] direct debit asks for holder, IBAN and phone, with its limits', async () => {
  const state: DirectDebit = {
    mandate: null,
    waiting: null,
    blocked: false,
    offered: true,
    creditor: { name: 'Lantern Works Ltd', address: '1 Quay Street', city: 'Dublin', country: 'IE', id: 'IE12ZZZ123456' },
    limits: { currency: 'GBP', day: 10_000, month: 25_000 }
  }
  const html = await main('/directdebit', shop(true, { answers: [[{ endpoint: 'getDirectDebit', query: {} }, state]] }))
  expect([...html.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual(['holder', 'iban', 'phone'])
  expect(textOf(html)).toContain('£100')
})

const ID = PAYMENT.payment_id
const {
  receipt: _r,
  recurring: _c,
  paid_at: _p,
  failure: _f,
  next: _n,
  refunded_credits: _k,
  country: _l,
  price: _o,
  discount: _d,
  ...ROW
} = PAYMENT
/** A page of someone with these orders. */
const list = (transactions: object[]): Visit =>
  shop(true, {
    answers: [
      credits,
      [
        { endpoint: 'listTransactions', query: {} },
        {
          transactions,
          total: transactions.length,
          page: 1,
          pages: 1,
          last_completed: transactions.find((one) => 'status' in one && one.status === 'completed') ?? null,
          debts: []
        }
      ]
    ]
  })
const result = (fields: Partial<Payment>, language: Locale = 'en', { methods = CREDITS.methods, tenant = {} } = {}) =>
  main(
    `/transactions/${ID}`,
    shop(true, {
      language,
      tenant: { ...SELLING, ...tenant },
      answers: [
        [
          { endpoint: 'getPayment', query: { id: ID } },
          { ...PAYMENT, ...fields }
        ],
        [
          { endpoint: 'getCredits', query: { country: PAYMENT.country } },
          { ...CREDITS, methods }
        ]
      ]
    })
  )

describe('a payment', () => {
  test.each<[Partial<Payment>, string, string]>([
    [{ status: 'loading' }, 'One moment', 'Einen Moment'],
    [{ status: 'loading', next: 'https://pay.example/1' }, 'Waiting for your payment', 'Wir warten auf deine Zahlung'],
    [{ status: 'pending' }, 'Waiting for your payment', 'Wir warten auf deine Zahlung'],
    [{ status: 'completed' }, 'Thank you, it’s paid', 'Danke, das ist bezahlt'],
    [{ status: 'failed' }, 'Payment failed or has been cancelled.', 'Die Zahlung ist fehlgeschlagen oder wurde abgebrochen.'],
    [{ status: 'cancelled' }, 'Payment failed or has been cancelled.', 'Die Zahlung ist fehlgeschlagen oder wurde abgebrochen.']
  ])('%o is shown in two languages [SCR-7] [ERR-11] [RT-33]', async (fields, english, german) => {
    expect(textOf(part(await result(fields), 'h1'))).toBe(english)
    expect(textOf(part(await result(fields, 'de'), 'h1'))).toBe(german)
  })

  test('[ENT-24] says what was ordered and how it is paid, and goes on to the provider while it can be', async () => {
    const html = await result({ status: 'loading', next: 'https://pay.example/1' })
    expect(textOf(html)).toContain('7KQ2M-XW4RT')
    expect(textOf(html)).toContain('50 credits')
    expect(textOf(html)).toContain('Paid with Card')
    expect(html).toContain('href="https://pay.example/1"')
  })

  test('that failed can be tried again, by PayPal too if the kept card was declined [OTH-7]', async () => {
    const again = `/credits/50/card`
    const once = await result({ status: 'failed' })
    expect(once).toContain(again)
    expect(once).not.toContain('/credits/50/paypal')
    const kept = await result({ status: 'failed', recurring: true })
    expect(kept).toContain(again)
    expect(kept).toContain('/credits/50/paypal')
  })

  test.each([
    ['is offered', {}, true],
    ['isn’t offered in the country', { methods: [{ id: 'card' as const }] }, false],
    ['can’t be used any more', { tenant: { status: 'gone' } }, false]
  ])('that failed with the kept card names PayPal by its button alone, where it %s', async (_, where, offered) => {
    const html = await result({ status: 'failed', recurring: true }, 'en', where)
    expect(textOf(html)).toContain('Your saved card was declined')
    expect(textOf(html).match(/PayPal/g) ?? []).toHaveLength(offered ? 1 : 0)
    expect(html.includes('/credits/50/paypal')).toBe(offered)
  })

  test('that is paid has a receipt with company, tax and what the bank statement says', async () => {
    const company = {
      name: 'Lantern Works Ltd',
      address: '1 Quay Street',
      city: 'Dublin',
      country: 'IE',
      kvk: '123456',
      vat_numbers: ['IE1234567A']
    }
    const text = textOf(
      await result({
        paid_at: '2026-11-20T19:05:00.000Z',
        receipt: { descriptor: 'QUAY STREET LTD', early_use: true, vat: { rate: 20, amount: 299 }, company }
      })
    )
    expect(text).toContain('20 November 2026 at 20:05 CET')
    expect(text).toContain('When you ordered, you asked to use your credits right away')
    expect(text).toContain('VAT included (20%) £2.99')
    expect(text).toContain('Lantern Works Ltd, 1 Quay Street, Dublin, Ireland')
    expect(text).toContain('Registration number 123456 · VAT IE1234567A')
    expect(text).toContain('Your statement shows “QUAY STREET LTD”.')
  })

  test('writes rates of tax and discounts as the reader’s language does', async () => {
    const company = { name: 'L', address: 'Q', city: 'D', country: 'IE', kvk: '1', vat_numbers: [] }
    const payment = { ...PAYMENT, receipt: { descriptor: 'Q', vat: { rate: 25.5, amount: 299 }, company } }
    const answers: Answered[] = [[{ endpoint: 'getPayment', query: { id: PAYMENT.payment_id } }, payment]]
    expect(textOf(await main(`/transactions/${PAYMENT.payment_id}`, shop(true, { answers, language: 'fi' })))).toMatch(
      /Sis\. alv \(25,5\s%\)/
    )
    const discount = { code: 'SUMMER', percentage: 12.5, minimum: 0, ends_at: null }
    const code: Answered[] = [
      [
        { endpoint: 'getCredits', query: { code: 'SUMMER' } },
        { ...CREDITS, discount }
      ]
    ]
    expect(textOf(await main('/credits?code=SUMMER', shop(true, { answers: code, language: 'fi' })))).toMatch(/12,5\s%/)
  })

  test('[RT-31] is repeated with bundle, price and way to pay, to be confirmed', async () => {
    const text = async (transactions: object[]) => {
      const html = await main('/credits/repeat-order', list(transactions))
      return [/<input[^>]*checked[^>]*value="(\w+)"|value="(\w+)"[^>]*checked/.exec(html)?.slice(1).find(Boolean), textOf(html)]
    }
    const failed = { ...ROW, bundle: '20', payment_method: 'card', status: 'failed' }
    const [method, order] = await text([failed, { ...ROW, payment_method: 'paypal' }])
    expect(method).toBe('paypal')
    expect(order).toContain('Order again')
    expect(order).toContain('50 credits £17.95')
    expect(order).toContain(AGREED)
    expect((await text([failed]))[1]).not.toContain('Order and pay')
  })

  test('[RT-33] without an id all are listed, or that there are none yet', async () => {
    const html = await main('/transactions', list([{ ...ROW, refunded: 500 }]))
    expect(html).toContain(`href="/transactions/${ID}"`)
    expect(textOf(html)).toContain('50 credits 20 Nov 2026 £17.95 £5.00 refunded Paid')
    expect(textOf(await main('/transactions', list([])))).toContain('No payments yet')
  })
})

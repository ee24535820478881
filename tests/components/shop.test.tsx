import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ErrorCode, ErrorParams } from '../../shared/api/errors.ts'
import type { DiscountRefusal } from '../../shared/rules/discounts.ts'
import { CREDITS } from '../client/a-credits.ts'
import { PAYMENT } from '../client/a-payment.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { SELLING } from '../fixtures/tenants.ts'
import { expectAccessible } from './accessible.ts'
import { HttpError, mount, type Api } from './mount.tsx'
import { sentence } from './sentence.ts'

const url = location.href
afterEach(() => history.replaceState(null, '', url))

/** Where the tab keeps the order that got no answer. */
const ORDER = `draft:${'A'.repeat(22)}:order`

/** A page of the shop for a member who pays from Great Britain. */
const openShop = (path: string, api: Api = {}, facts: Parameters<typeof memberAnswers>[0] = {}) =>
  mount(path, { tenant: SELLING, country: 'GB', width: 375, answers: memberAnswers(facts), api: { getCredits: () => CREDITS, ...api } })

test('an order to be repeated stays when its reload fails', async () => {
  history.replaceState(null, '', '/credits/repeat-order')
  const listed = { transactions: [], total: 1, page: 1, pages: 1, last_completed: { ...PAYMENT, status: 'completed' as const }, debts: [] }
  const { queryClient, getByRole } = await mount('/credits/repeat-order', {
    tenant: SELLING,
    country: 'GB',
    fails: true,
    answers: [...memberAnswers(), [{ endpoint: 'listTransactions', query: {} }, listed]],
    api: { getCredits: () => CREDITS, listTransactions: () => new HttpError('not_found') }
  })
  const heading = getByRole('heading', { name: sentence('checkout.again_heading') })
  await expect.element(heading).toBeVisible()
  await queryClient.refetchQueries({ queryKey: ['listTransactions'] })
  expect(queryClient.getQueryState(['listTransactions', {}])?.status).toBe('error')
  // Rendered with it.
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  await expect.element(heading).toBeVisible()
  expect(location.pathname).toBe('/credits/repeat-order')
})

describe('a discount code', () => {
  /** The credits page for a code that the answer refuses, or that gives 25% with this one. */
  async function openCode(typed: string, answer: { refusal?: DiscountRefusal; minimum?: number; gives?: string }) {
    const { refusal = null, minimum = null, gives } = answer
    const discount = gives === undefined ? null : { code: gives, percentage: 25, minimum: 0, ends_at: null }
    const page = await openShop('/credits', {
      getCredits: ({ query }) => (query.code === undefined ? CREDITS : { ...CREDITS, refusal, minimum, discount })
    })
    const field = page.getByRole('textbox', { name: sentence('discount.field') })
    await field.fill(typed)
    await page.getByRole('button', { name: sentence('discount.apply') }).click()
    const asked = () => page.calls.filter(({ endpoint }) => endpoint === 'getCredits').map(({ query }) => query.code)
    await expect.poll(() => asked().at(-1)).toBe(typed)
    return { ...page, field }
  }

  test.each([
    ['not_found', 'Code not found'],
    ['used', 'Code already used'],
    ['expired', 'Code expired'],
    ['country', 'This code isn’t valid in your country'],
    ['currency', 'This code isn’t valid in this currency'],
    ['method', 'This code isn’t valid with this payment method'],
    ['minimum', 'This code is for orders of £30.00 or more']
  ] as const)('refused as %s says so at its field, which keeps it [VAL-9] [VAL-10] [ENT-21] [ENT-22] [ENT-23]', async (refusal, text) => {
    const { field, getByRole, getByText } = await openCode('SUMMER', { refusal, ...(refusal === 'minimum' && { minimum: 3000 }) })
    await expect.element(getByText(text, { exact: true })).toBeVisible()
    await expect.element(field).toHaveAccessibleDescription(text)
    await expect.element(field).toBeInvalid()
    await expect.element(field).toHaveValue('SUMMER')
    await expect.element(getByRole('button', { name: sentence('discount.remove') })).not.toBeInTheDocument()
    await expectAccessible()
  })

  test('that applies says what it gives, however it was typed, and can be removed', async () => {
    const { field, getByRole } = await openCode('su mmer', { gives: 'SUMMER' })
    const result = getByRole('status').filter({ hasText: 'SUMMER' })
    await expect.element(result).toHaveTextContent('SUMMER gives you 25% off.')
    await expect.element(field).toBeValid()
    await getByRole('button', { name: 'Remove code' }).click()
    await expect.element(result).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('')
    await expect.element(getByRole('button', { name: 'Remove code' })).not.toBeInTheDocument()
    expect(new URLSearchParams(location.search).get('code')).toBeNull()
  })

  test.each([
    ['applies', { gives: 'SUMMER' }],
    ['is refused', { refusal: 'expired' }]
  ] as const)('that %s leaves the focus in its field, and the page where it is', async (_, answer) => {
    const page = await openShop('/credits', {
      getCredits: ({ query }) =>
        query.code === undefined
          ? CREDITS
          : {
              ...CREDITS,
              refusal: 'refusal' in answer ? answer.refusal : null,
              discount: 'gives' in answer ? { code: answer.gives, percentage: 25, minimum: 0, ends_at: null } : null
            }
    })
    const field = page.getByRole('textbox', { name: sentence('discount.field') })
    await expect.element(field).toBeVisible()
    const result = document.querySelector('form [role="status"]')
    field.element().scrollIntoView()
    const place = window.scrollY
    await userEvent.fill(field, 'SUMMER')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('gives' in answer ? 'SUMMER gives you 25% off.' : 'Code expired')).toBeVisible()
    await expect.element(field).toHaveFocus()
    expect(window.scrollY).toBe(place)
    // A status that is new in the page isn't announced.
    expect(document.querySelector('form [role="status"]')).toBe(result)
  })

  test('yields to another discount that saves more, and the page says so [TB-7]', async () => {
    const { getByRole } = await openCode('SUMMER', { gives: 'TIMEBONUS25' })
    await expect.element(getByRole('status').filter({ hasText: sentence('discount.better') })).toBeVisible()
  })
})

test('a code for larger orders says on the credits page from what price on it counts', async () => {
  const discount = { code: 'SUMMER', percentage: 25, minimum: 1000, ends_at: null }
  const { getByText } = await openShop('/credits?code=SUMMER', { getCredits: () => ({ ...CREDITS, discount, minimum: 1000 }) })
  await expect.element(getByText(/SUMMER gives you 25% off\.\s+This code is for orders of £10\.00 or more/)).toBeVisible()
})

test('so does one that yields to another discount on all bundles that are large enough', async () => {
  const discount = { code: 'WELCOME25', percentage: 25, minimum: 1795, ends_at: null }
  const { getByRole } = await openShop('/credits?code=SUMMER', { getCredits: () => ({ ...CREDITS, discount, minimum: 1000 }) })
  const both = `${sentence('discount.better')} ${sentence('discount.minimum', { minimum: '£10.00' })}`
  await expect.element(getByRole('status').filter({ hasText: 'You already have' })).toHaveTextContent(both)
})

describe('a code that doesn’t lower the price of an order says why before the button', () => {
  const SUMMER = { code: 'SUMMER', percentage: 25, minimum: 1000, ends_at: null }

  test('when it isn’t for this way to pay, and not when it is', async () => {
    const { getByRole, getByText } = await openShop('/credits/50/card?code=SUMMER', {
      getCredits: ({ query }) =>
        query.method === 'paypal'
          ? { ...CREDITS, refusal: 'method' }
          : { ...CREDITS, discount: SUMMER, bundles: CREDITS.bundles.map((one) => ({ ...one, discounted: 1346, code: 'SUMMER' })) }
    })
    const why = getByText('This code isn’t valid with this payment method')
    await expect.element(getByRole('button', { name: /£13\.46/ })).toBeVisible()
    await expect.element(why).not.toBeInTheDocument()
    await getByRole('radio', { name: sentence('shop.method_paypal'), exact: true }).click()
    await expect.element(why).toBeVisible()
    await expect.element(getByRole('button', { name: /£17\.95/ })).toBeVisible()
  })

  test.each(['SUMMER', 'WELCOME25'])('when the bundle is too small for it, whether larger ones have it or %s', async (code) => {
    const getCredits = () => ({ ...CREDITS, discount: { ...SUMMER, code }, minimum: 1000 })
    const { getByText } = await openShop('/credits/20/card?code=SUMMER', { getCredits })
    await expect.element(getByText('This code is for orders of £10.00 or more')).toBeVisible()
  })
})

test('a code that yields to another discount doesn’t show that one’s minimum', async () => {
  const welcome = { code: 'WELCOME25', percentage: 25, minimum: 1000, ends_at: null }
  const { getByRole } = await openShop('/credits/20/card?code=SUMMER', { getCredits: () => ({ ...CREDITS, discount: welcome }) })
  await expect.element(getByRole('button', { name: /£8\.95/ })).toBeVisible()
  expect(getByRole('main').element().textContent).not.toContain('This code is for orders of')
})

test('on a phone the country to pay from and its button are as wide as the button that orders', async () => {
  const { getByRole } = await openShop('/credits/50/card', { getCredits: () => ({ ...CREDITS, countries: ['GB', 'IE'] }) })
  const country = getByRole('combobox', { name: sentence('shop.country') })
  await expect.element(country).toBeVisible()
  const order = getByRole('button', { name: sentence('checkout.submit') })
  const widthOf = (one: typeof order) => one.element().getBoundingClientRect().width
  expect(widthOf(country)).toBe(widthOf(order))
  expect(widthOf(getByRole('button', { name: sentence('shop.country_submit') }))).toBe(widthOf(order))
})

describe('an order', () => {
  const submit = (total: string) => ({ name: `${sentence('checkout.submit')} · ${total}`, exact: true })

  test.each<[ErrorCode, ErrorParams, string]>([
    [
      'payment_unavailable',
      {},
      'Our payment partner isn’t responding. Check under Payments whether your order went through. You won’t pay for it twice.'
    ],
    ['spending_limit', {}, 'This goes beyond the spending limit you’ve set. You’ll find it in your settings.'],
    ['limit_currency', { currency: 'EUR' }, 'Your spending limit is in EUR, so you can only pay in EUR.'],
    ['buying_paused', {}, 'You’ve paused buying. The pause ends by itself on the day you chose.']
  ])('refused with %s says why, and keeps the choices', async (code, params, text) => {
    const { getByRole, calls } = await openShop('/credits/50/paypal', { createPayment: () => new HttpError(code, params) })
    await getByRole('radio', { name: sentence('shop.method_card'), exact: true }).click()
    const save = getByRole('checkbox', { name: sentence('checkout.save_card') })
    await save.click()
    await getByRole('button', submit('£17.95')).click()
    await expect.element(getByRole('alert')).toHaveTextContent(text)
    await expect.element(getByRole('radio', { name: sentence('shop.method_card'), exact: true })).toBeChecked()
    await expect.element(save).toBeChecked()
    await expect.element(getByRole('button', submit('£17.95'))).toBeEnabled()
    await expectAccessible()
    const orders = () => calls.filter(({ endpoint }) => endpoint === 'createPayment')
    await getByRole('button', submit('£17.95')).click()
    await expect.poll(orders).toHaveLength(2)
    const [first, again] = orders()
    expect(again!.body).toEqual(first!.body)
    // A refusal ended the first one; whether an order that only got no answer has begun is unknown.
    expect(again!.key === first!.key).toBe(code === 'payment_unavailable')
    await expect.element(getByRole('alert')).toHaveTextContent(text)
  })

  test('that got no answer keeps its key after a reload', async () => {
    const path = '/credits/50/card'
    const createPayment = () => new HttpError('payment_unavailable')
    const first = await openShop(path, { createPayment })
    await first.getByRole('button', submit('£17.95')).click()
    await expect.element(first.getByRole('alert')).toBeVisible()
    const { key } = first.calls.find(({ endpoint }) => endpoint === 'createPayment')!
    const kept = sessionStorage.getItem(ORDER)!
    expect(kept).toContain(key)
    await first.unmount()
    // Another value than the one in memory, which a reload would clear.
    sessionStorage.setItem(ORDER, kept.replace(key!, 'of-the-page-before'))
    const ordered = { ...PAYMENT, status: 'loading' as const }
    const { payment_id, status, credits, payment_method, currency, total } = ordered
    const again = await openShop(path, {
      getPayment: () => ordered,
      createPayment: () => ({ payment_id, status, credits, payment_method, currency, total, next: null })
    })
    await again.getByRole('button', submit('£17.95')).click()
    await expect.element(again.getByRole('heading', { level: 1, name: sentence('payment.loading_heading') })).toBeVisible()
    expect(again.calls.find(({ endpoint }) => endpoint === 'createPayment')!.key).toBe('of-the-page-before')
    expect(sessionStorage.getItem(ORDER)).toBeNull()
  })

  test('that is answered late doesn’t take the member away from the page they’ve moved on to', async () => {
    const { payment_id, status, credits, payment_method, currency, total } = PAYMENT
    const answer = Promise.withResolvers<void>()
    const { getByRole, calls } = await openShop('/credits/50/card', {
      getPayment: () => PAYMENT,
      async createPayment() {
        await answer.promise
        return { payment_id, status, credits, payment_method, currency, total, next: null }
      }
    })
    await getByRole('button', submit('£17.95')).click()
    await expect.poll(() => calls.filter(({ endpoint }) => endpoint === 'createPayment')).toHaveLength(1)
    await getByRole('link', { name: sentence('checkout.terms') }).click()
    const terms = getByRole('heading', { level: 1, name: 'Terms of' })
    await expect.element(terms).toBeVisible()
    answer.resolve()
    // The order is forgotten as soon as its answer is read; navigating away would follow at once.
    await expect.poll(() => sessionStorage.getItem(ORDER)).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(calls.filter(({ endpoint }) => endpoint === 'getPayment')).toEqual([])
    await expect.element(terms).toBeVisible()
  })

  test('whose price has changed says so and shows the new one, which alone is ordered then [RT-30]', async () => {
    let price = 1795
    const ordered = { ...PAYMENT, status: 'loading' as const, total: 1995 }
    const { payment_id, status, credits, payment_method, currency, total } = ordered
    const { getByRole, calls } = await openShop('/credits/50/card', {
      getCredits: () => ({ ...CREDITS, bundles: CREDITS.bundles.map((one) => (one.id === '50' ? { ...one, price } : one)) }),
      getPayment: () => ordered,
      createPayment({ body }) {
        price = 1995
        if (body.total !== price) return new HttpError('price_changed')
        return { payment_id, status, credits, payment_method, currency, total, next: null }
      }
    })
    await getByRole('button', submit('£17.95')).click()
    await expect.element(getByRole('alert')).toHaveTextContent('This offer has just changed. Please check it and order again.')
    await getByRole('button', submit('£19.95')).click()
    await expect.element(getByRole('heading', { level: 1, name: sentence('payment.loading_heading') })).toBeVisible()
    const totals = calls.flatMap(({ endpoint, body }) => (endpoint === 'createPayment' ? [(body as { total: number }).total] : []))
    expect(totals).toEqual([1795, 1995])
  })

  test('says how many credits were shown, and the new number when it has changed', async () => {
    let credits = 50
    const { getByRole, calls } = await openShop('/credits/50/card', {
      getCredits: () => ({ ...CREDITS, bundles: CREDITS.bundles.map((one) => (one.id === '50' ? { ...one, credits } : one)) }),
      createPayment() {
        credits = 45
        return new HttpError('price_changed', { total: 1795, currency: 'GBP' })
      }
    })
    await getByRole('button', submit('£17.95')).click()
    await expect.element(getByRole('alert')).toHaveTextContent('This offer has just changed. Please check it and order again.')
    await expect.element(getByRole('term').filter({ hasText: '45 credits' })).toBeVisible()
    expect(calls.find(({ endpoint }) => endpoint === 'createPayment')!.body).toMatchObject({ credits: 50, total: 1795 })
  })

  test('of a bundle that is not sold any more says so', async () => {
    let bundles = CREDITS.bundles
    const { getByText, getByRole } = await openShop('/credits/50/card', {
      getCredits: () => ({ ...CREDITS, bundles }),
      createPayment() {
        bundles = bundles.filter(({ id }) => id !== '50')
        return new HttpError('not_found')
      }
    })
    await getByRole('button', submit('£17.95')).click()
    await expect.element(getByText(sentence('checkout.none_title'))).toBeVisible()
    await expect.element(getByRole('main').getByRole('link', { name: sentence('checkout.other') })).toBeVisible()
  })
})

describe.each([
  [12, null, 'You have 12 credits.'],
  [10, '10 credits left', 'You have 10 credits. You’re running low on credits.'],
  [1, '1 credit left', 'You have 1 credit. You’re running low on credits.'],
  [0, '0 credits left', 'You have 0 credits.']
] as const)('with %d credits', (credits, badge, balance) => {
  test('the navigation and the credits page say so in words, with a mark when they are few [NAV-11] [NAV-12] [CON-17]', async () => {
    const { getByRole, getByText } = await openShop('/credits', {}, { paid: true, credits })
    const link = getByRole('navigation', { name: sentence('nav.label') }).getByRole('link', { name: sentence('nav.credits') })
    const name = [sentence('nav.credits'), badge].filter(Boolean).join(' ')
    await expect.element(link).toHaveAccessibleName(name)
    // Not counting the icon of the link itself.
    expect(link.element().querySelectorAll('svg')).toHaveLength(badge === null ? 1 : 2)
    const line = getByText(balance, { exact: true })
    await expect.element(line).toBeVisible()
    expect(line.element().parentElement!.querySelectorAll('svg')).toHaveLength(badge === null ? 0 : 1)
  })
})

import { onlineManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { MessageKey } from '../../locales/keys.ts'
import type { Payment } from '../../shared/api/payments.ts'
import { CREDITS } from '../client/a-credits.ts'
import { PAYMENT } from '../client/a-payment.ts'
import { translatorOf } from '../client/render-page.tsx'
import { SELLING } from '../fixtures/tenants.ts'
import { expectAccessible } from './accessible.ts'
import { memberApi } from './member-api.ts'
import { goOffline } from './go-offline.ts'
import { HttpError, mount, type Api } from './mount.tsx'
import { sentence } from './sentence.ts'

const READERS = [
  { language: 'en', currency: 'GBP', width: 1280, total: '£17.95', part: '£5.00' },
  { language: 'nl', currency: 'EUR', width: 375, total: '€ 17,95', part: '€ 5,00' }
] as const

type Seen = [state: Partial<Payment>, heading: MessageKey, texts: MessageKey | MessageKey[], link?: [label: MessageKey, to: string]]

/** The order, while it can be withdrawn from. */
const WITHDRAWABLE = {
  payment_id: PAYMENT.payment_id,
  reference: PAYMENT.reference,
  credits: PAYMENT.credits,
  paid_at: PAYMENT.created_at,
  amount: 1795,
  currency: 'GBP',
  until: '2026-12-01T00:00:00.000Z',
  time_zone: 'Europe/London'
} as const

const NEXT = 'https://pay.example/1'
/** All states of an order, in a plausible sequence, although most of them are final. */
const STATES: readonly Seen[] = [
  [{ status: 'loading' }, 'payment.loading_heading', 'payment.loading_text'],
  [{ status: 'loading', next: NEXT }, 'payment.pending_heading', 'payment.pending_text', ['payment.continue', NEXT]],
  [{ status: 'pending' }, 'payment.pending_heading', 'payment.pending_text'],
  [{ status: 'pending', payment_method: 'directdebit' }, 'payment.debit_heading', 'payment.debit_text'],
  [{ status: 'failed' }, 'payment.failed_heading', 'payment.failed_text', ['payment.retry', '/credits/50/card']],
  [{ status: 'failed', recurring: true }, 'payment.failed_heading', 'payment.card_text', ['payment.paypal', '/credits/50/paypal']],
  [
    { status: 'failed', code: 'SPRING' },
    'payment.failed_heading',
    'payment.failed_text',
    ['payment.retry', '/credits/50/card?code=SPRING']
  ],
  [
    { status: 'failed', recurring: true, code: 'SPRING' },
    'payment.failed_heading',
    'payment.card_text',
    ['payment.paypal', '/credits/50/paypal?code=SPRING']
  ],
  [{ status: 'cancelled' }, 'payment.failed_heading', 'payment.failed_text', ['payment.retry', '/credits/50/card']],
  [{ status: 'completed' }, 'payment.completed_heading', 'payment.completed_text', ['payment.go_members', '/members']],
  [
    { status: 'completed', refunded: 500, refunded_credits: 14 },
    'payment.partly_returned_heading',
    ['payment.completed_text', 'payment.partly_refunded']
  ],
  [{ status: 'completed', refunded: 1795 }, 'payment.refunded_heading', 'payment.refunded_text'],
  [
    { status: 'completed', charged_back_amount: 500 },
    'payment.partly_returned_heading',
    ['payment.completed_text', 'payment.partly_charged_back']
  ],
  [{ status: 'completed', charged_back: true }, 'payment.charged_back_heading', 'payment.charged_back_text']
]

const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ')

test.each(READERS)(
  'an open page of a payment shows each state as it comes, with its amounts: $language, $currency [SCR-7] [ERR-11] [RT-33]',
  async ({ language, currency, width, total, part }) => {
    const { t } = await translatorOf(language)
    let [[state]] = STATES as [Seen]
    const payment = (): Payment => ({ ...PAYMENT, currency, ...state })
    const page = await mount(`/transactions/${PAYMENT.payment_id}`, {
      tenant: SELLING,
      language,
      width,
      answers: [[{ endpoint: 'getPayment', query: { id: PAYMENT.payment_id } }, payment()]],
      api: { getPayment: payment, listWithdrawable: () => ({ orders: [] }), getCredits: () => CREDITS }
    })
    for (const [next, heading, texts, link] of STATES) {
      state = next
      // As the event of a payment does.
      await page.queryClient.invalidateQueries({ queryKey: ['getPayment'] })
      await expect.element(page.getByRole('heading', { level: 1, name: t(heading), exact: true })).toBeVisible()
      const main = page.getByRole('main')
      const values = { count: PAYMENT.credits, credits: next.refunded_credits, amount: part }
      for (const text of [texts].flat()) await expect.element(main.getByText(t(text, values), { exact: true })).toBeVisible()
      if (link) await expect.element(main.getByRole('link', { name: t(link[0]), exact: true })).toHaveAttribute('href', link[1])
      const amounts = () => {
        const lines = plain(main.element().textContent)
        const labels = [t('receipt.refunded'), t('transactions.state_charged_back')]
        return [`${t('checkout.total')}${total}`, ...labels.map((label) => `${label}${part}`)].map((line) => lines.includes(line))
      }
      await expect.poll(amounts).toEqual([true, next.refunded === 500, next.charged_back_amount === 500])
    }
    await expectAccessible()
  }
)

test.each(READERS)(
  'the list says of each order what became of it: $language, $currency [RT-33]',
  async ({ language, currency, width, total, part }) => {
    const { t } = await translatorOf(language)
    const row = {
      reference: PAYMENT.reference,
      bundle: '50',
      credits: 50,
      payment_method: 'card',
      currency,
      total: 1795,
      created_at: PAYMENT.created_at
    } as const
    const states = ['loading', 'pending', 'failed', 'cancelled', 'completed', 'charged_back'] as const
    const transactions = states.map((state, index) => ({
      ...row,
      payment_id: String(index).repeat(22),
      status: state === 'charged_back' ? 'completed' : state,
      charged_back: state === 'charged_back',
      charged_back_amount: state === 'charged_back' ? 1795 : state === 'completed' ? 500 : 0,
      refunded: state === 'completed' ? 500 : 0
    }))
    const listed = { transactions, total: transactions.length, page: 1, pages: 1, last_completed: transactions.at(-1)!, debts: [] }
    const page = await mount('/transactions', {
      tenant: SELLING,
      language,
      width,
      answers: [[{ endpoint: 'listTransactions', query: {} }, listed]]
    })
    const rows = page.getByRole('main').getByRole('listitem').elements()
    expect(rows.map((one) => plain(one.textContent).includes(total))).toEqual(states.map(() => true))
    expect(rows.map((one) => states.filter((status) => one.textContent.endsWith(t(`transactions.state_${status}`))))).toEqual(
      states.map((status) => [status])
    )
    for (const text of ['transactions.refunded', 'transactions.part_charged_back'] as const)
      expect(rows.map((one) => plain(one.textContent).includes(plain(t(text, { amount: part }))))).toEqual(
        states.map((status) => status === 'completed')
      )
  }
)

test.each([
  [[{ amount: 995, currency: 'GBP' }], '£9.95'],
  [
    [
      { amount: 995, currency: 'GBP' },
      { amount: 1250, currency: 'EUR' }
    ],
    '£9.95 + €12.50'
  ],
  [[], null]
])('the debt after a chargeback, %j, is shown above the orders, with how to settle it', async (debts, amount) => {
  const listed = { transactions: [], total: 0, page: 1, pages: 1, last_completed: null, debts }
  const { getByRole } = await mount('/transactions', {
    tenant: SELLING,
    country: 'GB',
    answers: [[{ endpoint: 'listTransactions', query: {} }, listed]]
  })
  const notice = getByRole('main').getByText('You owe')
  await expect.element(getByRole('heading', { name: sentence('transactions.none_title') })).toBeVisible()
  if (amount === null) return expect(notice.query()).toBeNull()
  const settled = 'Nothing is collected automatically. To settle it, write to help@velvet.example.'
  await expect
    .element(notice)
    .toHaveTextContent(
      `You owe ${amount}: your bank reversed a payment whose credits you’d used, or whose money you’d already got back. ${settled}`
    )
})

/** The page of an order that is not paid yet; a press on its button to cancel it is answered by `cancel`. */
async function pressCancel(cancel: (set: (payment: Payment) => void) => Payment | HttpError) {
  let payment: Payment = { ...PAYMENT, status: 'loading', next: NEXT }
  const page = await mount(`/transactions/${PAYMENT.payment_id}`, {
    tenant: SELLING,
    answers: [[{ endpoint: 'getPayment', query: { id: PAYMENT.payment_id } }, payment]],
    api: {
      getPayment: () => payment,
      listWithdrawable: () => ({ orders: [] }),
      cancelPayment: () => cancel((next) => (payment = next))
    }
  })
  const button = page.getByRole('button', { name: sentence('payment.cancel') })
  await button.click()
  const asked = page.calls.filter(({ endpoint }) => endpoint === 'cancelPayment').map(({ body }) => body)
  expect(asked).toEqual([{ id: PAYMENT.payment_id }])
  return { ...page, button }
}

test('an order that is not paid yet is cancelled by a button, and the page says so', async () => {
  const { getByRole, button } = await pressCancel((set) => {
    const cancelled: Payment = { ...PAYMENT, status: 'cancelled' }
    set(cancelled)
    return cancelled
  })
  await expect.element(getByRole('heading', { level: 1, name: sentence('payment.failed_heading') })).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})

test('an order that the provider can no longer stop stays as it is', async () => {
  const { getByRole, button } = await pressCancel((set) => {
    set(PAYMENT)
    return PAYMENT
  })
  await expect.element(getByRole('heading', { level: 1, name: sentence('payment.completed_heading') })).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})

test('cancelling that failed says why and that nothing has changed, and can be tried again', async () => {
  const { getByRole, getByText, button } = await pressCancel(() => new HttpError('payment_unavailable'))
  await expect.element(getByText(sentence('payment.cancel_unavailable'))).toBeVisible()
  await expect.element(getByRole('heading', { level: 1, name: sentence('payment.pending_heading') })).toBeVisible()
  await expect.element(button).toBeEnabled()
})

test('after a declined card, PayPal is offered only where it can be paid with', async () => {
  const failed: Payment = { ...PAYMENT, status: 'failed', recurring: true }
  const page = await mount(`/transactions/${PAYMENT.payment_id}`, {
    tenant: SELLING,
    answers: [[{ endpoint: 'getPayment', query: { id: PAYMENT.payment_id } }, failed]],
    api: { getPayment: () => failed, getCredits: () => ({ ...CREDITS, methods: [{ id: 'card' }] }) }
  })
  await expect.element(page.getByRole('link', { name: sentence('payment.retry') })).toBeVisible()
  await expect.poll(() => page.calls.some(({ endpoint }) => endpoint === 'getCredits') && page.queryClient.isFetching()).toBe(0)
  await expect.element(page.getByRole('link', { name: sentence('payment.paypal') })).not.toBeInTheDocument()
})

test.each([
  ['sells', SELLING],
  ['sells nothing any more', { payment_provider: 'none' }]
])('a paid order leads to the return policy, and withdrawals are in the settings, on a brand that %s', async (_, tenant) => {
  const paid: Payment = { ...PAYMENT, status: 'completed' }
  const receipt = await mount(`/transactions/${PAYMENT.payment_id}`, {
    tenant,
    answers: [[{ endpoint: 'getPayment', query: { id: PAYMENT.payment_id } }, paid]],
    api: { getPayment: () => paid, listWithdrawable: () => ({ orders: [WITHDRAWABLE] }) }
  })
  const policy = receipt.getByRole('main').getByRole('link', { name: sentence('footer.return_policy'), exact: true })
  await expect.element(policy).toHaveAttribute('href', '/pages/return-policy')
  await receipt.unmount()
  const settings = await mount('/settings', { tenant, api: memberApi({ listWithdrawable: () => ({ orders: [WITHDRAWABLE] }) }) })
  await expect.element(settings.getByRole('button', { name: sentence('withdrawal.open') })).toBeVisible()
})

/** Opens a paid order and asks to withdraw from it. */
async function askToWithdraw(withdraw: Api['withdraw']) {
  const paid: Payment = { ...PAYMENT, status: 'completed' }
  const page = await mount(`/transactions/${PAYMENT.payment_id}`, {
    tenant: SELLING,
    answers: [[{ endpoint: 'getPayment', query: { id: PAYMENT.payment_id } }, paid]],
    api: { getPayment: () => paid, listWithdrawable: () => ({ orders: [WITHDRAWABLE] }), withdraw }
  })
  await page.getByRole('button', { name: sentence('withdrawal.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: sentence('withdrawal.confirm') }).click()
  const keep = () => dialog.getByText(sentence('withdrawal.cancel')).last().click()
  return { ...page, dialog, keep, sent: () => page.calls.filter(({ endpoint }) => endpoint === 'withdraw').length }
}

test.each([true, false])('a withdrawal without an answer says so after one attempt, and isn’t made later (online: %s)', async (online) => {
  if (!online) goOffline()
  const { dialog, keep, sent, getByText } = await askToWithdraw(() => new HttpError('unavailable'))
  await expect.element(getByText(sentence('error.unavailable'))).toBeVisible()
  expect(sent()).toBe(1)
  await keep()
  await expect.element(dialog).not.toBeInTheDocument()
  onlineManager.setOnline(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent()).toBe(1)
})

test('someone who decides to keep a purchase while its withdrawal is on its way learns what has become of it', async () => {
  const hold = Promise.withResolvers<void>()
  const { dialog, keep, getByText } = await askToWithdraw(async () => {
    await hold.promise
    return new HttpError('already_used')
  })
  await keep()
  await expect.element(dialog).not.toBeInTheDocument()
  hold.resolve()
  await expect.element(getByText(sentence('error.already_used'))).toBeVisible()
})

/** Is an element, or one around it, left out when printed? */
function isOffPaper(element: Element): boolean {
  const rules = (list: CSSRuleList, print: boolean): string[] =>
    [...list].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return print && rule.style.display === 'none' ? [rule.selectorText] : []
      const within = print || (rule instanceof CSSMediaRule && rule.media.mediaText === 'print')
      return 'cssRules' in rule ? rules(rule.cssRules as CSSRuleList, within) : []
    })
  const hidden = [...document.styleSheets].flatMap((sheet) => rules(sheet.cssRules, false))
  return hidden.some((selector) => element.closest(selector) !== null)
}

test('printed, there is only the receipt: no withdrawal, no notices, no links', async () => {
  const paid: Payment = { ...PAYMENT, status: 'completed' }
  const page = await mount(`/transactions/${PAYMENT.payment_id}`, {
    tenant: SELLING,
    answers: [[{ endpoint: 'getPayment', query: { id: PAYMENT.payment_id } }, paid]],
    api: { getPayment: () => paid, listWithdrawable: () => ({ orders: [WITHDRAWABLE] }) }
  })
  const main = page.getByRole('main')
  await expect.element(main.getByRole('button', { name: sentence('withdrawal.open') })).toBeVisible()
  for (const control of main.element().querySelectorAll('a, button'))
    expect([control.textContent, isOffPaper(control)]).toEqual([control.textContent, true])
  expect(isOffPaper(page.getByRole('complementary', { name: sentence('layout.notices') }).element())).toBe(true)
  expect(isOffPaper(main.getByRole('heading', { name: sentence('receipt.order_heading') }).element())).toBe(false)
})

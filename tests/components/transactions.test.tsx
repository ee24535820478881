import { expect, test } from 'vitest'
import type { MessageKey } from '../../locales/keys.ts'
import type { Payment } from '../../shared/api/payments.ts'
import { PAYMENT } from '../client/a-payment.ts'
import { translatorOf } from '../client/render-page.tsx'
import { SELLING } from '../fixtures/tenants.ts'
import { expectAccessible } from './accessible.ts'
import { mount } from './mount.tsx'

const READERS = [
  { language: 'en', currency: 'GBP', width: 1280, total: '£17.95', part: '£5.00' },
  { language: 'nl', currency: 'EUR', width: 375, total: '€ 17,95', part: '€ 5,00' }
] as const

type Seen = [state: Partial<Payment>, heading: MessageKey, text: MessageKey, link?: [label: MessageKey, to: string]]

const NEXT = 'https://pay.example/1'
/** Everything that an order can be, in an order in which it could happen, except that most of it is final. */
const STATES: readonly Seen[] = [
  [{ status: 'loading' }, 'payment.loading_heading', 'payment.loading_text'],
  [{ status: 'loading', next: NEXT }, 'payment.pending_heading', 'payment.pending_text', ['payment.continue', NEXT]],
  [{ status: 'pending' }, 'payment.pending_heading', 'payment.pending_text'],
  [{ status: 'pending', payment_method: 'directdebit' }, 'payment.debit_heading', 'payment.debit_text'],
  [{ status: 'failed' }, 'payment.failed_heading', 'payment.failed_text', ['payment.retry', '/credits/50/card']],
  [{ status: 'failed', recurring: true }, 'payment.failed_heading', 'payment.card_text', ['payment.paypal', '/credits/50/paypal']],
  [{ status: 'cancelled' }, 'payment.failed_heading', 'payment.failed_text', ['payment.retry', '/credits/50/card']],
  [{ status: 'completed' }, 'payment.completed_heading', 'payment.completed_text', ['payment.go_members', '/members']],
  [{ status: 'completed', refunded: 500 }, 'payment.completed_heading', 'payment.completed_text'],
  [{ status: 'completed', refunded: 1795 }, 'payment.refunded_heading', 'payment.refunded_text'],
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
      api: { getPayment: payment, listWithdrawable: () => ({ orders: [] }) }
    })
    for (const [next, heading, text, link] of STATES) {
      state = next
      // As the event of a payment does.
      await page.queryClient.invalidateQueries({ queryKey: ['getPayment'] })
      await expect.element(page.getByRole('heading', { level: 1, name: t(heading), exact: true })).toBeVisible()
      const main = page.getByRole('main')
      await expect.element(main.getByText(t(text, { count: PAYMENT.credits }), { exact: true })).toBeVisible()
      if (link) await expect.element(main.getByRole('link', { name: t(link[0]), exact: true })).toHaveAttribute('href', link[1])
      const amounts = () => {
        const lines = plain(main.element().textContent)
        return [`${t('checkout.total')}${total}`, `${t('receipt.refunded')}${part}`].map((line) => lines.includes(line))
      }
      await expect.poll(amounts).toEqual([true, next.refunded === 500])
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
    const states = ['loading', 'pending', 'failed', 'cancelled', 'completed'] as const
    const transactions = states.map((status, index) => ({
      ...row,
      payment_id: String(index).repeat(22),
      status,
      refunded: status === 'completed' ? 500 : 0
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
    expect(rows.map((one) => plain(one.textContent).includes(plain(t('transactions.refunded', { amount: part }))))).toEqual(
      states.map((status) => status === 'completed')
    )
  }
)

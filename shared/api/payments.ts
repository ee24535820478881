import * as v from 'valibot'
import { PAYMENT_STATES } from '../rules/payments.ts'
import { CURRENCIES, PAYMENT_METHODS } from '../tenants/selling.ts'
import { SavedMethods } from './credits.ts'
import { TypedCode } from './discounts.ts'
import { contract } from './endpoint.ts'
import { CountryCode, Instant, NoBody, NoQuery, Nothing, PublicId, QueryInteger } from './values.ts'

/** Minor units of the currency beside it. */
const Money = v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid'), v.maxValue(100_000_000, 'invalid'))
const CurrencyCode = v.picklist(CURRENCIES, 'invalid')
const Method = v.picklist(PAYMENT_METHODS, 'choose')

/** What the member agreed to: the price they saw, and what they saw it buy, are part of it. */
const NewPayment = v.strictObject({
  bundle: v.pipe(v.string('choose'), v.regex(/^[a-z0-9-]{1,40}$/, 'invalid')),
  method: Method,
  country: CountryCode,
  currency: CurrencyCode,
  total: Money,
  /** How many credits the bundle had. Pages loaded before orders said this leave it out. */
  credits: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid'))),
  code: v.optional(TypedCode),
  /** Keep the card, so that the next order needs no page of the provider. */
  save_card: v.optional(v.boolean('invalid'), false),
  /** The saved card to pay with: its id, as shown. */
  stored_card: v.optional(PublicId)
})

const Order = {
  payment_id: PublicId,
  status: v.picklist(PAYMENT_STATES),
  credits: v.number(),
  payment_method: Method,
  currency: CurrencyCode,
  total: v.number()
}

/** An order in the list. */
const Transaction = v.strictObject({
  ...Order,
  reference: v.string(),
  bundle: v.string(),
  created_at: Instant,
  /** Given back so far. */
  refunded: v.number(),
  /** A bank took money back, and nothing of the payment is left. */
  charged_back: v.boolean(),
  /** What it took so far, in addition to what was refunded. */
  charged_back_amount: v.number()
})
export type Transaction = v.InferOutput<typeof Transaction>

/** An order with everything about it. */
const Payment = v.strictObject({
  ...Transaction.entries,
  country: CountryCode,
  /** Was the tax rate there known when it was ordered? Versions before this one leave it out. */
  tax_included: v.optional(v.boolean()),
  price: v.number(),
  discount: v.number(),
  /** The code that was typed for it and lowered its price: another try needs it again. Null for an offer, which comes by itself. */
  code: v.nullable(v.string()),
  /** It was paid with the kept card, without a page of the provider: if that fails, there are other ways. */
  recurring: v.boolean(),
  paid_at: v.nullable(Instant),
  /** Why it failed, if the provider says so. */
  failure: v.nullable(v.picklist(['card_declined', 'expired', 'refused', 'other'])),
  /** The provider's page, while it can still be paid there. */
  next: v.nullable(v.string()),
  refunded_credits: v.number(),
  /** What else a receipt must say; only of a completed payment. */
  receipt: v.nullable(
    v.strictObject({
      /** The text on the bank statement. */
      descriptor: v.string(),
      /** By ordering its member asked to use the credits within the time to withdraw. Older orders leave it out. */
      early_use: v.optional(v.boolean()),
      /** The tax within the total. */
      vat: v.nullable(v.strictObject({ rate: v.number(), amount: v.number() })),
      company: v.strictObject({
        name: v.string(),
        address: v.string(),
        city: v.string(),
        country: CountryCode,
        kvk: v.string(),
        vat_numbers: v.array(v.string())
      })
    })
  )
})
export type Payment = v.InferOutput<typeof Payment>

/** A provider's call as it arrived: only the code for that provider can read it. */
const WebhookBody = v.strictObject({ text: v.string(), content_type: v.string(), signature: v.nullable(v.string()) })

export const payments = contract({
  createPayment: {
    method: 'POST',
    path: '/api/payment.php',
    summary:
      'Order a bundle of credits at the price that was shown, and begin its payment: `next` is the page to pay at. The same order in another tab leads to the same page.',
    audience: 'member',
    limit: 'attempt',
    idempotency: 'key',
    query: NoQuery,
    body: NewPayment,
    output: v.strictObject({ ...Order, next: v.nullable(v.string()) }),
    errors: [
      'not_found',
      'price_changed',
      'already_used',
      'buying_paused',
      'limit_currency',
      'spending_limit',
      'mandate_needed',
      'directdebit_blocked',
      'directdebit_limit',
      'payment_unavailable'
    ]
  },
  cancelPayment: {
    method: 'POST',
    path: '/api/payment.php',
    when: 'cancel',
    summary: 'Give up an order that is not paid yet. It stays as it is if the provider can no longer stop it.',
    audience: 'member',
    whileClosed: true,
    idempotency: 'natural',
    query: v.strictObject({ cancel: v.literal('1', 'invalid') }),
    body: v.strictObject({ id: PublicId }),
    output: Payment,
    errors: ['not_found', 'payment_unavailable']
  },
  getPayment: {
    method: 'GET',
    path: '/api/payment.php',
    summary: 'One order of the member, with the data of its receipt.',
    audience: 'member',
    whileClosed: true,
    query: v.strictObject({ id: PublicId }),
    body: NoBody,
    output: Payment,
    errors: ['not_found']
  },
  listTransactions: {
    method: 'GET',
    path: '/api/transactions.php',
    summary: "The member's orders on this site, newest first, twenty a page.",
    audience: 'member',
    whileClosed: true,
    query: v.strictObject({ page: v.optional(QueryInteger(1, 1000)) }),
    body: NoBody,
    output: v.strictObject({
      transactions: v.array(Transaction),
      total: v.number(),
      page: v.number(),
      pages: v.number(),
      /** The last completed order, whatever page it is on: `repeat` orders it again. */
      last_completed: v.nullable(Transaction),
      /** What the member owes for credits that were used before their payment was charged back. */
      debts: v.array(v.strictObject({ amount: v.number(), currency: v.string() }))
    })
  },
  getSavedMethods: {
    method: 'GET',
    path: '/api/saved-methods.php',
    summary: 'The card and the mandate that the member has saved here, whether or not the brand still takes them.',
    audience: 'member',
    whileClosed: true,
    query: NoQuery,
    body: NoBody,
    output: SavedMethods
  },
  removeStoredCard: {
    method: 'DELETE',
    path: '/api/stored-card.php',
    summary: 'Forget the kept card, here and at the provider.',
    audience: 'member',
    whileClosed: true,
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ id: PublicId }),
    output: Nothing
  },
  takePaymentWebhook: {
    method: 'POST',
    path: '/api/payment-webhook.php',
    summary: 'A provider of payments reports what happened. Checked as that provider does it; each report has an effect once.',
    caller: 'webhook',
    takes: { kind: 'signed', header: 'x-payment-signature' },
    audience: 'anyone',
    whileClosed: true,
    idempotency: 'natural',
    query: v.strictObject({ provider: v.pipe(v.string('invalid'), v.regex(/^[a-z]{2,20}$/, 'invalid')) }),
    body: WebhookBody,
    output: Nothing,
    errors: ['bad_signature', 'not_found', 'payment_unavailable']
  }
})

import type { Payment } from '../../shared/api/payments.ts'

/** An order of 50 credits in pounds, paid. */
export const PAYMENT: Payment = {
  payment_id: 'p'.repeat(22),
  reference: '7KQ2M-XW4RT',
  status: 'completed',
  bundle: '50',
  credits: 50,
  payment_method: 'card',
  currency: 'GBP',
  country: 'GB',
  price: 1795,
  discount: 0,
  code: null,
  total: 1795,
  created_at: '2026-11-20T19:00:00.000Z',
  refunded: 0,
  recurring: false,
  paid_at: null,
  failure: null,
  next: null,
  refunded_credits: 0,
  charged_back: false,
  charged_back_amount: 0,
  receipt: null
}

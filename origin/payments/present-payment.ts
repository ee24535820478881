import type { Payment, Transaction } from '../../shared/api/payments.ts'
import { vatWithin } from '../../shared/rules/vat.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { typedCodeOf } from '../discounts/store.ts'
import type { Db } from '../http/handler.ts'
import { termsOf } from './order-terms.ts'
import type { Order } from './order-store.ts'

/** An order in the member's list. */
export function presentTransaction(order: Order): Transaction {
  const { public_id: id, reference, bundle, status, credits, method, currency, total, created_at: at, refunded } = order
  return {
    payment_id: id,
    reference,
    bundle,
    status,
    credits,
    payment_method: method,
    currency,
    total,
    created_at: at.toISOString(),
    refunded,
    charged_back: order.charged_back_at !== null && order.remaining === 0,
    charged_back_amount: order.charged_back
  }
}

const FAILURES = ['card_declined', 'expired', 'refused'] as const

/** An order as its member sees it, with what the receipt of a paid one must say. */
export async function presentPayment(db: Db, tenant: TenantRecord, order: Order, now: Date): Promise<Payment> {
  const { country, price, discount, recurring, paid_at: paidAt, failure, checkout_url: url, checkout_until: until } = order
  const { refunded_credits, vat_rate: rate, total } = order
  const { descriptor, company } = order.terms ?? termsOf(tenant)
  return {
    ...presentTransaction(order),
    country,
    tax_included: rate !== null,
    price,
    discount,
    code: await typedCodeOf(db, order),
    recurring,
    paid_at: paidAt?.toISOString() ?? null,
    failure: failure === null ? null : (FAILURES.find((known) => known === failure) ?? 'other'),
    next: until && until > now ? url : null,
    refunded_credits,
    receipt: paidAt && {
      descriptor,
      ...(order.consent && { early_use: true }),
      vat: rate === null ? null : { rate, amount: vatWithin(total, rate) },
      company
    }
  }
}

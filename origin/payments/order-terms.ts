import type { Payment } from '../../shared/api/payments.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'

/** What a brand said when an order was paid: its receipt and its days of withdrawal keep it, whatever the brand says later. */
export interface OrderTerms {
  /** What the bank statement says. */
  descriptor: string
  refund_days: number
  company: NonNullable<Payment['receipt']>['company']
}

/** What a brand says now. */
export function termsOf({ settings, company: { name, address, city, country, kvk, vat_numbers } }: TenantRecord): OrderTerms {
  const descriptor = settings.descriptor || settings.name
  return { descriptor, refund_days: settings.refund_days, company: { name, address, city, country, kvk, vat_numbers } }
}

import type { Payment } from '../../shared/api/payments.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'

/** A brand's terms when an order was paid: the receipt and the withdrawal period keep them, whatever the brand changes later. */
export interface OrderTerms {
  /** The text on the bank statement. */
  descriptor: string
  refund_days: number
  company: NonNullable<Payment['receipt']>['company']
}

/** A brand's present terms. */
export function termsOf({ settings, company: { name, address, city, country, kvk, vat_numbers } }: TenantRecord): OrderTerms {
  const descriptor = settings.descriptor || settings.name
  return { descriptor, refund_days: settings.refund_days, company: { name, address, city, country, kvk, vat_numbers } }
}

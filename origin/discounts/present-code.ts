import type { DiscountCode } from '../../shared/api/discounts.ts'
import type { Currency } from '../../shared/tenants/selling.ts'
import { endOf, hasExpired, minimumOf, type Buying } from './best-discount.ts'
import type { CodeRow } from './store.ts'

/** A code as the API shows it to a member who may know it. If it has no currency, its minimum is in that of the order. */
export function presentCode(row: CodeRow, buying: Buying, { public_id: id }: { public_id: string }): DiscountCode {
  const minimum = minimumOf(row, buying)
  return {
    code: row.code,
    value_percentage: row.value_percentage,
    minimum_order_value: minimum,
    country: row.country,
    user_id: row.member_id === null ? null : id,
    expires: endOf(row, buying.member)?.toISOString() ?? null,
    currency: (row.currency as Currency | null) ?? (minimum > 0 ? buying.currency : null),
    status: 'active',
    validity: row.validity,
    expired: hasExpired(row, buying),
    paymentmethods: row.paymentmethods
  }
}

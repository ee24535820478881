import type { ColumnType, Generated } from 'kysely'
import type { DiscountKind, DiscountValidity } from '../../../shared/rules/discounts.ts'
import type { PaymentMethod } from '../../../shared/tenants/selling.ts'
import type { Instant } from './columns.ts'

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

interface DiscountCodesTable {
  id: Generated<number>
  /** Null: one of the product's own. */
  tenant: string | null
  code: string
  kind: ColumnType<DiscountKind, DiscountKind | undefined, never>
  value_percentage: number
  minimum_order_value: Generated<number>
  country: Later<string>
  currency: Later<string>
  /** Empty: every method. */
  paymentmethods: Generated<PaymentMethod[]>
  member_id: Later<number>
  expires: Later<Date>
  status: ColumnType<'active' | 'inactive', 'active' | 'inactive' | undefined, 'active' | 'inactive'>
  validity: ColumnType<DiscountValidity, DiscountValidity | undefined, never>
  created_at: Instant
  author: string
  reason: string
  ended_at: Later<Date>
  ended_by: Later<string>
  end_reason: Later<string>
}

interface DiscountUsesTable {
  order_id: number
  code_id: number
  /** Row number of the member, for a code that each can use once. */
  once_for: number | null
  reserved_at: Instant
  completed_at: Later<Date>
}

export interface DiscountsTables {
  discount_codes: DiscountCodesTable
  discount_uses: DiscountUsesTable
}

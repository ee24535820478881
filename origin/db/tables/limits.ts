import type { ColumnType } from 'kysely'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

interface SpendingLimitsTable {
  member_id: number
  currency: string
  day_limit: Nullable<number>
  month_limit: Nullable<number>
  next_currency: Nullable<string>
  next_day_limit: Nullable<number>
  next_month_limit: Nullable<number>
  next_at: Nullable<Date>
  paused_until: Nullable<Date>
}

export interface LimitsTables {
  spending_limits: SpendingLimitsTable
}

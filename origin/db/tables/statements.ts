import type { ColumnType, Generated } from 'kysely'

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

interface SpendingMailsTable {
  member_id: number
  statement_wanted: Generated<boolean>
  /** `YYYY-MM`. */
  statement_month: Later<string>
  statement_due: Generated<boolean>
  unusual_at: Later<Date>
}

interface StatementMonthsTable {
  tenant: string
  /** `YYYY-MM`. */
  month: string
}

export interface StatementsTables {
  spending_mails: SpendingMailsTable
  statement_months: StatementMonthsTable
}

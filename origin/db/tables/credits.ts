import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './columns.ts'

type Optional<T> = ColumnType<T | null, T | null | undefined, never>

/** Why something was booked. */
export type LedgerReason =
  | 'signup'
  | 'goodwill'
  | 'message'
  | 'photo'
  | 'gift'
  | 'purchase'
  | 'refund'
  | 'chargeback'
  | 'debt_settled'
  | 'returned'
  | 'correction'
  | 'erased'

/** In credits `member` and `house`; in money what a member owes (`debts`), and the house's other accounts. */
export type LedgerAccount = 'member' | 'house' | 'debts' | 'provider' | 'revenue' | 'discounts' | 'refunds'

interface LedgerMovementsTable {
  id: Generated<number>
  key: string
  tenant: string
  reason: LedgerReason
  order_id: Optional<number>
  about: Optional<number>
  corrects: Optional<number>
  author: Optional<string>
  note: Optional<string>
  created_at: Instant
}

interface LedgerLegsTable {
  id: Generated<number>
  movement_id: number
  account: LedgerAccount
  member_id: Optional<number>
  /** `credits`, or the ISO code of a currency. */
  unit: string
  amount: number
}

interface LedgerAccountsTable {
  member_id: number
  account: 'member' | 'debts'
  unit: string
  balance: number
}

export interface CreditsTables {
  ledger_movements: LedgerMovementsTable
  ledger_legs: LedgerLegsTable
  ledger_accounts: LedgerAccountsTable
}

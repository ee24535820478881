import type { Instant } from './columns.ts'
import type { Generated } from 'kysely'

interface BalancesTable {
  member_id: number
  credits: Generated<number>
}

interface LedgerEntriesTable {
  id: Generated<number>
  movement: string
  account: 'member' | 'house'
  member_id: number
  credits: number
  reason: string
  created_at: Instant
}

export interface CreditsTables {
  balances: BalancesTable
  ledger_entries: LedgerEntriesTable
}

import type { Instant } from './columns.ts'

interface BlocksTable {
  blocker_id: number
  blocked_id: number
  created_at: Instant
}

export interface SafetyTables {
  blocks: BlocksTable
}

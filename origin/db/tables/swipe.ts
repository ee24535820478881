import type { ColumnType } from 'kysely'
import type { Instant } from './columns.ts'

interface PassesTable {
  passer_id: number
  passed_id: number
  created_at: Instant
}

interface SwipeDaysTable {
  member_id: number
  /** `YYYY-MM-DD` in the time zone of the member's site. */
  day: ColumnType<string, string, string>
  likes: number
}

export interface SwipeTables {
  passes: PassesTable
  swipe_days: SwipeDaysTable
}

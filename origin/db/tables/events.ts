import type { Instant } from './columns.ts'
import type { ColumnType } from 'kysely'

interface EventsTable {
  member_id: number
  number: number
  type: string
  data: ColumnType<Record<string, unknown>, string, string>
  created_at: Instant
}

export interface EventsTables {
  events: EventsTable
}

import type { Instant } from './columns.ts'
import type { ColumnType, Generated } from 'kysely'

interface EventsTable {
  member_id: number
  number: number
  type: string
  data: ColumnType<Record<string, unknown>, string, string>
  created_at: Instant
}

/** One row per member, created by a trigger: the row that writes lock (origin/members/lock-members.ts). */
interface EventCountersTable {
  member_id: number
  number: Generated<number>
}

export interface EventsTables {
  event_counters: EventCountersTable
  events: EventsTable
}

import type { Instant } from './columns.ts'
import type { ColumnType, Generated } from 'kysely'

interface PageBouncesTable {
  tenant: string
  day: ColumnType<string, string, string>
  network: string
  lb: string
  bounces: Generated<number>
}

interface VisitsTable {
  visitor_id: number
  visited_id: number
  /** `YYYY-MM-DD` in the time zone of the site on which it happened. */
  day: ColumnType<string, string, string>
  created_at: Instant
  is_new: Generated<boolean>
}

export interface VisitsTables {
  visits: VisitsTable
  page_bounces: PageBouncesTable
}

import type { ColumnType, Generated } from 'kysely'
import type { ReportKind } from '../../../shared/rules/reports.ts'
import type { Measure } from '../../../shared/rules/measures.ts'
import type { Instant } from './columns.ts'

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

interface DecisionsTable {
  id: Generated<number>
  reference: string
  tenant: string
  member_id: number
  measure: Measure
  rule: ReportKind
  reasons: string
  decided_at: Instant
  until: Later<Date>
  lifted_at: Later<Date>
  /** Public id of the photo that was refused. */
  photo: Later<string>
  /** All three or none. */
  appeal: Later<string>
  appealed_at: Later<Date>
  appeal_due_at: Later<Date>
  /** All three or none. */
  appeal_outcome: Later<'upheld' | 'refused'>
  appeal_answer: Later<string>
  appeal_decided_at: Later<Date>
}

interface ClaimsTable {
  reference: string
  author: string
  claimed_at: Instant
}

interface ModerationLogTable {
  id: Generated<number>
  at: Instant
  author: string
  verb: string
  /** Public id of the member. */
  subject: string | null
  /** Of a report, a complaint, an appeal or a photo. */
  reference: string | null
  reason: string | null
}

interface BannedAddressesTable {
  pool: string
  mac: string
  kept_until: Instant
}

interface BannedPicturesTable {
  id: Generated<number>
  pool: string
  bands: string[]
  member_id: number | null
  kept_until: Instant
}

export interface ModerationTables {
  banned_addresses: BannedAddressesTable
  banned_pictures: BannedPicturesTable
  decisions: DecisionsTable
  claims: ClaimsTable
  moderation_log: ModerationLogTable
}

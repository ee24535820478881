import type { ComplaintKind } from '../../../shared/rules/complaints.ts'
import type { Instant } from './columns.ts'
import type { ColumnType, Generated } from 'kysely'

export interface ComplaintsTable {
  id: Generated<number>
  reference: string
  digest: Buffer
  tenant: string
  member_id: number | null
  kind: ComplaintKind
  page: string | null
  text: string
  earlier: string | null
  name: string | null
  email: string | null
  language: string
  created_at: Instant
  due_at: Instant
  /** All three or none. */
  answered_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  outcome: ColumnType<Outcome | null, Outcome | null | undefined, Outcome | null>
  answer: ColumnType<string | null, string | null | undefined, string | null>
  /** When the answer was mailed. */
  mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** When its writer's account was erased: from then on it is only counted. */
  erased_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** How a complaint ended. */
export type Outcome = 'upheld' | 'refused'

export interface ComplaintsTables {
  complaints: ComplaintsTable
}

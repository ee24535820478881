import type { ColumnType, Generated } from 'kysely'
import type { ReportKind, ReportSurface } from '../../../shared/rules/reports.ts'
import type { Author } from '../../../shared/api/message.ts'
import type { StoredContent } from './chats.ts'
import type { Instant } from './columns.ts'

/** A copy of what a report is about, made when it was reported: no later change of the original affects it. */
export interface Evidence {
  /** The profile with all its texts, also those that its owner hides. */
  profile: Record<string, unknown>
  /** The photo that it is about; null if there is none. */
  photo: CopiedPhoto | null
  messages: readonly CopiedMessage[]
}

/** Public id of a photo that was copied, and of its copy (report_photos). */
export interface CopiedPhoto {
  of: string
  copy: string
}

export interface CopiedMessage {
  by: 'reporter' | 'reported'
  /** Its place in the conversation; older versions didn't copy it. */
  position?: number
  at: string
  text: string
  /** What the message was besides its text. */
  content?: StoredContent
  /** Its photo, if the reported member sent it. */
  photo?: CopiedPhoto
  /** Who wrote it in the name of a fictional profile. */
  author?: Author
  /** The message that was reported. */
  this?: true
}

export interface ReportsTable {
  id: Generated<number>
  reference: string
  digest: Buffer
  tenant: string
  pool: string
  /** Null when they have been erased. */
  reporter_id: number | null
  reported_id: number | null
  surface: ReportSurface
  kind: ReportKind
  text: string | null
  evidence: ColumnType<Evidence, string, never>
  language: string
  created_at: Instant
  due_at: Instant
  /** Both or neither. */
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  outcome: ColumnType<ReportOutcome | null, ReportOutcome | null | undefined, ReportOutcome | null>
}

export type ReportOutcome = 'acted' | 'dismissed'

interface ReportPhotosTable {
  public_id: string
  report_id: number
}

export interface ReportsTables {
  reports: ReportsTable
  report_photos: ReportPhotosTable
}

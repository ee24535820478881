import type { MailedKind } from '../../../shared/rules/news.ts'

export interface DigestsTable {
  member_id: number
  kind: MailedKind
  /** Both or neither. */
  first_at: Date | null
  due_at: Date | null
  mailed_at: Date | null
}

interface MailPreferencesTable {
  member_id: number
  kind: string
  frequency: string
}

export interface MailsTables {
  mail_preferences: MailPreferencesTable
  digests: DigestsTable
}

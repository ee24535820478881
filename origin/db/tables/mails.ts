import type { MailedKind } from '../../../shared/api/notifications.ts'
import type { Instant } from './columns.ts'
import type { ColumnType, Generated } from 'kysely'

export interface MailsTable {
  id: Generated<number>
  tenant: string
  sender_name: string
  sender_address: string
  recipient: string
  subject: string
  text: string
  html: string
  links: ColumnType<string[], string, string>
  unsubscribe: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Instant
  due_at: Instant
  attempts: Generated<number>
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface NewsMailsTable {
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
  news_mails: NewsMailsTable
  mails: MailsTable
}

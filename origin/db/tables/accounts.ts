import type { EndedMail } from '../../../shared/rules/news.ts'
import type { TokenPurpose } from '../../../shared/api/links.ts'
import type { Instant } from './columns.ts'
import type { ColumnType, Generated } from 'kysely'

interface SessionsTable {
  id_hash: Buffer
  member_id: number
  tenant: string
  created_at: Instant
  renewed_at: Instant
  expires_at: Instant
  browser: Generated<string>
  system: Generated<string>
  country: Generated<string>
}

interface TokensTable {
  token_hash: Buffer
  member_id: number
  tenant: string
  purpose: TokenPurpose
  email: ColumnType<string | null, string | null | undefined, never>
  kind: ColumnType<EndedMail | null, EndedMail | null | undefined, never>
  created_at: Instant
  expires_at: Instant
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface LoginFailuresTable {
  key: string
  failures: number
  first_at: Instant
  blocked_until: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface DailyQuotasTable {
  key: string
  used: number
  first_at: Instant
}

export interface DeletionMarksTable {
  public_id: string
  deleted_at: Instant
  returned: boolean
}

export interface AccountsTables {
  deletion_marks: DeletionMarksTable
  sessions: SessionsTable
  tokens: TokensTable
  login_failures: LoginFailuresTable
  daily_quotas: DailyQuotasTable
}

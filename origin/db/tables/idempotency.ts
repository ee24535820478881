import type { Instant } from './columns.ts'
import type { ColumnType } from 'kysely'

interface IdempotencyKeysTable {
  subject: string
  entry: string
  key: string
  request_hash: Buffer
  answer: ColumnType<Record<string, unknown>, string, string>
  created_at: Instant
}

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeysTable
}

import type { Instant } from './columns.ts'
import type { ColumnType } from 'kysely'

interface IdempotencyKeysTable {
  subject: string
  /** The endpoint. The column keeps its old name: origins of two versions write to it while one replaces the other, and one of them would fail. */
  entry: string
  key: string
  request_hash: Buffer
  answer: ColumnType<Record<string, unknown>, string, string>
  created_at: Instant
}

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeysTable
}

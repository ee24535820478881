import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './columns.ts'

type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

export interface OutboxTable {
  id: Generated<number>
  channel: 'mail' | 'push' | 'sms'
  tenant: string
  recipient: ColumnType<string | null, string | null | undefined, string | null>
  /** Row number of the member whose phone it goes to; of text messages. */
  member_id: ColumnType<number | null, number | null | undefined, never>
  subscription_id: ColumnType<number | null, number | null | undefined, number | null>
  slot: ColumnType<string | null, string | null | undefined, string | null>
  message: ColumnType<unknown, string, string>
  created_at: Instant
  due_at: Instant
  attempts: Generated<number>
  delivered_at: MaybeInstant
  dead_at: MaybeInstant
  reason: ColumnType<string | null, string | null | undefined, string | null>
}

export interface OutboxTables {
  outbox: OutboxTable
}

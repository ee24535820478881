import type { Instant } from './columns.ts'
import type { Generated } from 'kysely'

interface PushSubscriptionsTable {
  id: Generated<number>
  session_hash: Buffer
  member_id: number
  tenant: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Instant
}

export interface PushTables {
  push_subscriptions: PushSubscriptionsTable
}

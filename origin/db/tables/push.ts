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

export interface PushNotesTable {
  id: Generated<number>
  subscription_id: number
  kind: 'message' | 'like' | 'match'
  path: string
  created_at: Instant
  due_at: Instant
  attempts: Generated<number>
}

export interface PushTables {
  push_subscriptions: PushSubscriptionsTable
  push_notes: PushNotesTable
}

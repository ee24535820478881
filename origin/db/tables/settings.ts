import type { Instant } from './columns.ts'
import type { Generated, JSONColumnType } from 'kysely'

interface TenantVersionsTable {
  tenant: string
  version: number
  settings: JSONColumnType<Record<string, unknown>>
  company: JSONColumnType<Record<string, unknown>>
  digest: string
  author: string
  created_at: Instant
}

export interface TenantSecretsTable {
  tenant: string
  name: 'vapid' | `payment_${string}`
  public_value: string
  sealed: Buffer
  created_at: Instant
}

interface ProductionUseTable {
  only_row: Generated<boolean>
  since: Instant
}

export interface SettingsTables {
  production_use: ProductionUseTable
  tenant_versions: TenantVersionsTable
  tenant_secrets: TenantSecretsTable
}

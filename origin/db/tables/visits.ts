import type { ColumnType, Generated } from 'kysely'

interface PageBouncesTable {
  tenant: string
  day: ColumnType<string, string, string>
  network: string
  lb: string
  bounces: Generated<number>
}

export interface VisitsTables {
  page_bounces: PageBouncesTable
}

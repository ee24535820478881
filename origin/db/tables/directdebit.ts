import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './columns.ts'

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

interface DebitMandatesTable {
  id: Generated<number>
  public_id: string
  /** The mandate reference, which the bank statement shows. */
  reference: string
  tenant: string
  /** Null once the member is gone. */
  member_id: number | null
  /** Holder and IBAN, sealed. */
  account: Buffer
  iban_end: string
  iban_key: string
  phone_end: string
  /** The text that was signed. */
  words: Later<string>
  code_key: string | null
  code_tries: Generated<number>
  code_until: Instant
  created_at: Instant
  signed_at: Later<Date>
  revoked_at: Later<Date>
  used_at: Later<Date>
  /** The provider's name for it. */
  provider: Later<string>
  kept_customer: Later<string>
  kept_mandate: Later<string>
}

export interface DirectDebitTables {
  debit_mandates: DebitMandatesTable
}

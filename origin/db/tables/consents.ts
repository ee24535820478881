import type { Instant } from './columns.ts'

export interface ConsentWordsTable {
  /** SHA-256 in hex. */
  hash: string
  words: string
  first_at: Instant
}

export interface ConsentsTables {
  consent_words: ConsentWordsTable
}

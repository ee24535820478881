import type { EntryName } from './contract.ts'

/** A read of the API: edge and browser make it under the same key, so that an answer that came with the page is found again. */
export interface ApiQuery {
  entry: EntryName
  query: Record<string, string>
  /** The page stands without the answer: saying "not there" is up to the page. */
  optional?: true
}

export const apiQuery = (entry: EntryName, query: Record<string, string> = {}): ApiQuery => ({ entry, query })

import { queryOptions } from '@tanstack/react-query'
import type { Contract, EntryName } from '../../shared/api/contract.ts'
import type { EntryOutput } from '../../shared/api/entry.ts'
import type { ApiQuery } from '../../shared/api/api-query.ts'
import { attempt } from './call.ts'

/** The cache key of a question: the entry's name and its query, in one order. */
export function keyOf({ entry, query }: ApiQuery): readonly [EntryName, Record<string, string>] {
  return [entry, query]
}

/**
 * react-query options of a read of the contract. An answer that came with the page is found under the same key; null stands
 * for "the session has ended".
 */
export function ask<N extends EntryName>(entry: N, query: Record<string, string> = {}) {
  return queryOptions({
    queryKey: [entry, query] as const,
    queryFn: async ({ signal }): Promise<EntryOutput<Contract[N]> | null> => (await attempt(entry, { query, signal })) || null
  })
}

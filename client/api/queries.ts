import { queryOptions } from '@tanstack/react-query'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { ApiQuery } from '../../shared/api/api-query.ts'
import { attempt } from './call.ts'

/** The cache key of a query: the endpoint's name and its parameters, sorted. */
export function keyOf({ endpoint, query }: ApiQuery): readonly [EndpointName, Record<string, string>] {
  return [endpoint, query]
}

/**
 * react-query options of a read of the contract. An answer that came with the page is found under the same key; null stands
 * for "the session has ended".
 */
export function queryOf<N extends EndpointName>(endpoint: N, query: Record<string, string> = {}) {
  return queryOptions({
    queryKey: [endpoint, query] as const,
    queryFn: async ({ signal }): Promise<EndpointOutput<Contract[N]> | null> => (await attempt(endpoint, { query, signal })) || null
  })
}

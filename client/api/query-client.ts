import { onlineManager, QueryClient } from '@tanstack/react-query'
import type { ApiQuery } from '../../shared/api/api-query.ts'
import { ENDPOINT_FACTS } from './endpoint-facts.ts'
import { keyOf } from './queries.ts'
import { mayRetry, retryDelay } from './retry.ts'

/** An answer that came with the page. */
export type Answered = readonly [ApiQuery, unknown]

const CONSTANT = Object.entries(ENDPOINT_FACTS).flatMap(([endpoint, { constant }]) => (constant ? endpoint : []))

/** One client per page (on the edge: per request), filled with the answers of the route's queries. */
export function createQueryClient(answers: readonly Answered[]): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Without a connection a query fails at once, so that the page can say so; it is refetched once there is one.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => onlineManager.isOnline() && mayRetry(failures, error),
        retryDelay,
        refetchOnWindowFocus: true
      }
    }
  })
  // Loaded once and cached (docs/requirements.tsv).
  for (const endpoint of CONSTANT) client.setQueryDefaults([endpoint], { staleTime: 'static', gcTime: Infinity })
  for (const [question, answer] of answers) client.setQueryData(keyOf(question), answer)
  return client
}

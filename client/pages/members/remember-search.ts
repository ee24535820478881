import type { QueryClient } from '@tanstack/react-query'
import { write } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'

/**
 * Stores what the member searches for, on all their devices; null: what their profile says again. Resolves to the query that the search now begins with,
 * or null when the session has ended.
 */
export async function rememberSearch(
  queryClient: QueryClient,
  filters: Record<string, string> | null
): Promise<Record<string, string> | null> {
  const answer = await write('rememberSearch', { filters })
  if (!answer) return null
  queryClient.setQueryData(queryOf('getUser').queryKey, (known) => known && { ...known, user: { ...known.user, search: answer.search } })
  return answer.search
}

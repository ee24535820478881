import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { searchQuery } from '../../../shared/routes/search-query.ts'
import { attempt } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import type { SearchPage } from './accumulate.ts'

/** How long a list stays unchanged, in ms: neither while it is being read nor while the reader looks at a profile. */
const STILL = 5 * 60_000

/**
 * The query of a page of results, kept under the same key as one that came with the document. It continues exactly where the page before it ended, even
 * if that one is just being fetched again.
 */
export function searchPage(search: URLSearchParams, page: number) {
  const query = searchQuery(search, page)
  return queryOptions({
    queryKey: queryOf('searchMembers', query).queryKey,
    queryFn: async ({ client, signal }): Promise<SearchPage | null> => {
      const after = page > 1 ? await endOf(client, queryOf('searchMembers', searchQuery(search, page - 1)).queryKey) : null
      return (await attempt('searchMembers', { query: after === null ? query : { ...query, after }, signal })) || null
    },
    staleTime: STILL,
    // However long a profile is read, the list behind it is still there; without an end, no timer runs on the edge.
    gcTime: Infinity,
    refetchOnWindowFocus: false
  })
}

/** Where a loaded page ended; null if it isn't loaded. */
async function endOf(client: QueryClient, queryKey: QueryKey): Promise<string | null> {
  const before = client.getQueryCache().find<SearchPage | null>({ queryKey })
  await before?.promise?.catch(() => {})
  return before?.state.data?.next ?? null
}

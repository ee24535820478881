import { apiQuery, type ApiQuery } from '../api/api-query.ts'
import { routeOf } from './match.ts'
import type { Params } from './route.ts'
import type { SearchedBrand } from './search-query.ts'

/** What the frame of every page shows about a member: name and counters. */
const FRAME_QUERIES: readonly ApiQuery[] = [apiQuery('getUser')]

/** What an open page polls (docs/requirements.tsv). */
export const POLLED_QUERIES: readonly ApiQuery[] = [apiQuery('getUser'), apiQuery('listChats'), apiQuery('listLikes')]

/** Maximum number of queries per page. */
const AT_ONCE = 5

/** All queries that a complete page needs, fetched at once by the edge and read from the page by the browser. */
export function routeQueries(
  key: string,
  params: Params,
  search: URLSearchParams,
  { member, tenant }: { member: boolean; tenant: SearchedBrand }
): ApiQuery[] {
  const frame = member ? FRAME_QUERIES : []
  return [...frame, ...(routeOf(key)?.queries(params, search, AT_ONCE - frame.length, member ? null : tenant) ?? [])]
}

import { apiQuery, type ApiQuery } from '../api/api-query.ts'
import { routeOf } from './match.ts'
import type { Params } from './route.ts'

/** What the frame of every page shows of a member: who, unread messages, new likes. */
const FRAME_QUERIES: readonly ApiQuery[] = [apiQuery('getUser')]

/** What an open page asks for again from time to time (SPEC §9). */
export const POLLED_QUERIES: readonly ApiQuery[] = [apiQuery('getUser'), apiQuery('listChats'), apiQuery('listLikes')]

/** Most queries of one page. */
const AT_ONCE = 5

/** Everything a page needs to be shown whole, asked at once by the edge and read from the page by the browser. */
export function routeQueries(key: string, params: Params, search: URLSearchParams, member: boolean): ApiQuery[] {
  const frame = member ? FRAME_QUERIES : []
  return [...frame, ...(routeOf(key)?.queries(params, search, AT_ONCE - frame.length) ?? [])]
}

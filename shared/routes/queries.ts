import { apiQuery, type ApiQuery } from '../api/api-query.ts'
import { routeOf } from './match.ts'
import type { Params } from './route.ts'

/** What the navigation of a member shows on every page: who, unread messages, new likes. */
export const MEMBER_QUERIES: readonly ApiQuery[] = [apiQuery('getUser'), apiQuery('listChats'), apiQuery('listLikes')]

/** Most queries one page may make at once: a worker may hold six connections. */
const AT_ONCE = 5

/** Everything a page needs to be shown whole, asked at once by the edge and read from the page by the browser. */
export function routeQueries(key: string, params: Params, search: URLSearchParams, member: boolean): ApiQuery[] {
  const own = member ? MEMBER_QUERIES : []
  return [...own, ...(routeOf(key)?.queries(params, search, AT_ONCE - own.length) ?? [])]
}

import { matchRoute, type RouteMatch } from '../../shared/routes/match.ts'

/** The current address and its route; `match` is null for the 404 page. */
export interface Location {
  /** Path and query, as in the address bar. */
  url: string
  search: URLSearchParams
  match: RouteMatch | null
}

export function locationOf(url: string): Location {
  const { pathname, searchParams } = new URL(url, 'http://own.invalid')
  return { url, search: searchParams, match: matchRoute(pathname) }
}

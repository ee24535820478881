import { matchRoute, type RouteMatch } from '../../shared/routes/match.ts'

/** The current address and its route; `match` is null for the 404 page. */
export interface Location {
  /** Path and query, as in the address bar. */
  url: string
  path: string
  search: URLSearchParams
  match: RouteMatch | null
}

export function locationOf(url: string): Location {
  const { pathname, searchParams } = new URL(url, 'http://own.invalid')
  return { url, path: pathname, search: searchParams, match: matchRoute(pathname) }
}

/** The same address without one parameter of its query. */
export function withoutParam({ path, search }: Location, name: string): string {
  const rest = new URLSearchParams(search)
  rest.delete(name)
  return rest.size > 0 ? `${path}?${rest}` : path
}

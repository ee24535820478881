import type { RouteMatch } from '../../shared/routes/match.ts'

/** Key of the page to show: the route's, or `not-found`. */
export function keyOfPage(match: RouteMatch | null): string {
  return match?.route.key ?? 'not-found'
}

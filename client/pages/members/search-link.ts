import { href } from '../../../shared/routes/match.ts'
import { ANYONE, searchQuery } from '../../../shared/routes/search-query.ts'

/** The address of a search with its first `pages` pages shown. */
export function searchHref(search: URLSearchParams, pages = 1): string {
  const { page: _first, ...filters } = searchQuery(search)
  const chosen = search.has(ANYONE) ? { [ANYONE]: '1', ...filters } : filters
  return href('members', {}, pages > 1 ? { ...chosen, page: pages } : chosen)
}

/** Filters of the member search as in the address, in a fixed order. */
export const SEARCH_PARAMS = ['gender', 'country', 'countryregion', 'min_age', 'max_age'] as const

/** The query of a page of results; empty filters are left out. */
export function searchQuery(search: URLSearchParams, page = 1): Record<string, string> {
  const query: Record<string, string> = {}
  for (const name of SEARCH_PARAMS) {
    const value = search.get(name)
    if (value) query[name] = value
  }
  query.page = String(page)
  return query
}

/** Pages of results that one address can hold; for more, the search has to be narrowed. */
export const MOST_PAGES = 50

/** How many pages of results an address asks for: `?page=3` shows the first three. */
export function searchPages(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MOST_PAGES) : 1
}

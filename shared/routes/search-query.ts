import type { MemberFilters } from '../api/search.ts'
import type { Tenant } from '../tenants/schema.ts'

/** What the search form of a brand depends on. */
export type SearchedBrand = Pick<Tenant, 'countries' | 'search_fields'>

/** Does the search form offer a country? With one country it does if the brand also shows members of others: those who signed up on a sister site. */
export const choosesCountry = ({ countries, search_fields }: SearchedBrand, sharesMembers: boolean) =>
  search_fields.includes('country') && (countries.length > 1 || sharesMembers)

/** The country whose regions the search form offers: the chosen one, or the only one; null if there is none, or no choice of regions. */
export function regionsChosenOf(country: string | null, brand: SearchedBrand): string | null {
  if (!brand.search_fields.includes('countryregion')) return null
  const several = brand.search_fields.includes('country') && brand.countries.length > 1
  if (!several) return brand.countries[0] ?? null
  return country !== null && brand.countries.includes(country) ? country : null
}

/** Filters of the member search as in the address, in a fixed order. */
export const SEARCH_PARAMS = ['gender', 'looking_for', 'country', 'countryregion', 'min_age', 'max_age', 'fictional'] as const

/** Stands in the address instead of filters when the member chose none. */
export const ANYONE = 'anyone'

/** Does an address say what to search for, even if that is anyone? */
export const choosesSearch = (search: URLSearchParams) => [...SEARCH_PARAMS, ANYONE].some((name) => search.has(name))

/** Filters as they are in the address of the search. */
export function searchValues(filters: MemberFilters): Record<string, string> {
  const values = SEARCH_PARAMS.flatMap((name) => (filters[name] === undefined ? [] : [[name, String(filters[name])] as const]))
  return values.length > 0 ? Object.fromEntries(values) : { [ANYONE]: '1' }
}

/** The address of a search with these filters or none, which keeps whether profiles made by the company are hidden: that holds for every search. */
export const searchKeeping = (hidesFictional: boolean, filters: MemberFilters = {}) =>
  searchValues({ ...filters, ...(hidesFictional && { fictional: 'hide' }) })

/** The query of a page of results; empty filters are left out, and a region of another country, which a plain form sends when the country changes. */
export function searchQuery(search: URLSearchParams, page = 1): Record<string, string> {
  const query: Record<string, string> = {}
  for (const name of SEARCH_PARAMS) {
    // A plain form sends each chosen gender by itself.
    const value = name === 'gender' ? gendersIn(search).join(',') : search.get(name)
    if (value) query[name] = value
  }
  const { country, countryregion } = query
  if (country && countryregion && !countryregion.startsWith(country)) delete query.countryregion
  query.page = String(page)
  return query
}

/** The genders in an address: `gender=man,couple` or `gender=man&gender=couple`. */
export const gendersIn = (search: URLSearchParams) =>
  [...new Set(search.getAll('gender').flatMap((list) => list.split(',')))].filter(Boolean)

/** Pages of results that one address can hold; for more, the search has to be narrowed. */
export const MOST_PAGES = 50

/** How many of them come with one document, the same ones for each address: so that no visitor makes the origin read all of them at once. */
const PAGES_A_DOCUMENT = 4

/** The first page that a visitor's document shows of as many as its address asks for; the documents before it show the others. */
export const firstOfDocument = (pages: number) => pages - ((pages - 1) % PAGES_A_DOCUMENT)

/** How many pages of results an address asks for: `?page=3` shows the first three. */
export function searchPages(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MOST_PAGES) : 1
}

import { ANYONE, gendersIn, SEARCH_PARAMS } from '../../../shared/routes/search-query.ts'
import type { Gender } from '../../../shared/api/values.ts'
import { GENDERS } from '../../../shared/rules/genders.ts'
import { agesInBands, HIGHEST_SEARCHED_AGE } from '../../../shared/rules/searched-ages.ts'
import type { PublicSettings } from '../../../shared/tenants/public-settings.ts'

/** The id of the form's element in the page. */
export const FILTERS = 'filters'

export interface Filters {
  genders: readonly Gender[]
  /** Only members who want to meet this gender. */
  lookingFor: Gender | null
  country: string | null
  countryregion: string | null
  minAge: number
  maxAge: number
  /** At least one of the ages narrows the site's whole range. */
  age: boolean
  hidesFictional: boolean
  /** Something can be cleared; whether fictional profiles are hidden holds for every search. */
  any: boolean
}

type Bounds = Pick<PublicSettings, 'min_age' | 'countries'>

/**
 * The filters in an address, as the form shows them; what the form can't show counts as not set.
 * @param inBands the reader sees age bands only, and searches by them
 */
export function readFilters(search: URLSearchParams, { min_age, countries }: Bounds, inBands = false): Filters {
  const age = (name: string, otherwise: number) => {
    const years = Number(search.get(name) || otherwise)
    return Number.isInteger(years) ? Math.min(Math.max(years, min_age), HIGHEST_SEARCHED_AGE) : otherwise
  }
  const [min, max] = [age('min_age', min_age), age('max_age', HIGHEST_SEARCHED_AGE)].sort((a, b) => a - b) as [number, number]
  const { min: minAge, max: maxAge } = inBands ? agesInBands({ min, max }, min_age) : { min, max }
  const country = search.get('country')
  return {
    genders: GENDERS.filter((gender) => gendersIn(search).includes(gender)),
    lookingFor: GENDERS.find((gender) => gender === search.get('looking_for')) ?? null,
    country: country && countries.includes(country) ? country : null,
    countryregion: search.get('countryregion') || null,
    minAge,
    maxAge,
    age: minAge > min_age || maxAge < HIGHEST_SEARCHED_AGE,
    hidesFictional: search.get('fictional') === 'hide',
    any: SEARCH_PARAMS.some((name) => name !== 'fictional' && search.get(name))
  }
}

/** The query of a filled form: only filters that narrow the search, or the mark that there are none. */
export function searchOf(form: FormData, { min_age }: Bounds): Record<string, string> {
  const whole: Record<string, string> = { min_age: String(min_age), max_age: String(HIGHEST_SEARCHED_AGE) }
  const chosen = SEARCH_PARAMS.flatMap((name) => {
    const value = form
      .getAll(name)
      .filter((one): one is string => typeof one === 'string' && one !== '')
      .join(',')
    return value && value !== whole[name] ? [[name, value] as const] : []
  })
  return chosen.length > 0 ? Object.fromEntries(chosen) : { [ANYONE]: '1' }
}

import type { MemberFilters } from '../api/search.ts'
import type { Gender } from '../api/values.ts'
import { choosesCountry } from '../routes/search-query.ts'
import { sharesMembers } from '../tenants/offering.ts'
import type { Tenant } from '../tenants/schema.ts'
import { GENDERS } from './genders.ts'
import { HIGHEST_SEARCHED_AGE } from './searched-ages.ts'

type Site = Pick<Tenant, 'search_fields' | 'countries' | 'min_age' | 'fictional_profiles' | 'pool'>

/** The age range of a first search: this many years younger and older than the member. */
const YEARS = 10

/** What a member searches for before choosing filters: whom they look for and who look for them, in this country, of about their age. */
export function defaultSearch(
  member: { gender: Gender; looking_for: readonly Gender[]; country: string; age: number; hidesFictional: boolean },
  site: Site
): MemberFilters {
  const { gender, looking_for: wanted, country, age, hidesFictional } = member
  return offeredFilters(
    {
      ...(wanted.length > 0 && wanted.length < GENDERS.length && { gender: [...wanted] }),
      looking_for: gender,
      country,
      min_age: Math.max(18, site.min_age, age - YEARS),
      max_age: Math.min(HIGHEST_SEARCHED_AGE, age + YEARS),
      ...(hidesFictional && { fictional: 'hide' })
    },
    site
  )
}

/** Those of the filters that this site's form can show: a choice may have been made on another site of the pool. */
export function offeredFilters(filters: MemberFilters, site: Site): MemberFilters {
  const { search_fields: fields, countries, fictional_profiles } = site
  const country = filters.countryregion?.slice(0, 2) ?? filters.country
  const here = country !== undefined && countries.includes(country)
  return {
    ...(fields.includes('gender') && filters.gender && { gender: filters.gender }),
    ...(fields.includes('gender') && filters.looking_for && { looking_for: filters.looking_for }),
    ...(here && choosesCountry(site, sharesMembers(site)) && { country }),
    ...(here && fields.includes('countryregion') && filters.countryregion && { countryregion: filters.countryregion }),
    ...(fields.includes('age') && filters.min_age !== undefined && { min_age: filters.min_age }),
    ...(fields.includes('age') && filters.max_age !== undefined && { max_age: filters.max_age }),
    ...(fictional_profiles && filters.fictional && { fictional: filters.fictional })
  }
}

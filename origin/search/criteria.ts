import type { MemberFilters } from '../../shared/api/search.ts'
import type { Gender } from '../../shared/api/values.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { birthRange, type BirthRange } from '../../shared/rules/birth-range.ts'
import { agesInBands, searchedAges } from '../../shared/rules/searched-ages.ts'
import { seesProfiles, type ViewerScope } from '../members/viewer-scope.ts'

/** What a search asks for; undefined means any. */
export interface Criteria {
  genders: readonly Gender[] | undefined
  countries: readonly string[] | undefined
  region: string | undefined
  born: BirthRange | undefined
  /** Gender that the results want to meet; members who didn't choose want to meet anyone. */
  wants: string | undefined
  /** Without profiles made by the company. */
  hidesFictional: boolean
}

/**
 * The filters of a call as this site understands them, with their ages and the day that these are of. A limited search doesn't
 * filter by what its cards withhold: whom members look for, and their age within its band.
 */
export function criteriaOf(scope: ViewerScope, filters: MemberFilters) {
  const { tenant, now } = scope
  const { time_zone, min_age } = tenant.settings
  const today = dayIn(time_zone, now)
  const limited = !seesProfiles(scope)
  const asked = searchedAges({ min: filters.min_age, max: filters.max_age }, min_age)
  const ages = asked && limited ? agesInBands(asked, min_age) : asked
  // A region's code begins with its country's.
  const country = filters.country ?? filters.countryregion?.slice(0, 2)
  const criteria: Criteria = {
    genders: filters.gender,
    countries: country === undefined ? undefined : [country],
    region: filters.countryregion,
    born: ages ? birthRange(today, ages.min, ages.max) : undefined,
    wants: limited ? undefined : filters.looking_for,
    hidesFictional: filters.fictional === 'hide'
  }
  return { criteria, ages, today }
}

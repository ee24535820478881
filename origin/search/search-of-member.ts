import type { Gender } from '../../shared/api/values.ts'
import { searchValues } from '../../shared/routes/search-query.ts'
import { ageOn } from '../../shared/rules/age.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { defaultSearch, offeredFilters } from '../../shared/rules/default-search.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'

/**
 * What the member searches for on this site, as it is in the address: their last search, or what their profile says, in the country that they have
 * chosen on the site.
 */
export function searchOfMember(
  { tenant: { settings }, facts, now }: Pick<ViewerScope, 'tenant' | 'facts' | 'now'>,
  member: MemberRow
): Record<string, string> {
  const { search, hides_fictional: hidesFictional } = member
  // The columns contain only what the contract allows.
  const { gender, looking_for } = member as { gender: Gender; looking_for: Gender[] }
  if (search) {
    // The filter means those who look for this member's gender, which may have changed since.
    const lookingFor = search.looking_for && { looking_for: gender }
    return searchValues(offeredFilters({ ...search, ...lookingFor, ...(hidesFictional && { fictional: 'hide' }) }, settings))
  }
  const age = ageOn(member.date_of_birth, dayIn(settings.time_zone, now))
  const country = facts.selectedCountry || member.country
  return searchValues(defaultSearch({ gender, looking_for, country, age, hidesFictional }, settings))
}

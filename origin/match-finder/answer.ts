import { fieldError } from '../../shared/api/errors.ts'
import type { MatchAnswers } from '../../shared/api/match-finder.ts'
import { ageOn } from '../../shared/rules/age.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { MOST_INTERESTS } from '../../shared/rules/interests.ts'
import { HIGHEST_SEARCHED_AGE } from '../../shared/rules/searched-ages.ts'
import { interestsOfNiche } from '../../shared/tenants/interests.ts'
import { regionsOf } from '../../shared/tenants/regions.ts'
import type { MemberContext } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { upsertAnswers } from './store.ts'

/** Ages that are proposed around the member's own, in years. */
const AROUND = 7

/** Stores the member's answers. Reversed ages are swapped, a region brings its country. Throws `invalid` for what this site doesn't offer. */
export async function answerMatchFinder({ db, viewer, tenant, now, body }: MemberContext<'answerMatchFinder'>): Promise<void> {
  const { settings } = tenant
  const country = body.country ?? body.region?.slice(0, 2) ?? null
  const offered: readonly string[] = [...(settings.interests ?? interestsOfNiche(settings.niche)), ...viewer.interests]
  const fine = {
    country: country === null || country === viewer.country || settings.countries.includes(country),
    region: body.region === null || (country !== null && regionsOf(country).some(({ code }) => code === body.region)),
    interests: body.interests.every((interest) => offered.includes(interest))
  }
  const refused = Object.entries(fine).flatMap(([field, good]) => (good ? [] : [fieldError(field, 'invalid')]))
  if (refused.length > 0) throw new HttpError('invalid', { fields: refused })
  const [min_age, max_age] = [body.min_age, body.max_age].map((age) => Math.max(age, settings.min_age)).sort((one, other) => one - other)
  await upsertAnswers(db, viewer.id, { ...body, country, min_age: min_age!, max_age: max_age! }, now)
}

/** What the questions are filled in with at first, from the member's profile. */
export function proposedAnswers({ viewer, tenant, now }: MemberScope): MatchAnswers {
  const age = ageOn(viewer.date_of_birth, dayIn(tenant.settings.time_zone, now))
  const within = (years: number) => Math.min(HIGHEST_SEARCHED_AGE, Math.max(tenant.settings.min_age, years))
  // The columns contain only what the contract allows.
  const genders = viewer.looking_for as MatchAnswers['genders']
  const interests = viewer.interests as MatchAnswers['interests']
  const reasons = (viewer.reason === null ? [] : [viewer.reason]) as MatchAnswers['reasons']
  return {
    genders,
    min_age: within(age - AROUND),
    max_age: within(age + AROUND),
    country: viewer.country,
    region: null,
    interests: interests.slice(0, MOST_INTERESTS),
    reasons
  }
}

import type { Gender } from '../../shared/api/values.ts'
import { ageOn } from '../../shared/rules/age.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { birthRange } from '../../shared/rules/birth-range.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import type { Criteria } from './criteria.ts'
import { findSimilar } from './find-similar.ts'
import { countFound } from './count-found.ts'
import { selectFound } from './store.ts'

/** How many are suggested. */
const MATCHES = 12
/** Maximum age difference in either direction, in years. */
const YEARS = 7

/**
 * Members who may suit a new member: of the genders they want to meet, wanting to meet theirs, of about their age, their region first, then further
 * away. Row numbers, the genders in turn, at most twelve.
 */
export async function findSignupMatches(scope: MemberScope): Promise<number[]> {
  const { viewer, tenant, now } = scope
  const today = dayIn(tenant.settings.time_zone, now)
  const age = ageOn(viewer.date_of_birth, today)
  const ages = { min: Math.max(tenant.settings.min_age, age - YEARS), max: age + YEARS }
  // The column contains only what the contract allows.
  const genders = viewer.looking_for.length > 0 ? (viewer.looking_for as Gender[]) : [undefined]
  const each = await Promise.all(
    genders.map(async (gender) => {
      const criteria: Criteria = {
        genders: gender && [gender],
        countries: [viewer.country],
        region: viewer.region ?? undefined,
        born: birthRange(today, ages.min, ages.max),
        wants: viewer.gender,
        hidesFictional: viewer.hides_fictional
      }
      const found: number[] = []
      const add = async (wider: Criteria) => {
        if (found.length >= MATCHES) return
        const { few } = await countFound(scope, wider)
        found.push(...(await selectFound(scope, wider, { limit: MATCHES - found.length, without: found, few })).map(({ id }) => id))
      }
      await add(criteria)
      const similar = await findSimilar(scope, { criteria, ages, today }, { without: found, limit: MATCHES - found.length })
      found.push(...similar.map(({ id }) => id))
      await add({ ...criteria, countries: undefined, region: undefined })
      return found
    })
  )
  const inTurn = Array.from({ length: MATCHES }, (_, turn) => each.flatMap((found) => found[turn] ?? [])).flat()
  return [...new Set(inTurn)].slice(0, MATCHES)
}

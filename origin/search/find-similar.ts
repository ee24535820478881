import { birthRange } from '../../shared/rules/birth-range.ts'
import { widenedAges } from '../../shared/rules/searched-ages.ts'
import { neighboursOf } from '../../shared/tenants/neighbours.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import type { Criteria } from './criteria.ts'
import { countFound } from './count-found.ts'
import { selectFoundCards, type FoundRow } from './store.ts'

/** Ages are widened by this many years on both sides. */
const YEARS = 5

/**
 * Members just outside the filters, nearest first: any region, then neighbouring countries, then an age range wider by five years; never another
 * gender. Returns at most `limit`, none of the row numbers `without`.
 */
export async function findSimilar(
  scope: ViewerScope,
  search: { criteria: Criteria; ages: { min: number; max: number } | null; today: string },
  { without, limit }: { without: readonly number[]; limit: number }
): Promise<FoundRow[]> {
  const similar: FoundRow[] = []
  for (const criteria of widened(scope, search)) {
    if (similar.length >= limit) break
    const { few } = await countFound(scope, criteria)
    const others = [...without, ...similar.map(({ id }) => id)]
    similar.push(...(await selectFoundCards(scope, criteria, { limit: limit - similar.length, without: others, few })))
  }
  return similar
}

/** The steps that are wider than the search itself. */
function widened({ tenant }: ViewerScope, { criteria, ages, today }: Parameters<typeof findSimilar>[1]): Criteria[] {
  const steps: Criteria[] = []
  const { region, countries } = criteria
  if (region !== undefined) steps.push({ ...criteria, region: undefined })
  const around = countries && [...new Set(countries.flatMap((country) => [country, ...neighboursOf(country)]))]
  if (around && around.length > countries.length) steps.push({ ...criteria, region: undefined, countries: around })
  const wider = widenedAges(ages, YEARS, tenant.settings.min_age)
  if (wider) steps.push({ ...criteria, region: undefined, countries: around, born: birthRange(today, wider.min, wider.max) })
  return steps
}

import { birthRange } from '../../shared/rules/birth-range.ts'
import { widenedAges } from '../../shared/rules/searched-ages.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { selectFound, type Criteria } from './store.ts'

/** Ages are widened by this many years on both sides. */
const YEARS = 5

/**
 * Members outside the filters, nearest first: any region, then any country, then an age range wider by five years; never another gender. Returns at
 * most `limit` row numbers, none of `without`.
 */
export async function findSimilar(
  scope: ViewerScope,
  search: { criteria: Criteria; ages: { min: number; max: number } | null; today: string },
  { without, limit }: { without: readonly number[]; limit: number }
): Promise<number[]> {
  const similar: number[] = []
  for (const criteria of widened(scope, search)) {
    if (similar.length >= limit) break
    const page = { offset: 0, limit: limit - similar.length, without: [...without, ...similar] }
    similar.push(...(await selectFound(scope, criteria, page)))
  }
  return similar
}

/** The steps that are wider than the search itself. */
function widened({ tenant }: ViewerScope, { criteria, ages, today }: Parameters<typeof findSimilar>[1]): Criteria[] {
  const steps: Criteria[] = []
  if (criteria.region !== undefined) steps.push({ ...criteria, region: undefined })
  if (criteria.country !== undefined) steps.push({ ...criteria, region: undefined, country: undefined })
  const wider = widenedAges(ages, YEARS, tenant.settings.min_age)
  if (wider) steps.push({ ...criteria, region: undefined, country: undefined, born: birthRange(today, wider.min, wider.max) })
  return steps
}

import { OLDEST } from './age.ts'
import { bandOf } from './age-band.ts'

/** The highest age a search can name; as the upper age it means "and older". */
export const HIGHEST_SEARCHED_AGE = 99

/** The age range of a search in whole years, null for any age: never below the tenant's minimum, swapped when reversed. */
export function searchedAges(
  asked: { min?: number | undefined; max?: number | undefined },
  minAge: number
): { min: number; max: number } | null {
  const lowest = Math.max(18, minAge)
  const within = (age: number) => Math.min(HIGHEST_SEARCHED_AGE, Math.max(lowest, age))
  const ages = [within(asked.min ?? lowest), within(asked.max ?? HIGHEST_SEARCHED_AGE)].sort((a, b) => a - b)
  const [min = lowest, max = HIGHEST_SEARCHED_AGE] = ages
  if (min === 18 && max === HIGHEST_SEARCHED_AGE) return null
  return { min, max: max === HIGHEST_SEARCHED_AGE ? OLDEST : max }
}

/** The same widened by `years` on both sides, for results outside the filters. */
export function widenedAges(ages: { min: number; max: number } | null, years: number, minAge: number): { min: number; max: number } | null {
  return ages && { min: Math.max(18, minAge, ages.min - years), max: Math.min(OLDEST, ages.max + years) }
}

/** The same with both ends moved out to those of their bands, so that no search tells the age of someone whose band alone is shown. */
export function agesInBands(ages: { min: number; max: number }, minAge: number): { min: number; max: number } {
  return { min: Math.max(minAge, bandOf(ages.min).from), max: bandOf(ages.max).to }
}

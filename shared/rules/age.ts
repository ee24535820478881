/**
 * Whole years between a date of birth and a day, both `YYYY-MM-DD`. Someone born on 29 February has their birthday on
 * 1 March in other years.
 */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5, 10) < dateOfBirth.slice(5, 10) ? years - 1 : years
}

/** No real member is older; an earlier date of birth is a typo. */
export const OLDEST = 120

/** Is someone with this date of birth at least `minAge` (never below 18) on `day`? */
export function isOldEnough(dateOfBirth: string, day: string, minAge: number): boolean {
  const age = ageOn(dateOfBirth, day)
  return age >= Math.max(18, minAge) && age <= OLDEST
}

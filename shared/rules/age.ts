/**
 * Whole years between a date of birth and a day, both `YYYY-MM-DD`. Someone born on 29 February has their birthday on
 * 1 March in other years.
 */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5, 10) < dateOfBirth.slice(5, 10) ? years - 1 : years
}

/** Days by zone and quarter of an hour: no zone's day begins within one. `Intl` takes a thousand times as long. */
const days = new Map<string, string>()
const QUARTER = 15 * 60_000
const MOST_DAYS = 1000

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, now: Date): string {
  const key = `${timeZone} ${Math.floor(now.getTime() / QUARTER)}`
  const known = days.get(key)
  if (known !== undefined) return known
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
  if (days.size >= MOST_DAYS) days.clear()
  days.set(key, day)
  return day
}

/** No real member is older; an earlier date of birth is a typo. */
export const OLDEST = 120

/** Is someone with this date of birth at least `minAge` (never below 18) on `day`? */
export function isOldEnough(dateOfBirth: string, day: string, minAge: number): boolean {
  const age = ageOn(dateOfBirth, day)
  return age >= Math.max(18, minAge) && age <= OLDEST
}

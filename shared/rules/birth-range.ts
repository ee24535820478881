/** Dates of birth `YYYY-MM-DD`: after `after` (exclusive), up to `upTo` (inclusive). */
export interface BirthRange {
  after: string
  upTo: string
}

/** The dates of birth of everyone who is `min` to `max` whole years old on `day`; agrees with `ageOn`. */
export function birthRange(day: string, min: number, max: number): BirthRange {
  return { after: yearsBefore(day, max + 1), upTo: yearsBefore(day, min) }
}

/** The same day that many years earlier; for 29 February in other years the 28th. */
function yearsBefore(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) - years).padStart(4, '0')
  return day.endsWith('-02-29') && !isLeap(Number(year)) ? `${year}-02-28` : `${year}${day.slice(4)}`
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

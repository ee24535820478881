import { dayBegins, dayIn } from './day.ts'

/** The month of a statement: its name (`YYYY-MM`), its first moment, and the next month's. */
export interface StatedMonth {
  month: string
  since: Date
  until: Date
}

/**
 * Days of a month on which the statements of the month before are mailed. Not on the first, so that everything begun before midnight is stored by
 * then. After a week it would no longer be news.
 */
const DAYS = { first: 2, last: 7 }

/** The month whose statements are due on this day in the brand's time zone; null on all other days. */
export function monthToState(timeZone: string, now: Date): StatedMonth | null {
  const today = dayIn(timeZone, now)
  const day = Number(today.slice(8, 10))
  if (day < DAYS.first || day > DAYS.last) return null
  const year = Number(today.slice(0, 4))
  const before = new Date(Date.UTC(year, Number(today.slice(5, 7)) - 2, 1))
  return monthOf(timeZone, before.toISOString().slice(0, 7))
}

/** A month by its name, in the brand's time zone. */
export function monthOf(timeZone: string, month: string): StatedMonth {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  return { month, since: dayBegins(timeZone, `${month}-01`), until: dayBegins(timeZone, next) }
}

import { dayIn } from './age.ts'
import { dayBegins } from './day-begins.ts'

/** A month that is stated: its name (`YYYY-MM`), and its first moment and the next month's. */
export interface StatedMonth {
  month: string
  since: Date
  until: Date
}

/**
 * Days of a month on which the statements of the month before are mailed. Not on the first: no one needs it at midnight, and what was begun before
 * that is stored by then. After a week it would no longer be news.
 */
const DAYS = { first: 2, last: 7 }

/** The month whose statements are due on this day where the brand is; null on all other days. */
export function monthToState(timeZone: string, now: Date): StatedMonth | null {
  const today = dayIn(timeZone, now)
  const day = Number(today.slice(8, 10))
  if (day < DAYS.first || day > DAYS.last) return null
  const year = Number(today.slice(0, 4))
  const before = new Date(Date.UTC(year, Number(today.slice(5, 7)) - 2, 1))
  return monthOf(timeZone, before.toISOString().slice(0, 7))
}

/** A month by its name, where the brand is. */
export function monthOf(timeZone: string, month: string): StatedMonth {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  return { month, since: dayBegins(timeZone, `${month}-01`), until: dayBegins(timeZone, next) }
}

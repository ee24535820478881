const QUARTER = 15 * 60_000
const HOUR = 4 * QUARTER
const DAY = 24 * HOUR

/** Formatters by time zone: building one takes a hundred times as long as using it. */
const calendars = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`, as Swedish writes it. */
export function dayIn(timeZone: string, at: Date): string {
  const calendar =
    calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  calendars.set(timeZone, calendar)
  return calendar.format(at)
}

/** When a calendar day (`YYYY-MM-DD`) begins in a time zone; all zones' days begin on a quarter of an hour. Where a clock skips midnight, it is later. */
export function dayBegins(timeZone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // A day begins at most 14 hours before UTC's and at most 12 after it.
  let before = midnight - 14 * HOUR - QUARTER
  let since = midnight + 12 * HOUR
  while (since - before > QUARTER) {
    const middle = before + Math.floor((since - before) / QUARTER / 2) * QUARTER
    if (dayIn(timeZone, new Date(middle)) >= day) since = middle
    else before = middle
  }
  return new Date(since)
}

/** The calendar day after this one. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
}

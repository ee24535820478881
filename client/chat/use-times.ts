import { useSite } from '../site/site.tsx'
import { useNow } from '../site/use-now.ts'
import { useTimeZone } from '../site/use-time-zone.ts'

const calendars = new Map<string, Intl.DateTimeFormat>()

/** Swedish writes a day as `YYYY-MM-DD`. Building a formatter costs more than using it a hundred times. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const calendar =
    calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  calendars.set(timeZone, calendar)
  return calendar
}

/** The day on which a page is shown, by time zone: each row of a list asks for it. */
const todays = new Map<string, { now: number; day: string }>()

const DAY = 24 * 60 * 60 * 1000

/** Times of messages in the reader's language and time zone. `at` is ISO. */
export function useTimes() {
  const { intl } = useSite().translator
  const now = useNow()
  const timeZone = useTimeZone()
  const dayOf = (at: string | number) => calendarOf(timeZone).format(new Date(at))
  const today = () => {
    const known = todays.get(timeZone)
    if (known?.now === now) return known.day
    const day = dayOf(now)
    todays.set(timeZone, { now, day })
    return day
  }
  const daysAgo = (at: string) => Math.round((Date.parse(today()) - Date.parse(dayOf(at))) / DAY)
  const clock = (at: string) => intl.formatDate(at, { timeZone, hour: 'numeric', minute: '2-digit' })
  const relative = (days: number) => intl.formatRelativeTime(-days, 'day', { numeric: 'auto' })
  const sameYear = (at: string) => dayOf(at).slice(0, 4) === today().slice(0, 4)
  return {
    /** `YYYY-MM-DD`. */
    dayOf,
    /** 14:05 */
    clock,
    /** today, yesterday, Monday, 3 November, 3 November 2025 */
    day(at: string): string {
      const ago = daysAgo(at)
      if (ago === 0 || ago === 1) return relative(ago)
      if (ago > 1 && ago < 7) return intl.formatDate(at, { timeZone, weekday: 'long' })
      return intl.formatDate(at, { timeZone, day: 'numeric', month: 'long', ...(sameYear(at) ? {} : { year: 'numeric' }) })
    },
    /** The shortest that still says when: 14:05, yesterday, Mon, 3 Nov, 03/11/2025 */
    short(at: string): string {
      const ago = daysAgo(at)
      if (ago <= 0) return clock(at)
      if (ago === 1) return relative(1)
      if (ago < 7) return intl.formatDate(at, { timeZone, weekday: 'short' })
      return intl.formatDate(
        at,
        sameYear(at) ? { timeZone, day: 'numeric', month: 'short' } : { timeZone, day: 'numeric', month: 'numeric', year: 'numeric' }
      )
    },
    now
  }
}

import { dayIn } from '../../shared/rules/day.ts'
import { useSite } from '../site/site.tsx'
import { useNow } from '../site/use-now.ts'
import { useTimeZone } from '../site/use-time-zone.ts'

const DAY = 24 * 60 * 60 * 1000

/** Times of messages in the reader's language and time zone. `at` is ISO. */
export function useTimes() {
  const { intl } = useSite().translator
  const now = useNow()
  const timeZone = useTimeZone()
  const dayOf = (at: string | number) => dayIn(timeZone, new Date(at))
  const today = dayOf(now)
  const daysAgo = (at: string) => Math.round((Date.parse(today) - Date.parse(dayOf(at))) / DAY)
  const clock = (at: string) => intl.formatDate(at, { timeZone, hour: 'numeric', minute: '2-digit' })
  const relative = (days: number) => intl.formatRelativeTime(-days, 'day', { numeric: 'auto' })
  const sameYear = (at: string) => dayOf(at).slice(0, 4) === today.slice(0, 4)
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
    }
  }
}

import { dayAfter, dayBegins, dayIn } from './day.ts'

/** Likes that a member can give in the swipe game per day of their site (docs/requirements.tsv). */
export const SWIPE_LIKES = 4

/** The last day on which a member gave likes in the game, and how many. */
export interface SwipeDay {
  day: string
  likes: number
}

/** The day that likes count towards now. Setting a clock back doesn't begin a day twice. */
export function swipeDay(timeZone: string, now: Date, last: Pick<SwipeDay, 'day'> | null): string {
  const today = dayIn(timeZone, now)
  return last && last.day > today ? last.day : today
}

/** How many likes are left on the day that counts now, and when the next day begins. */
export function swipeAllowance(timeZone: string, now: Date, last: SwipeDay | null): { left: number; next: Date } {
  const day = swipeDay(timeZone, now, last)
  const given = last?.day === day ? last.likes : 0
  return { left: Math.max(0, SWIPE_LIKES - given), next: dayBegins(timeZone, dayAfter(day)) }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Limits a member sets for themselves: minor units of a currency, by calendar day and month; null: none. */
export interface SpendingLimits {
  currency: string
  day: number | null
  month: number | null
}

/** The limits in force, and looser ones that begin later. */
export interface LimitsState {
  limits: SpendingLimits
  next: { limits: SpendingLimits; at: Date } | null
}

/** Do the settings of a brand have spending limits and the pause? */
export const offersLimits = ({ sells, closed }: Record<'sells' | 'closed', boolean>) => sells && !closed

/** How many hours a looser limit waits; stricter ones take effect at once. */
export const RAISE_HOURS = 24

/** How long buying can be paused, in days. */
export const PAUSES = { day: 1, week: 7, month: 30, three_months: 91, six_months: 182 } as const
export type Pause = keyof typeof PAUSES
export const PAUSE_NAMES = Object.keys(PAUSES) as Pause[]

/** The limits in force at `now`. */
export function limitsAt({ limits, next }: LimitsState, now: Date): LimitsState {
  return next && next.at <= now ? { limits: next.limits, next: null } : { limits, next }
}

/** Is any limit set? Without one, the currency isn't fixed either. */
export function isLimited({ day, month }: SpendingLimits): boolean {
  return day !== null || month !== null
}

/**
 * The state after the member sets these limits: stricter ones take effect at once, looser ones a day later. Setting the same limits again doesn't
 * restart the day. Another currency is looser, whatever the amounts.
 */
export function changeLimits(state: LimitsState, wanted: SpendingLimits, now: Date): LimitsState {
  const { limits, next } = limitsAt(state, now)
  if (!isLimited(limits)) return { limits: wanted, next: null }
  const later = { limits: wanted, at: next && isSame(next.limits, wanted) ? next.at : new Date(now.getTime() + RAISE_HOURS * HOUR) }
  if (wanted.currency !== limits.currency) return { limits, next: later }
  const stricter = { currency: limits.currency, day: lower(limits.day, wanted.day), month: lower(limits.month, wanted.month) }
  return { limits: stricter, next: isSame(stricter, wanted) ? null : later }
}

/** When a pause of buying that begins at `now` ends; a longer one that is already running stays. */
export function pauseUntil(pause: Pause, now: Date, running: Date | null): Date {
  const until = new Date(now.getTime() + PAUSES[pause] * DAY)
  return running && running > until ? running : until
}

function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

function isSame(one: SpendingLimits, other: SpendingLimits): boolean {
  return one.currency === other.currency && one.day === other.day && one.month === other.month
}

import type { Frequency } from '../../shared/rules/news.ts'

/** A member who was seen more recently than this is here and needs no mail. In seconds. */
export const AWAY = 15 * 60

const DAY = 24 * 3600
/** How long news is collected, from the first item on, before it is mailed. In seconds. */
export const GATHERED: Record<Exclude<Frequency, 'never'>, number> = { at_once: 0, daily: DAY, weekly: 7 * DAY }

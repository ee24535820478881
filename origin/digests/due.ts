import type { Frequency } from '../../shared/rules/news.ts'

/** Who was seen within so long is here and needs no mail. In seconds. */
export const AWAY = 15 * 60

const DAY = 24 * 3600
/** Seconds that news is gathered for, from the first of it, before a mail tells of it. */
export const GATHERED: Record<Exclude<Frequency, 'never'>, number> = { at_once: 0, daily: DAY, weekly: 7 * DAY }

import type { Translator } from './translator.ts'

/** A moment to the minute, with its time zone: "November 23, 2026 at 1:00 PM GMT+1". For what ends or happened then, wherever its reader is. */
export function formatMoment({ intl }: Pick<Translator, 'intl'>, timeZone: string, at: string | Date): string {
  return intl.formatDate(at, {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short'
  })
}

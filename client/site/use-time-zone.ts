import { useSite } from './site.tsx'
import { useHydrated } from './use-hydrated.ts'

/** The browser's zone, read again when its offset changes: on a journey, or in spring and autumn. Reading it takes as long as building a formatter. */
let known: { offset: number; zone: string | null } | null = null

function ownZone(): string | null {
  const offset = new Date().getTimezoneOffset()
  if (known?.offset !== offset) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    // What Chromium calls a zone that it can't find out, and then refuses.
    known = { offset, zone: timeZone === 'Etc/Unknown' ? null : timeZone }
  }
  return known.zone
}

/** The zone in which the reader is told a time: the browser's own; the brand's on the edge, while a page is hydrated, and if the browser knows none. */
export function useTimeZone(): string {
  const { time_zone: brands } = useSite().tenant
  return (useHydrated() && ownZone()) || brands
}

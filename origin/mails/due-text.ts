import type { Translator } from '../../shared/i18n/translator.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'

/** A deadline in the site's time zone: "November 23, 2026 at 1:00 PM GMT+1". */
export function dueText({ intl }: Translator, { settings }: TenantRecord, due: Date): string {
  return intl.formatDate(due, {
    timeZone: settings.time_zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short'
  })
}

import type { TenantRecord } from '../../shared/tenants/schema.ts'

/** Messages from before this are no longer shown (O-76). */
export function historyStart({ settings }: TenantRecord, now: Date): Date {
  const start = new Date(now)
  const day = start.getUTCDate()
  start.setUTCMonth(start.getUTCMonth() - settings.chat_history_months)
  // The 31st of a month with 30 days is the first of the next: take its last day instead.
  if (start.getUTCDate() !== day) start.setUTCDate(0)
  return start
}

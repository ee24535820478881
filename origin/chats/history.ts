import type { Deps } from '../deps.ts'
import { DEFAULT_HISTORY_MONTHS } from '../../shared/tenants/schema.ts'

/** For how many months messages between members of these sites are kept: the shortest limit, so that no site breaks its promise. */
export function historyMonths({ tenants }: Pick<Deps, 'tenants'>, sites: readonly string[]): number {
  return Math.min(...sites.map((site) => tenants.byId(site)?.settings.chat_history_months ?? DEFAULT_HISTORY_MONTHS))
}

/** Messages from before this have expired. */
export function historyStart(months: number, now: Date): Date {
  const start = new Date(now)
  const day = start.getUTCDate()
  start.setUTCMonth(start.getUTCMonth() - months)
  // The 31st of a month with 30 days is the first of the next: take its last day instead.
  if (start.getUTCDate() !== day) start.setUTCDate(0)
  return start
}

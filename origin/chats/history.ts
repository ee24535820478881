import type { Deps } from '../deps.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { DEFAULT_HISTORY_MONTHS } from '../../shared/tenants/schema.ts'

/**
 * For how many months messages between members who signed up on these sites are kept: the shortest limit, so that no site breaks its promise. Which
 * sister site they are read on changes nothing.
 */
export function historyMonths({ tenants }: Pick<Deps, 'tenants'>, sites: readonly string[]): number {
  return Math.min(...sites.map((site) => tenants.byId(site)?.settings.chat_history_months ?? DEFAULT_HISTORY_MONTHS))
}

/** What is older than this, the viewer sees nowhere. */
export function historyStartFor({ deps, viewer }: Pick<MemberScope, 'deps' | 'viewer'>): Date {
  return historyStart(historyMonths(deps, [viewer.home_tenant]), deps.now())
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

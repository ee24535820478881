import { keptSince } from '../../shared/rules/retention.ts'
import type { Deps } from '../deps.ts'
import { deleteEventsBefore } from './store.ts'

/** Removes events that are old: a stream that was away for longer starts afresh, it hears that everything changed. Returns how many. */
export async function purgeExpiredEvents(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteEventsBefore(deps.db, keptSince('event', deps.now()))
}

import { keptSince } from '../../shared/rules/retention.ts'
import type { Deps } from '../deps.ts'
import { deleteEventsBefore } from './store.ts'

/** Deletes old events; returns how many. A stream that reconnects after longer is told that everything changed. */
export async function purgeExpiredEvents(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteEventsBefore(deps.db, keptSince('event', deps.now()))
}

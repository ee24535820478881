import type { Deps } from '../deps.ts'
import { deleteEventsBefore } from './store.ts'

/** A stream that was away for longer starts afresh: it hears that everything changed. In days. */
const KEPT_DAYS = 3

/** Removes events that no stream will ask for any more; returns how many. */
export async function forgetEvents(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteEventsBefore(deps.db, new Date(deps.now().getTime() - KEPT_DAYS * 24 * 3600 * 1000))
}

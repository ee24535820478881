import { keptSince } from '../../../shared/rules/retention.ts'
import type { Deps } from '../../deps.ts'
import { clearTracking } from './store.ts'

/** Removes the campaign from accounts that are no longer new; returns how many. */
export async function purgeExpiredTracking({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await clearTracking(db, keptSince('campaign', now()))
}

import type { Deps } from '../deps.ts'
import { clearTracking } from './store.ts'

/** How long the campaign of a sign-up is kept, with consent. In ms. */
const KEPT = 30 * 24 * 3600 * 1000

/** Takes the campaign out of accounts that are older than 30 days; returns how many. */
export async function forgetTracking({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await clearTracking(db, new Date(now().getTime() - KEPT))
}

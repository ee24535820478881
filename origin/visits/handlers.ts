import { trackingOf } from '../../shared/tenants/visit.ts'
import type { Handler } from '../http/handler.ts'
import { countBounce } from './store.ts'

/** Counts a visit that left at once. Only one that came with `lb` is counted, and nothing of who it was is kept. */
export const pageBounce: Handler<'pageBounce'> = async ({ db, tenant, facts, now }) => {
  const visit = trackingOf(new URLSearchParams(facts.visit))
  if (visit?.lb !== undefined)
    await countBounce(db, {
      tenant: tenant.settings.id,
      day: now.toISOString().slice(0, 10),
      network: visit.network ?? '',
      lb: visit.lb
    })
  return {}
}

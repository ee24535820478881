import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { TRANSPARENCY_DAYS } from '../../shared/rules/transparency.ts'
import { poolOf, type TenantRecord } from '../../shared/tenants/schema.ts'
import type { Deps } from '../deps.ts'
import { selectFictionalShare, selectHandled } from './store.ts'

type Figures = Pick<EndpointOutput<Contract['getTransparency']>, 'fictional_share' | 'reports' | 'complaints'>

/** Counting reads all profiles of a pool, and anyone may ask: each process counts once in this time. In ms. */
const FRESH = 10 * 60_000

const DAY_MS = 86_400_000

interface Counted {
  at: number
  figures: Promise<Figures>
}

const counted = new WeakMap<Deps['db'], Map<string, Counted>>()

/** The figures of a brand, at most ten minutes old; callers at the same time wait for the same count. */
export async function figuresOf(deps: Deps, tenant: TenantRecord, now: Date): Promise<Figures> {
  const brands = counted.get(deps.db) ?? new Map<string, Counted>()
  counted.set(deps.db, brands)
  const found = brands.get(tenant.settings.id)
  if (found && Math.abs(now.getTime() - found.at) < FRESH) return await found.figures
  const figures = count(deps, tenant, now)
  brands.set(tenant.settings.id, { at: now.getTime(), figures })
  // A failure isn't cached: the next caller counts again.
  figures.catch(() => brands.delete(tenant.settings.id))
  return await figures
}

async function count(deps: Deps, tenant: TenantRecord, now: Date): Promise<Figures> {
  const { db } = deps
  const { settings } = tenant
  const period = { tenant: settings.id, since: new Date(now.getTime() - TRANSPARENCY_DAYS * DAY_MS), now }
  const [share, reports, complaints] = await Promise.all([
    settings.fictional_profiles ? selectFictionalShare({ db, deps, tenant, pool: poolOf(settings) }) : 0,
    selectHandled(db, 'reports', period),
    selectHandled(db, 'complaints', period)
  ])
  return { fictional_share: share, reports, complaints }
}

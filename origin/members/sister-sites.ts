import { poolOf } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { TenantStore } from '../settings/store.ts'

/**
 * The pools in which a member can choose to be shown in addition to their own, with the sites of each and the companies behind them: those of every
 * open site, if the site where the member signed up offers it.
 */
export function sisterSites(tenants: TenantStore, member: Pick<MemberRow, 'home_tenant' | 'pool'>) {
  if (!tenants.byId(member.home_tenant)?.settings.member_resell) return []
  const others = tenants.all().filter(({ settings }) => settings.status === 'live' && poolOf(settings) !== member.pool)
  const pools = Map.groupBy(others, ({ settings }) => poolOf(settings))
  return [...pools]
    .map(([pool, records]) => ({ pool, sites: records.map(({ settings, company }) => ({ name: settings.name, company: company.name })) }))
    .sort((one, other) => one.pool.localeCompare(other.pool))
}

/** Sites of other pools whose members can choose to be shown in this one. */
export function lendingSites(tenants: TenantStore, pool: string): string[] {
  return tenants
    .all()
    .filter(({ settings }) => settings.member_resell && settings.status === 'live' && poolOf(settings) !== pool)
    .map(({ settings }) => settings.id)
}

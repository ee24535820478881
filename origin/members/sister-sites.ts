import { poolOf, type Tenant, type TenantRecord } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { TenantStore } from '../settings/store.ts'

/**
 * The pools in which a member can choose to be shown in addition to their own, with the sites of each and the companies behind them: those of every
 * open site, if the site where the member signed up offers it.
 */
export function sisterSites(tenants: TenantStore, member: Pick<MemberRow, 'home_tenant' | 'pool'>) {
  if (!tenants.byId(member.home_tenant)?.settings.member_resell) return []
  const others = openSites(tenants).filter(({ settings }) => poolOf(settings) !== member.pool)
  const pools = Map.groupBy(others, ({ settings }) => poolOf(settings))
  return [...pools]
    .map(([pool, records]) => ({ pool, sites: records.map(nameSite) }))
    .sort((one, other) => one.pool.localeCompare(other.pool))
}

/** Open sites of the same pool: they show the same members. */
export function sitesOfPool(tenants: TenantStore, brand: Tenant) {
  return openSites(tenants)
    .filter(({ settings }) => settings.id !== brand.id && poolOf(settings) === poolOf(brand))
    .map(nameSite)
}

/** The sites among which someone who signs up here can choose. */
export function sitesToChoose(tenants: TenantStore, brand: Tenant) {
  return sisterSites(tenants, { home_tenant: brand.id, pool: poolOf(brand) }).flatMap(({ sites }) => sites)
}

/** Sites of other pools whose members can choose to be shown in this one. */
export function lendingSites(tenants: TenantStore, pool: string): string[] {
  return openSites(tenants)
    .filter(({ settings }) => settings.member_resell && poolOf(settings) !== pool)
    .map(({ settings }) => settings.id)
}

const openSites = (tenants: TenantStore) => tenants.all().filter(({ settings }) => settings.status === 'live')

const nameSite = ({ settings, company }: TenantRecord) => ({ name: settings.name, company: company.name })

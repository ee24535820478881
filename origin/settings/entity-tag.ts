import type { Entry } from '../../shared/api/entry.ts'
import type { TenantStore } from './store.ts'

/** The tag of what the edge asks for itself: it changes with the version of the tenant, or of any tenant. Null for other entries. */
export function settingsTag({ name }: Entry, query: Readonly<Record<string, unknown>>, tenants: TenantStore): string | null {
  if (name === 'getHosts') return `"hosts.${tenants.version()}"`
  const tenant = name === 'getSettings' ? tenants.find(String(query['forced-domain'])) : null
  return tenant ? `"${tenant.settings.id}.${tenant.version}"` : null
}

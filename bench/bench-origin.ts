import type { OriginClient } from '../worker/deps.ts'
import type { TenantRecord } from '../shared/tenants/schema.ts'

/** Answers what the edge asks for by itself, at once: what is measured is the edge. */
export function benchOrigin(records: readonly TenantRecord[]): OriginClient {
  const byDomain = new Map(records.map((record) => [record.settings.domain, record]))
  const tenants = records.map(({ settings, version }) => {
    const { id, domain, aliases, status, group, domain_language, countries } = settings
    return { id, domain, aliases, status, group, domain_language, countries, version }
  })
  return {
    fetch: async (path) => {
      const url = new URL(path, 'http://origin')
      if (url.pathname === '/api/hosts.php') return Response.json({ version: 1, tenants }, { headers: { etag: '"1"' } })
      return Response.json({ ...byDomain.get(url.searchParams.get('forced-domain') ?? ''), domain_language: 'en' })
    }
  }
}

import type { Contract } from '../shared/api/contract.ts'
import type { EndpointOutput } from '../shared/api/endpoint.ts'
import type { OriginClient } from '../worker/deps.ts'
import type { TenantRecord } from '../shared/tenants/schema.ts'

/** Answers the edge's own requests immediately, so that only the edge is measured. The edge would reject answers that don't match the contract. */
export function benchOrigin(records: readonly TenantRecord[]): OriginClient {
  const byDomain = new Map(records.map((record) => [record.settings.domain, record]))
  const tenants = records.map(({ settings, version }) => {
    const { id, domain, aliases, status, group = null, domain_language, countries } = settings
    return { id, domain, aliases, status, group, domain_language, countries, version }
  })
  return {
    fetch: async (path) => {
      const url = new URL(path, 'http://origin')
      if (url.pathname === '/api/hosts.php') return json<'getHosts'>({ version: 1, tenants }, { etag: '"1"' })
      const record = byDomain.get(url.searchParams.get('forced-domain') ?? '')
      if (!record) return new Response(null, { status: 404 })
      const { settings, company, version } = record
      return json<'getSettings'>({ settings, company, version, domain_language: 'en', push_public_key: '', sends_texts: true })
    }
  }
}

const json = <Name extends keyof Contract>(answer: EndpointOutput<Contract[Name]>, headers: Record<string, string> = {}) =>
  Response.json(answer, { headers })

import type { Domain } from './hreflang.ts'
import type { Tenant } from './schema.ts'

/** The live domains of one brand, or a single one. */
export interface Group {
  /** Equal for equal groups: part of the key of cached pages. Empty for a single domain. */
  key: string
  domains: readonly Domain[]
}

type Member = Domain & Pick<Tenant, 'id' | 'status'> & { group?: string | null | undefined }

/** The group of each live tenant that shares one with another; in order of id, so that all its pages agree. */
export function groupsOf(tenants: readonly Member[]): Map<string, Group> {
  const live = tenants.filter(({ group, status }) => group && status === 'live')
  const found = new Map<string, Group>()
  for (const members of Map.groupBy(live, ({ group }) => group).values()) {
    if (members.length < 2) continue
    const inOrder = members.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const domains = inOrder.map(({ domain, domain_language, countries }) => ({ domain, domain_language, countries }))
    const group = { key: JSON.stringify(domains), domains }
    for (const { id } of members) found.set(id, group)
  }
  return found
}

/** The group of a tenant that shares its pages with no other. */
export function alone({ domain, domain_language, countries }: Domain): Group {
  return { key: '', domains: [{ domain, domain_language, countries }] }
}

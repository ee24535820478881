import { CONTRACT } from '../../shared/api/contract.ts'
import { alone, groupsOf, type Group } from '../../shared/tenants/groups.ts'
import { createHostIndex, type HostEntry, type HostIndex } from '../../shared/tenants/hosts.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Tracking } from '../../shared/tenants/tracking.ts'
import type { EdgeDeps } from '../deps.ts'
import { Fresh } from './fresh.ts'
import { createSource, type Found } from './source.ts'

/** An unknown host makes the edge refetch the index at most this often, and one request waits for it. In ms. */
const NEW_HOST = 10_000
const NEW_HOST_WAIT = 1_000
/** Answers that name a newer version make the edge refetch at most this often, in ms: one origin may know it before the next. */
const NEWER = 1_000

/** The parsed index of hosts. */
interface Hosts {
  index: HostIndex
  /** Canonical host by tenant. */
  domains: Map<string, string>
  groups: Map<string, Group>
}

export interface Settings {
  findHost(host: string): Promise<HostEntry | null>
  /** A refresh caused by a request carries its tracking query; the answer doesn't depend on it. */
  record(tenant: string, tracking: Tracking | null): Promise<TenantRecord | null>
  /** The live domains that show the same pages, according to the index. */
  groupOf(record: TenantRecord): Group
  /** Call when a tenant has changed: its settings are reloaded at once. Resolves with the version now served, null for an unknown tenant. */
  changed(tenant: string): Promise<number | null>
  /** `x-config-version` of an answer of the origin, `<tenant>=<version>`: newer settings are fetched in the background. */
  seen(version: string): void
  /** The cached settings of a host, however old, without a request. */
  known(host: string): TenantRecord | null
  /** The cached index of hosts. */
  hosts(): object | null
  /** The index of hosts if both it and these settings are fresh enough to be used without a request, otherwise null. */
  certain(record: TenantRecord): object | null
  /** Ids of all tenants of the index. */
  tenants(): Promise<string[]>
  /** Is the index of hosts loaded? */
  ready(): Promise<boolean>
}

/**
 * Hosts and settings of every tenant: from memory, refreshed from the origin in the background; the build's copy if it hasn't answered yet. An answer
 * that doesn't match the schema never replaces a good one. Only tenants of the index are cached.
 */
export function createSettings(deps: EdgeDeps, note: (what: 'hosts' | 'settings', found: Found) => void): Settings {
  const local = deps.environment === 'local'
  // Demo brands are for local mode: production ignores them, with or without an origin.
  const snapshot = deps.snapshot.filter(({ settings }) => local || !settings.demo)
  const copies = new Map(snapshot.map((record) => [record.settings.id, record]))
  const records = new Map<string, Fresh<TenantRecord>>()
  const { realNow: now, waitUntil } = deps
  let askedForHost = Number.NEGATIVE_INFINITY
  let askedForNewer = Number.NEGATIVE_INFINITY

  const fetchHosts = createSource(deps, {
    endpoint: CONTRACT.getHosts,
    key: 'hosts',
    shape: ({ tenants }) => {
      const known = indexOf(tenants)
      for (const tenant of records.keys()) if (!known.domains.has(tenant)) records.delete(tenant)
      return known
    },
    note: (found) => note('hosts', found)
  })
  const hosts = new Fresh<Hosts>({
    initial: snapshot.length > 0 ? indexOf(snapshot.map(({ settings }) => settings)) : null,
    load: ({ forced }) => fetchHosts('/api/hosts.php', forced),
    now,
    waitUntil
  })

  function indexOf(owners: Parameters<typeof groupsOf>[0] & Parameters<typeof createHostIndex>[0]): Hosts {
    return {
      index: createHostIndex(owners, local),
      domains: new Map(owners.map((owner) => [owner.id, owner.domain])),
      groups: groupsOf(owners)
    }
  }

  function freshRecord(tenant: string): Fresh<TenantRecord> {
    let record = records.get(tenant)
    if (!record) {
      const ask = createSource(deps, {
        endpoint: CONTRACT.getSettings,
        key: `settings:${tenant}`,
        shape: ({ settings, company, version, push_public_key, sends_texts }): TenantRecord => ({
          settings,
          company,
          version,
          push_public_key,
          sends_texts
        }),
        note: (found) => note('settings', found)
      })
      record = new Fresh<TenantRecord>({
        initial: copies.get(tenant) ?? null,
        load: ({ forced, tracking }) => {
          const domain = hosts.peek()?.domains.get(tenant) ?? ''
          return ask(`/api/settings.php?${new URLSearchParams({ 'forced-domain': domain, ...tracking })}`, forced)
        },
        now,
        waitUntil
      })
      records.set(tenant, record)
    }
    return record
  }

  async function changed(tenant: string): Promise<number | null> {
    await hosts.refresh()
    if (!hosts.peek()?.domains.has(tenant)) return null
    const record = freshRecord(tenant)
    await record.refresh()
    return record.peek()?.version ?? null
  }

  return {
    findHost: async (host) => {
      const found = (await hosts.get())?.index.find(host)
      if (found) return found
      if (hosts.age() < NEW_HOST || now() - askedForHost < NEW_HOST) return null
      askedForHost = now()
      await Promise.race([hosts.refresh(), new Promise((resolve) => setTimeout(resolve, NEW_HOST_WAIT))])
      return hosts.peek()?.index.find(host) ?? null
    },
    // Loading the index has just waited for the origin: if that didn't answer, there is no second wait.
    record: (tenant, tracking) => freshRecord(tenant).get(tracking ?? {}, hosts.isStale()),
    groupOf: ({ settings }) => {
      const group = hosts.peek()?.groups.get(settings.id)
      // A domain whose own settings are newer than the index counts as single until the index has caught up.
      return group?.domains.some(({ domain }) => domain === settings.domain) ? group : alone(settings)
    },
    changed,
    seen: (version) => {
      const [tenant = '', number] = version.split('=')
      const held = records.get(tenant)?.peek()
      if (!held || !(Number(number) > held.version) || now() - askedForNewer < NEWER) return
      askedForNewer = now()
      waitUntil(changed(tenant))
    },
    known: (host) => {
      const endpoint = hosts.peek()?.index.find(host)
      return endpoint ? freshRecord(endpoint.tenant).peek() : null
    },
    hosts: () => hosts.peek(),
    certain: (record) => {
      const held = records.get(record.settings.id)
      return held?.peek() === record && held.isFresh() && hosts.isFresh() ? hosts.peek() : null
    },
    tenants: async () => [...((await hosts.get())?.domains.keys() ?? [])],
    ready: async () => hosts.peek() !== null || (await hosts.get()) !== null
  }
}

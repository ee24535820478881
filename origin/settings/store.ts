import { createHash } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import * as v from 'valibot'
import { createHostIndex, normalizeHost, type HostIndex } from '../../shared/tenants/hosts.ts'
import { Company, Tenant, type TenantRecord } from '../../shared/tenants/schema.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'

/** The newest version of every tenant that this program can read, in memory, from `tenant_versions`. */
export interface TenantStore {
  /** The tenant of a host: canonical, alias or `www`; in local mode also `<id>.localhost`. */
  find(host: string): TenantRecord | null
  byId(id: string): TenantRecord | null
  all(): TenantRecord[]
  /** Grows with every published version: an edge compares it to find out whether something changed. */
  version(): number
  /**
   * Stores the next version of a tenant and serves it from now on. Settings equal to the newest version write nothing.
   * @returns the record now served, and whether it is new
   */
  publish(settings: Tenant, company: Company, author: string, now: Date): Promise<{ record: TenantRecord; changed: boolean }>
  /** Reloads one tenant, or all, from the database: another process published. */
  reload(tenant?: string): Promise<void>
  /** Calls `listener` with the id of every tenant that has changed; returns a function that unsubscribes. */
  onChange(listener: (tenant: string) => void): () => void
}

/** Notified after a publication; the payload is the tenant's id. */
export const TENANTS_CHANNEL = 'tenant_versions'

/**
 * Opens the store and loads what is published.
 * @param options.local adds the hosts `<id>.localhost`
 * @param options.onUnreadable called for a stored version that the schema refuses; the newest one before it that is readable is served
 */
export async function createTenantStore(
  db: Kysely<Tables>,
  options: { local: boolean; onUnreadable?: (tenant: string, version: number) => void }
): Promise<TenantStore> {
  const records = new Map<string, TenantRecord>()
  const listeners = new Set<(tenant: string) => void>()
  // Built on first use: publishing thousands of tenants in a row builds it once.
  let hosts: HostIndex | null = null

  function serve(changed: readonly TenantRecord[]): void {
    if (changed.length === 0) return
    for (const record of changed) records.set(record.settings.id, record)
    hosts = null
    for (const { settings } of changed) for (const listener of listeners) listener(settings.id)
  }

  function hostIndex(): HostIndex {
    return (hosts ??= createHostIndex(
      Array.from(records.values(), (record) => record.settings),
      options.local
    ))
  }

  async function reload(tenant?: string): Promise<void> {
    const served = (id: string) => records.get(id)?.version ?? 0
    serve(await newestReadable(db, { tenant, served, onUnreadable: options.onUnreadable }))
  }

  await reload()
  return {
    find(host) {
      const name = normalizeHost(host)
      const found = name === null ? null : hostIndex().find(name)
      return found ? (records.get(found.tenant) ?? null) : null
    },
    byId: (id) => records.get(id) ?? null,
    all: () => [...records.values()],
    version: () => Array.from(records.values(), (record) => record.version).reduce((sum, version) => sum + version, 0),
    async publish(settings, company, author, now) {
      const written = await inTransaction(db, (trx) => publishVersion(trx, { settings, company, author, now }))
      if (written.changed) serve([written.record])
      else if ((records.get(settings.id)?.version ?? 0) < written.record.version) await reload(settings.id)
      return written
    },
    reload,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** Author of the versions that a restore adds: it may have lost newer ones, and edges may still have those. */
export const RESTORED = 'restore'

interface VersionRow {
  tenant: string
  version: number
  settings: unknown
  company: unknown
}

interface Reading {
  /** One tenant; default: all. */
  tenant?: string | undefined
  /** Only versions after this one of a tenant; default: all. */
  served?: (tenant: string) => number
  onUnreadable?: ((tenant: string, version: number) => void) | undefined
}

/** The newest version of each tenant that this program can read: a newer program may have stored one that it can't. */
async function newestReadable(db: Kysely<Tables>, { tenant, served = () => 0, onUnreadable }: Reading): Promise<TenantRecord[]> {
  const newest = await versionRows(db)
    .distinctOn('tenant')
    .$if(tenant !== undefined, (query) => query.where('tenant', '=', tenant!))
    .orderBy('tenant')
    .orderBy('version', 'desc')
    .execute()
  const found = newest.map(async (row) => {
    for (let next: VersionRow | undefined = row; next && next.version > served(row.tenant); next = await versionBefore(db, next)) {
      const record = readRecord(next)
      if (record) return record
      onUnreadable?.(next.tenant, next.version)
    }
    return null
  })
  return (await Promise.all(found)).filter((record) => record !== null)
}

async function versionBefore(db: Kysely<Tables>, { tenant, version }: VersionRow): Promise<VersionRow | undefined> {
  return await versionRows(db)
    .where('tenant', '=', tenant)
    .where('version', '<', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const versionRows = (db: Kysely<Tables>) => db.selectFrom('tenant_versions').select(['tenant', 'version', 'settings', 'company'])

/** A stored version of a tenant, by default the newest readable one; null if there is none, or if the schema rejects it. */
export async function storedVersion(db: Kysely<Tables>, tenant: string, version?: number): Promise<TenantRecord | null> {
  if (version === undefined) return (await newestReadable(db, { tenant }))[0] ?? null
  const row = await versionRows(db).where('tenant', '=', tenant).where('version', '=', version).executeTakeFirst()
  return row ? readRecord(row) : null
}

/** The versions of a tenant with author and time, newest first. */
export async function versionsOf(db: Kysely<Tables>, tenant: string): Promise<{ version: number; author: string; created_at: Date }[]> {
  return await db
    .selectFrom('tenant_versions')
    .select(['version', 'author', 'created_at'])
    .where('tenant', '=', tenant)
    .orderBy('version', 'desc')
    .execute()
}

/** The number of a tenant's next version. A tenant without versions continues from the last restore, which may have lost some of its own. */
export async function nextVersion(db: Kysely<Tables>, tenant: string): Promise<number> {
  const { newest, restored } = await db
    .selectFrom('tenant_versions')
    .select(({ fn }) => [
      fn.max('version').filterWhere('tenant', '=', tenant).as('newest'),
      fn.max('version').filterWhere('author', '=', RESTORED).as('restored')
    ])
    .executeTakeFirstOrThrow()
  return (newest ?? restored ?? 0) + 1
}

/** The newest version of every tenant that this program can read. */
export async function publishedTenants(db: Kysely<Tables>): Promise<TenantRecord[]> {
  return await newestReadable(db, {})
}

const hostsOf = ({ domain, aliases }: Tenant) => [domain, ...aliases]

/**
 * Why a tenant can't be published beside these: one of its hosts belongs to another one, and two brands with one host would hide each other. Null when
 * its hosts are free, or when it ends and keeps those that it has.
 */
export function hostTaken(published: readonly TenantRecord[], settings: Tenant): string | null {
  const [own = [], others = []] = [true, false].map((isOwn) =>
    published.flatMap((record) => ((record.settings.id === settings.id) === isOwn ? record.settings : []))
  )
  const index = createHostIndex(others, false)
  const kept = settings.status === 'gone' ? own.flatMap(hostsOf) : []
  for (const host of hostsOf(settings)) {
    const found = kept.includes(host) ? null : index.find(host)
    if (found) return `"${host}" of "${settings.id}" is published as a host of "${found.tenant}". A host leads to one tenant.`
  }
  return null
}

/** The row as it is served: missing fields get their defaults, fields that only another version of the program knows are left out. */
function readRecord(row: VersionRow): TenantRecord | null {
  const settings = v.safeParse(Tenant, row.settings)
  const company = v.safeParse(Company, row.company)
  return settings.success && company.success ? { settings: settings.output, company: company.output, version: row.version } : null
}

interface Publication {
  settings: Tenant
  company: Company
  author: string
  now: Date
  /** The newest version that the publisher has seen, 0 for none: a newer one is not overwritten. If left out, it is. */
  over?: number
}

/** Someone else has published a newer version than the one this publication is based on. */
export class PublishedMeanwhile extends Error {
  readonly version: number
  readonly author: string

  constructor({ version, author }: { version: number; author: string }) {
    super(`Version ${version} was published meanwhile`)
    this.version = version
    this.author = author
  }
}

/**
 * Stores the next version of a tenant and notifies every origin. Settings equal to the newest version write nothing. Throws `PublishedMeanwhile`
 * where the newest version is not the one that `over` names.
 * @returns the newest record, and whether it is new
 */
export async function publishVersion(
  trx: Transaction<Tables>,
  { settings, company, author, now, over }: Publication
): Promise<{ record: TenantRecord; changed: boolean }> {
  const digest = createHash('sha256').update(canonical({ settings, company })).digest('hex')
  // Two publications of one tenant come one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('tenant_versions'), hashtext(${settings.id}))`.execute(trx)
  const newest = await trx
    .selectFrom('tenant_versions')
    .select(['version', 'digest', 'author'])
    .where('tenant', '=', settings.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.digest === digest) return { record: { settings, company, version: newest.version }, changed: false }
  if (newest && over !== undefined && newest.version !== over) throw new PublishedMeanwhile(newest)
  const version = await nextVersion(trx, settings.id)
  await trx
    .insertInto('tenant_versions')
    .values({
      tenant: settings.id,
      version,
      settings: JSON.stringify(settings),
      company: JSON.stringify(company),
      digest,
      author,
      created_at: now
    })
    .execute()
  await sql`select pg_notify(${TENANTS_CHANNEL}, ${settings.id})`.execute(trx)
  return { record: { settings, company, version }, changed: true }
}

/** JSON with the keys of every object in order, so that the same settings have the same digest however they were written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
}

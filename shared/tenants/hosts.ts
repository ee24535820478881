export type HostKind = 'canonical' | 'alias' | 'www' | 'local'

export interface HostEntry {
  tenant: string
  kind: HostKind
}

export interface HostOwner {
  id: string
  domain: string
  aliases: readonly string[]
}

export interface HostIndex {
  find(host: string): HostEntry | null
}

/** White space, userinfo, path, backslash, query, fragment and percent are not allowed in a host; `new URL` would cut or normalize them. */
const FOREIGN = /[\s@/\\?#%]/
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The host of a `Host` header in one form: lower case, punycode, without port and trailing dot. Null when it isn't a host name: userinfo, path
 * characters, IP literals in brackets, bad labels or a bad port.
 */
export function normalizeHost(raw: string): string | null {
  if (!raw || raw.length > 260 || FOREIGN.test(raw)) return null
  let host: string
  try {
    host = new URL(`http://${raw}/`).hostname
  } catch {
    return null
  }
  if (host.endsWith('.')) host = host.slice(0, -1)
  return NAME.test(host) ? host : null
}

/** Is this a name of the local machine? `hostname` is that of a URL: lower case, IPv6 in brackets. */
export function isLocalHost(hostname: string): boolean {
  return /(^|\.)localhost$|^127\.0\.0\.1$|^\[::1\]$/.test(hostname)
}

/** The host with `www.` in front, or without it. */
export const wwwTwin = (host: string) => (host.startsWith('www.') ? host.slice(4) : `www.${host}`)

/**
 * Every host of every tenant in memory: random hosts never cost more than a look-up. `local` adds `<id>.localhost`.
 * A host's `www.` twin (either way) is known too, as kind `www`.
 */
export function createHostIndex(owners: readonly HostOwner[], local: boolean): HostIndex {
  const entries = new Map<string, HostEntry>()
  const add = (host: string, tenant: string, kind: HostKind) => {
    if (!entries.has(host)) entries.set(host, { tenant, kind })
  }
  for (const owner of owners) add(owner.domain, owner.id, 'canonical')
  for (const owner of owners) for (const alias of owner.aliases) add(alias, owner.id, 'alias')
  for (const [host, entry] of Array.from(entries)) add(wwwTwin(host), entry.tenant, 'www')
  if (local) for (const owner of owners) add(`${owner.id}.localhost`, owner.id, 'local')
  return { find: (host) => entries.get(host) ?? null }
}

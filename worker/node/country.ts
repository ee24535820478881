import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { Reader, type CountryResponse } from 'mmdb-lib'
import type { RequestFacts } from '../deps.ts'

export interface CountryOptions {
  /** Header in which a proxy of ours names the country, e.g. `cf-ipcountry`; empty: none. */
  header: string
  /** Addresses of those proxies; from anybody else the headers count for nothing. */
  proxies: readonly string[]
  /** An mmdb file of countries by address; empty: the one from npm. */
  database: string
}

/** Who calls and from where: the socket's own address unless a proxy of ours speaks for somebody. */
export async function createLocator({ header, proxies, database }: CountryOptions): Promise<(incoming: IncomingMessage) => RequestFacts> {
  const file = database || createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  const reader = await readFile(file).then(
    (bytes) => new Reader<CountryResponse>(bytes),
    () => null
  )
  const trusted = new Set(proxies)
  const direct = new WeakMap<Socket, RequestFacts>()
  return (incoming) => {
    // One connection has one far end, however many requests come over it.
    const known = direct.get(incoming.socket)
    if (known) return known
    const remote = (incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    if (!trusted.has(remote)) {
      const facts = { ip: remote, country: lookUp(reader, remote) }
      direct.set(incoming.socket, facts)
      return facts
    }
    // From the near end on: the first address that is no proxy of ours is whoever calls.
    const path = String(incoming.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => part.trim())
    const ip = path.findLast((address) => address !== '' && !trusted.has(address)) ?? remote
    const named = header ? incoming.headers[header.toLowerCase()] : undefined
    return { ip, country: typeof named === 'string' ? named.toUpperCase() : lookUp(reader, ip) }
  }
}

function lookUp(reader: Reader<CountryResponse> | null, ip: string): string | null {
  try {
    const found = reader?.get(ip) as { country_code?: string; country?: { iso_code?: string } } | null | undefined
    return found?.country_code ?? found?.country?.iso_code ?? null
  } catch {
    return null
  }
}

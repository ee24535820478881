import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { Reader, type CountryResponse } from 'mmdb-lib'
import { readAddress } from '../../shared/rules/addresses.ts'
import type { RequestFacts } from '../deps.ts'
import type { Proxies } from './proxies.ts'

export interface CountryOptions {
  /** Header in which our own proxy names the country, e.g. `cf-ipcountry`; empty: none. */
  header: string
  /** Addresses and networks of those proxies; from anyone else the headers are ignored. */
  proxies: readonly string[]
  /** Path of an mmdb file of countries by address; empty: the one from npm. */
  database: string
}

/**
 * Determines the caller's address and country: the socket's own address, unless our own proxy is forwarding a request.
 * @param unlisted called once, when an address that isn't listed as a proxy sends forwarding headers
 */
export async function createLocator(
  { header, database }: Pick<CountryOptions, 'header' | 'database'>,
  proxies: Proxies,
  unlisted: () => void = () => {}
): Promise<(incoming: IncomingMessage) => RequestFacts> {
  const file = database || createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  const reader = await readFile(file).then(
    (bytes) => new Reader<CountryResponse>(bytes),
    () => null
  )
  const direct = new WeakMap<Socket, RequestFacts>()
  let said = false
  return (incoming) => {
    // A connection has one remote address, however many requests come over it.
    const known = direct.get(incoming.socket)
    if (known) return known
    const remote = readAddress(incoming.socket.remoteAddress ?? '') ?? ''
    const forwarded = incoming.headers['x-forwarded-for']
    if (!proxies.has(remote)) {
      if (forwarded !== undefined && !said) {
        said = true
        unlisted()
      }
      const facts = { ip: remote, country: lookUp(reader, remote) }
      direct.set(incoming.socket, facts)
      return facts
    }
    // From the right: the first address that isn't our own proxy is the caller. The caller may have written anything before it.
    const caller = String(forwarded ?? '')
      .split(',')
      .map((part) => ({ text: part.trim(), address: readAddress(part) }))
      .findLast(({ text, address }) => text !== '' && !proxies.has(address ?? ''))
    const ip = caller?.address ?? remote
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

import { equalText, hmac } from './bytes.ts'

/**
 * The only way for the origin to learn tenant, country and address: headers signed by the edge. Everything a client
 * sends under these names is dropped at the edge, and an unsigned request is answered 401.
 */
export interface EdgeFacts {
  /** The canonical host of the tenant; empty for the edge's own queries. */
  host: string
  /** ISO country or `XX`. */
  country: string
  /** Country chosen by the visitor (`country` cookie), otherwise empty. */
  selectedCountry: string
  /** Language of the page or call. */
  language: string
  ip: string
  requestId: string
  /** Tracking query that brought the visitor, as a query string, otherwise empty. */
  tracking: string
  /** `1` if the request may use the tools of local mode, otherwise empty. */
  local: string
}

const HEADERS: Record<keyof EdgeFacts, string> = {
  host: 'x-edge-host',
  country: 'x-edge-country',
  selectedCountry: 'x-edge-selected-country',
  language: 'x-edge-language',
  ip: 'x-edge-ip',
  requestId: 'x-request-id',
  tracking: 'x-edge-visit',
  local: 'x-edge-local'
}
const NAMES = Object.keys(HEADERS) as (keyof EdgeFacts)[]

/** How far the clocks of edge and origin may differ, and how long a signature can be replayed, in ms. */
const TOLERANCE = 60_000

/** The signed text. An empty `local` adds nothing: production has none, and its edges and origins aren't all replaced at the same moment. */
const text = (at: string, method: string, target: string, facts: EdgeFacts) =>
  [at, method, target, ...NAMES.filter((name) => name !== 'local' || facts.local).map((name) => facts[name])].join('\n')

/**
 * The headers the edge adds to a request to the origin.
 * @param target path with query
 * @param now real time in ms
 */
export async function signEdgeRequest(
  secret: string,
  method: string,
  target: string,
  facts: EdgeFacts,
  now: number
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const name of NAMES) headers[HEADERS[name]] = facts[name]
  headers['x-edge-auth'] = `${now}.${await hmac(secret, text(String(now), method, target, facts))}`
  return headers
}

/** The facts of a signed request, or null when the signature is missing, wrong, or more than a minute off. */
export async function verifyEdgeRequest(
  secret: string,
  method: string,
  target: string,
  headers: Headers,
  now: number
): Promise<EdgeFacts | null> {
  const [at = '', mac = ''] = (headers.get('x-edge-auth') ?? '').split('.')
  if (!/^\d{13}$/.test(at) || Math.abs(now - Number(at)) > TOLERANCE) return null
  const facts = Object.fromEntries(NAMES.map((name) => [name, headers.get(HEADERS[name]) ?? ''])) as unknown as EdgeFacts
  return equalText(mac, await hmac(secret, text(at, method, target, facts))) ? facts : null
}

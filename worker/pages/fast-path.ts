import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Wishes } from './cached-answer.ts'

/** Everything of a `GET` on which a cached page can depend, as plain strings. */
export interface PageRequest extends Wishes {
  host: string
  /** Path; a request with a query has no fast path. */
  target: string
  /** ISO code as the runtime vouches for it, else null. */
  country: string | null
  /** `cookie`, or empty. */
  cookie: string
}

/** What the full pipeline answered a request last time. */
export interface FastPath {
  /** Text of the cached page's key. */
  key: string
  route: string
  record: TenantRecord
  /** Days since 1970: the key holds the day. */
  day: number
}

/** Ways kept. Anyone can ask for new ones, so all are dropped when they are too many. */
const MOST = 4096
/** Longer requests are rare; remembering them would be dear. */
const LONGEST = 400
/** Whoever has a session gets no cached page, and its token belongs in no memory. */
const SESSION = 'auth'
/** Whether the country of local mode counts is a matter of the address as well. */
const DEV_COUNTRY = 'dev_country'

export const dayNumber = (now: Date): number => Math.floor(now.getTime() / 86_400_000)

/**
 * Requests that were answered with a cached page, so that the next equal one is led there without reading host, cookies, country
 * and route again. Only where each of these is the same, and so are the tenant's settings, hosts and the day.
 */
export class FastPathIndex {
  readonly #ways = new Map<string, FastPath>()
  #hosts: object | null = null

  /**
   * The hosts that all ways are of: any others say nothing of them. Held once and not with each way, for there are megabytes of them and each look for
   * newer ones may bring others.
   */
  get hosts(): object | null {
    return this.#hosts
  }

  find(request: PageRequest): FastPath | undefined {
    return this.#ways.get(textOf(request))
  }

  remember(request: PageRequest, way: FastPath, hosts: object): void {
    const text = textOf(request)
    const { cookie, target } = request
    if (text.length > LONGEST || cookie.includes(SESSION) || cookie.includes(DEV_COUNTRY) || target.includes('?')) return
    if (this.#ways.size >= MOST || hosts !== this.#hosts) this.#ways.clear()
    this.#hosts = hosts
    this.#ways.set(text, way)
  }
}

const textOf = ({ host, target, country, cookie }: PageRequest) => `${host}\n${target}\n${country}\n${cookie}`

/** The same of a `Request`, null for one that has no fast path: not a GET, or from a country of a local header. */
export function pageRequestOf(request: Request, country: string | null): PageRequest | null {
  if (request.method !== 'GET') return null
  const { url, headers } = request
  if (headers.has('x-dev-country')) return null
  const begin = url.indexOf('//') + 2
  const path = url.indexOf('/', begin)
  return {
    host: url.slice(begin, path),
    target: url.slice(path),
    country,
    cookie: headers.get('cookie') ?? '',
    encodings: headers.get('accept-encoding') ?? '',
    known: headers.get('if-none-match') ?? ''
  }
}

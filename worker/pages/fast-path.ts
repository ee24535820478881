import { ORIGIN_COOKIES } from '../../shared/auth/cookies.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Wishes } from './cached-answer.ts'

/** Everything of a `GET` that a cached page can depend on, as plain strings. */
export interface PageRequest extends Wishes {
  host: string
  /** Path; a request with a query has no fast path. */
  target: string
  /** ISO code according to the runtime, otherwise null. */
  country: string | null
  /** `cookie`, or empty. */
  cookie: string
}

/** How the full pipeline answered the request last time. */
export interface FastPath {
  /** Text of the cached page's key. */
  key: string
  route: string
  record: TenantRecord
  /** Days since 1970: the key contains the day. */
  day: number
}

/** Maximum number of entries. Anyone can cause new ones, so all are dropped when there are too many. */
const MOST = 4096
/** Longer requests are rare; caching them would be expensive. */
const LONGEST = 400
/** Their tokens must not be stored in memory; members with a session never get cached pages anyway. */
const TOKENS = Object.values(ORIGIN_COOKIES)
/** Whether local mode's country counts also depends on the IP address. */
const DEV_COUNTRY = 'dev_country'

export const dayNumber = (now: Date): number => Math.floor(now.getTime() / 86_400_000)

/**
 * Requests that were answered with a cached page, so that the next identical one gets it without parsing host, cookies, country and route again. Only
 * if all of these are the same, and so are the tenant's settings, the hosts and the day.
 */
export class FastPathIndex {
  readonly #ways = new Map<string, FastPath>()
  #hosts: object | null = null

  /**
   * The hosts index that all entries belong to: with another one they are invalid. Stored once instead of per entry, since it takes megabytes and
   * every refresh may replace it.
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
    if (text.length > LONGEST || TOKENS.some((name) => cookie.includes(name)) || cookie.includes(DEV_COUNTRY) || target.includes('?'))
      return
    if (this.#ways.size >= MOST || hosts !== this.#hosts) this.#ways.clear()
    this.#hosts = hosts
    this.#ways.set(text, way)
  }
}

const textOf = ({ host, target, country, cookie }: PageRequest) => `${host}\n${target}\n${country}\n${cookie}`

/** The same from a `Request`, null for one that has no fast path: not a GET, or with a country from a local header. */
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

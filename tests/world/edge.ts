import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { createEdge, type Edge } from '../../worker/app.ts'
import type { CopyStore, OriginRequest } from '../../worker/deps.ts'
import { assetsOf } from '../../worker/files/asset-list.ts'
import { aTenant } from './tenants.ts'
import { EDGE_SECRET, fakeOrigin, PUSH_PUBLIC_KEY, type OriginCall, type OriginHandler } from './fake-origin.ts'

export interface EdgeOptions {
  tenants?: TenantRecord[]
  /** The build's copy; default: the tenants. */
  snapshot?: TenantRecord[]
  origin?: OriginHandler
  environment?: 'local' | 'production'
  /** Node only: what the edge would write into its log. */
  log?: (line: Record<string, unknown>) => void
  /** Node only: real time in ms, for tests that move it. */
  realNow?: () => number
  /** Node only: bytes of pages kept. */
  pageBytes?: number
  /** Opens `/__edge/metrics`. */
  metricsToken?: string
  /** Node only: where copies of settings are kept; workerd has its own. */
  store?: CopyStore
  /** workerd only: what is in KV before it starts. */
  copies?: Record<string, string>
  /** workerd only: files of earlier builds, by path. */
  oldFiles?: Record<string, string>
}

export interface Ask extends RequestInit {
  country?: string
  /** Where the request comes from; default: a public address. */
  ip?: string
}

/** An edge on one of the two runtimes before a fake origin. */
export interface EdgeUnderTest {
  fetch: (url: string, init?: Ask) => Promise<Response>
  calls: OriginCall[]
  /** What KV holds under a key, on workerd. */
  copy?: (key: string) => Promise<string | null>
  /** The edge itself, on Node. */
  edge?: Edge
  stop(): Promise<void>
}

export type StartEdge = (options?: EdgeOptions) => Promise<EdgeUnderTest>

/** Of no one: kept for examples. */
export const PUBLIC_IP = '203.0.113.7'

/** The five tenants that the edge suites speak of. */
export const TENANTS = [
  aTenant({ aliases: ['velvet-dates.example', 'xn--mnchen-3ya.example'] }),
  aTenant({
    id: 'lumi',
    name: 'Lumi',
    domain_language: 'fi',
    countries: ['FI', 'SE'],
    niche: 1,
    signups: 'with_trafficsource',
    logged_out_search: 'none'
  }),
  aTenant({
    id: 'alpen',
    name: 'Alpenherz',
    domain_language: 'de',
    countries: ['DE', 'CH', 'AT'],
    niche: 4,
    signups: 'none',
    enable_site_entry_popup: false
  }),
  aTenant({ id: 'harbor', name: 'Harbor', domain_language: 'en', countries: ['US', 'GB'], niche: 3, theme: { primary: '#1f5f8b' } }),
  aTenant({ id: 'nacht', name: 'Nachtlicht', domain_language: 'de', countries: ['DE', 'AT'], niche: 2 })
]

/** Digest of a file with nothing in it. */
const EMPTY = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/** The edge in this process, as Node runs it. */
export const startNodeEdge: StartEdge = async ({
  tenants = TENANTS,
  // As the origin tells it: an edge that does not wait for a busy machine's origin makes the same pages.
  snapshot = tenants.map((record) => ({ ...record, push_public_key: PUSH_PUBLIC_KEY })),
  origin: handler,
  environment = 'production',
  log = () => {},
  realNow = Date.now,
  metricsToken = '',
  pageBytes,
  store
} = {}) => {
  const origin = fakeOrigin(tenants, handler, realNow)
  const list = {
    entry: '/assets/entry.js',
    entryImports: [],
    visitor: '/assets/visitor.js',
    css: ['/assets/style.css'],
    files: ['/assets/entry.js', '/assets/visitor.js', '/assets/style.css'],
    pages: {},
    languages: {},
    texts: {},
    integrity: { '/assets/entry.js': EMPTY, '/assets/visitor.js': EMPTY, '/assets/style.css': EMPTY }
  }
  const edge = createEdge({
    environment,
    secret: EDGE_SECRET,
    origin: {
      fetch: async (path, { method, headers, body, signal }) => {
        const answered = origin.answer(
          new Request(`http://origin.test${path}`, { method, headers, signal, ...(isEmpty(body) ? {} : { body, duplex: 'half' }) })
        )
        return Promise.race([answered, aborted(signal)])
      }
    },
    assets: assetsOf(list, async (_, path) =>
      path === '/assets/entry.js' ? new Response('', { headers: { 'content-type': 'text/javascript' } }) : null
    ),
    snapshot,
    now: () => new Date(),
    realNow,
    metricsToken,
    ...(store ? { store } : {}),
    ...(pageBytes === undefined ? {} : { pageBytes }),
    waitUntil: (work) => void work.catch(() => {}),
    log
  })
  return {
    fetch: (url, { country, ip = PUBLIC_IP, ...init } = {}) =>
      edge.fetch(new Request(url, { redirect: 'manual', ...init }), { ip, country: country ?? null }),
    calls: origin.calls,
    edge,
    stop: async () => {}
  }
}

const isEmpty = (body: OriginRequest['body']) => body === undefined || (body instanceof Uint8Array && body.length === 0)

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
}

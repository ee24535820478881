import type { BatchListener } from '../shared/api/batch.ts'
import type { TenantRecord } from '../shared/tenants/schema.ts'

/** A client of the origin: in the same process, over Node's keep-alive http, or by `fetch` on Workers. */
export interface OriginClient {
  /** `path` starts with `/`. Rejects when no answer came; a status of the origin is never an error here. */
  fetch(path: string, init: OriginRequest): Promise<Response>
  /** All queries of a page (shared/api/batch.ts), if there is a shortcut past `fetch`: in one process answers are passed as objects. */
  batch?: BatchCall
  /**
   * For an origin that usually answers within a few milliseconds: resolves with the answers if they are there soon, and the page is sent in one piece;
   * otherwise with null, and its head is sent ahead.
   */
  soon?: <T>(answers: Promise<T>) => Promise<T | null>
}

/** Resolves when all answers were delivered. */
export type BatchCall = (path: string, init: OriginRequest, listener: BatchListener) => Promise<void>

export interface OriginRequest {
  method: string
  headers: Record<string, string>
  /** A stream is a file being passed through. */
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  /** Aborted at the deadline or when the browser has disconnected. */
  signal: AbortSignal
}

/** The build's files for the browser: hashed names under `/assets/`. */
export interface Assets {
  /** Module of pages with a session. */
  entry: string
  /** The small script of visitors' pages. */
  visitor: string
  /** The script that records what is done before the application has loaded. */
  early: string
  css: readonly string[]
  /** Every file of this build; those of earlier builds may be served too. */
  files: readonly string[]
  /** Integrity digest of one of them, e.g. `sha256-…`; empty for any other path. */
  integrity: (path: string) => string
  /** Modules to preload for a page in a language. */
  preload: (routeKey: string, language: string) => readonly string[]
  /** The file at `/assets/…`, or null. */
  fetch: (request: Request, path: string) => Promise<Response | null>
}

/** An answer of the origin, cached outside the process. */
export interface StoredCopy {
  value: unknown
  /** The answer's `ETag`, or empty. */
  tag: string
  /** Real time in ms at which it was last known to be current. */
  at: number
}

/** A cache for copies that outlives an isolate. Losing one only costs a request to the origin. */
export interface CopyStore {
  get(key: string): Promise<StoredCopy | null>
  put(key: string, copy: StoredCopy): Promise<void>
}

/** What the edge needs from its runtime; tests pass their own. */
export interface EdgeDeps {
  /** `local` opens `/__dev`, `<id>.localhost`, `x-dev-country` and cookies over http. */
  environment: 'local' | 'production'
  /** Shared with the origin: signatures and session tokens. */
  secret: string
  origin: OriginClient
  assets: Assets
  /** The build's copy of the tenants: served until the origin has answered, and while it is unavailable. */
  snapshot: readonly TenantRecord[]
  /** Business time; moves with `/__dev/clock` where edge and origin share a process. */
  now: () => Date
  /** Real time in ms. */
  realNow: () => number
  /** Work that outlives the answer (Workers: `ctx.waitUntil`). */
  waitUntil: (work: Promise<unknown>) => void
  log: (line: Record<string, unknown>) => void
  /** UTF-8 encoding, if the runtime has a faster one than `TextEncoder`. */
  encode?: (text: string) => Uint8Array<ArrayBuffer>
  /** Compresses cached pages; Workers leave it to the platform. */
  compress?: (bytes: Uint8Array) => { brotli: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer> }
  /** Bytes of visitors' pages cached in memory (default 64 MB); 0 renders each of them every time. */
  pageBytes?: number
  /** How long a page waits for the origin, in ms (default 800); then it is sent without the missing answers, and says so. */
  pageDeadline?: number
  /** Copies of hosts and settings; Workers start often and far from the origin. */
  store?: CopyStore
  /** The gallery of client/ui at `/__dev/ui`: only where it was built and the mode is local. */
  uiGallery?: (record: TenantRecord, assets: Assets) => Promise<Response>
  /** Token for reading `/__edge/metrics`; without one, the metrics are off. */
  metricsToken?: string
}

/** Facts about a request that only the runtime knows. */
export interface RequestFacts {
  ip: string
  /** ISO country according to the runtime, otherwise null. */
  country: string | null
}

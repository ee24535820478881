import type { BatchListener } from '../shared/api/batch.ts'
import type { TenantRecord } from '../shared/tenants/schema.ts'

/** One way to the origin: in the same process, over Node's keep-alive http, or by `fetch` on Workers. */
export interface OriginClient {
  /** `path` starts with `/`. Rejects when no answer came; a status of the origin is never an error here. */
  fetch(path: string, init: OriginRequest): Promise<Response>
  /** All queries of a page (shared/api/batch.ts), where there is a shorter way than `fetch`: in one process answers are handed over as they are. */
  batch?: BatchCall
}

/** Resolves when all answers were given. */
export type BatchCall = (path: string, init: OriginRequest, listener: BatchListener) => Promise<void>

export interface OriginRequest {
  method: string
  headers: Record<string, string>
  /** A stream is a file on its way through. */
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  /** Aborted at the deadline or when the browser has gone. */
  signal: AbortSignal
}

/** The build's files of the browser: hashed names under `/assets/`. */
export interface Assets {
  /** Module of pages with a session. */
  entry: string
  /** The small script of visitors' pages. */
  visitor: string
  css: readonly string[]
  /** Every file of this build; earlier builds' may be there too. */
  files: readonly string[]
  /** Digest by which a browser knows one of them, e.g. `sha256-…`; empty for any other path. */
  integrity: (path: string) => string
  /** Modules worth loading at once for a page in a language. */
  preload: (routeKey: string, language: string) => readonly string[]
  /** The file at `/assets/…`, or null. */
  fetch: (request: Request, path: string) => Promise<Response | null>
}

/** An answer of the origin, kept outside the process. */
export interface StoredCopy {
  value: unknown
  /** The answer's `ETag`, or empty. */
  tag: string
  /** Real time in ms at which it was the newest. */
  at: number
}

/** A place for copies that outlives an isolate. Losing one costs a question to the origin, nothing else. */
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
  /** The build's copy of the tenants: served until the origin has answered, and when it is away. */
  snapshot: readonly TenantRecord[]
  /** Business time; moves with `/__dev/clock` where edge and origin share a process. */
  now: () => Date
  /** Real time in ms. */
  realNow: () => number
  /** Work that outlives the answer (Workers: `ctx.waitUntil`). */
  waitUntil: (work: Promise<unknown>) => void
  log: (line: Record<string, unknown>) => void
  /** UTF-8, where the runtime has a quicker way than `TextEncoder`. */
  encode?: (text: string) => Uint8Array<ArrayBuffer>
  /** Compresses cached pages; Workers leave it to the platform. */
  compress?: (bytes: Uint8Array) => { brotli: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer> }
  /** Bytes of visitors' pages kept in memory (64 MB); 0 renders each of them every time. */
  pageBytes?: number
  /** Copies of hosts and settings; Workers start often and far from the origin. */
  store?: CopyStore
  /** Who may read `/__edge/metrics`; without one nobody. */
  metricsToken?: string
}

/** What only the runtime knows of a request. */
export interface RequestFacts {
  ip: string
  /** ISO country as the runtime vouches for it, else null. */
  country: string | null
}

import { names, takes } from './negotiate.ts'
import type { Header, CachedPage } from './page-cache.ts'

/** A cached page as sent to one request. */
export interface CachedAnswer {
  status: number
  headers: Header[]
  /** Null for a browser that already has it. */
  body: Uint8Array<ArrayBuffer> | null
}

/** What decides how a cached page is sent to a request. */
export interface Wishes {
  /** `accept-encoding`, or empty. */
  encodings: string
  /** `if-none-match`, or empty. */
  known: string
}

const BROTLI: Header = ['content-encoding', 'br']
const GZIP: Header = ['content-encoding', 'gzip']

/**
 * A cached page in the smallest encoding the browser accepts, or 304.
 * @param own headers of this one request
 * @param refreshed the answer must be complete, since it contains something the browser doesn't have
 */
export function cachedAnswer(page: CachedPage, { encodings, known }: Wishes, own: readonly Header[], refreshed = false): CachedAnswer {
  const { status, headers } = page
  if (!refreshed && names(known, page.etag)) return { status: 304, headers: [...headers, ...own], body: null }
  if (page.brotli && takes(encodings, 'br')) return { status, headers: [...headers, ...own, BROTLI], body: page.brotli }
  if (page.gzip && takes(encodings, 'gzip')) return { status, headers: [...headers, ...own, GZIP], body: page.gzip }
  return { status, headers: [...headers, ...own], body: page.bytes }
}

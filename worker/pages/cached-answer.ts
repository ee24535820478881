import { names, takes } from './negotiate.ts'
import type { Header, CachedPage } from './page-cache.ts'

/** A cached page as one request gets it. */
export interface CachedAnswer {
  status: number
  headers: Header[]
  /** Null for a browser that has it already. */
  body: Uint8Array<ArrayBuffer> | null
}

/** What of a request decides how a cached page is sent. */
export interface Wishes {
  /** `accept-encoding`, or empty. */
  encodings: string
  /** `if-none-match`, or empty. */
  known: string
}

const BROTLI: Header = ['content-encoding', 'br']
const GZIP: Header = ['content-encoding', 'gzip']

/**
 * A cached page in the smallest form the browser takes, or 304.
 * @param own headers of this one request
 * @param refreshed the answer has to come whole, since it brings something the browser does not have
 */
export function cachedAnswer(page: CachedPage, { encodings, known }: Wishes, own: readonly Header[], refreshed = false): CachedAnswer {
  const { status, headers } = page
  if (!refreshed && names(known, page.etag)) return { status: 304, headers: [...headers, ...own], body: null }
  if (page.brotli && takes(encodings, 'br')) return { status, headers: [...headers, ...own, BROTLI], body: page.brotli }
  if (page.gzip && takes(encodings, 'gzip')) return { status, headers: [...headers, ...own, GZIP], body: page.gzip }
  return { status, headers: [...headers, ...own], body: page.bytes }
}

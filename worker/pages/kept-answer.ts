import type { KeptPage } from './page-cache.ts'

/** A kept page as one request gets it. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  /** Null for a browser that has it already. */
  body: Uint8Array<ArrayBuffer> | null
}

/** What of a request decides how a kept page is sent. */
export interface Wishes {
  /** `accept-encoding`, or empty. */
  encodings: string
  /** `if-none-match`, or empty. */
  known: string
}

/**
 * A kept page in the smallest form the browser takes, or 304.
 * @param own headers of this one request
 * @param refreshed the answer has to come whole, since it brings something the browser does not have
 */
export function keptAnswer(page: KeptPage, { encodings, known }: Wishes, own: Record<string, string>, refreshed = false): KeptAnswer {
  if (!refreshed && known === page.etag) return { status: 304, headers: { ...page.headers, ...own }, body: null }
  if (page.brotli && /\bbr\b/.test(encodings)) {
    return { status: page.status, headers: { ...page.headers, ...own, 'content-encoding': 'br' }, body: page.brotli }
  }
  if (page.gzip && /\bgzip\b/.test(encodings)) {
    return { status: page.status, headers: { ...page.headers, ...own, 'content-encoding': 'gzip' }, body: page.gzip }
  }
  return { status: page.status, headers: { ...page.headers, ...own }, body: page.bytes }
}

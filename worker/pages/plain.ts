import { ASSET_HEADERS } from './security-headers.ts'

/** Headers of an answer in plain text. */
export const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

/** An unbranded answer, for hosts and paths without a brand. */
export function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { ...ASSET_HEADERS, ...PLAIN, ...headers }
  })
}

import type { Visitor } from '../visitor/visitor.ts'
import { visitorCookies } from '../visitor/visitor-cookies.ts'

/** @param cookies to set in addition to those of the visit */
export function redirect(location: string, visitor: Visitor, status: 302 | 303, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'private, no-store' })
  for (const value of [...visitorCookies(visitor), ...cookies]) headers.append('set-cookie', value)
  return new Response(null, { status, headers })
}

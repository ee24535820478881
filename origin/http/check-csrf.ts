import { EXPECTED_MEMBER, type Endpoint } from '../../shared/api/endpoint.ts'
import type { Viewer } from './handler.ts'
import { HttpError } from './http-error.ts'

/**
 * Refuses requests that aren't from our own script (CSRF): calls of endpoints that require it without the header that only a script can set, and
 * reads with side effects when the browser says that the request comes from another site. The edge has already checked the origin of writes.
 */
export function checkCsrf(endpoint: Endpoint, headers: Headers): void {
  if (endpoint.header && headers.get('x-client-request') !== '1') throw new HttpError('client_header_missing')
  if (endpoint.method === 'GET' && endpoint.changes && (headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin')
    throw new HttpError('cross_site')
}

/** Refuses a call from the page of another member: the session in the browser has changed hands since. */
export function checkExpectedMember(viewer: Pick<Viewer, 'public_id'>, url: URL, headers: Headers): void {
  const expected = headers.get(EXPECTED_MEMBER) ?? url.searchParams.get('expected_member')
  if (expected !== null && expected !== viewer.public_id) throw new HttpError('member_changed')
}

import { EXPECTED_MEMBER, type Endpoint } from '../../shared/api/endpoint.ts'
import type { Viewer } from './handler.ts'
import { HttpError } from './http-error.ts'

/**
 * Refuses what is not from our own script: endpoints that need it without the header that only a script can set, and
 * reads that change something when the browser says that another site asks. The edge has checked the origin of writes.
 */
export function checkMarks(endpoint: Endpoint, headers: Headers): void {
  if (endpoint.header && headers.get('x-client-request') !== '1') throw new HttpError('client_header_missing')
  if (endpoint.method === 'GET' && endpoint.changes && (headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin')
    throw new HttpError('cross_site')
}

/** Refuses a call from the page of another member: the session in the browser has changed hands since. */
export function checkMember(viewer: Pick<Viewer, 'public_id'>, url: URL, headers: Headers): void {
  const expected = headers.get(EXPECTED_MEMBER) ?? url.searchParams.get('expected_member')
  if (expected !== null && expected !== viewer.public_id) throw new HttpError('member_changed')
}

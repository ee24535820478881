import source from '../../client/push/sw-push.js?raw'
import { names } from '../pages/negotiate.ts'
import { etagOf } from '../pages/page-cache.ts'
import { SERVICE_WORKER_HEADERS } from '../pages/security-headers.ts'

const bytes = new TextEncoder().encode(source)
const etag = etagOf(bytes)

/**
 * The service worker for push, the same on every domain. At the root, so that its scope is the whole site; revalidated each time, so that a new
 * version is used from the next visit on.
 */
export function serveSwPush(request: Request): Response {
  const headers = { ...SERVICE_WORKER_HEADERS, 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache', etag }
  if (names(request.headers.get('if-none-match') ?? '', etag)) return new Response(null, { status: 304, headers })
  return new Response(bytes, { headers })
}

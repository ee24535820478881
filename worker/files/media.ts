import type { EdgeDeps } from '../deps.ts'
import { forward } from '../proxy/api.ts'
import { DEADLINES } from '../proxy/call-origin.ts'
import type { Visitor } from '../visitor/visitor.ts'

/**
 * Members' pictures, which only the origin serves. If they are served by another host, that host may embed them in the brand's pages; the edge
 * doesn't decide who may see them.
 */
export async function serveMedia(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const answer = await forward(request, url, visitor, deps, DEADLINES.read)
  if (visitor.record.settings.cdn_prefix) answer.headers.set('cross-origin-resource-policy', 'cross-origin')
  return answer
}

import type { EdgeDeps } from '../deps.ts'
import { forward } from '../proxy/api.ts'
import { DEADLINES } from '../proxy/call-origin.ts'
import type { Visitor } from '../visitor/visitor.ts'

/**
 * Members' pictures, which the origin alone gives out. Where they come by another host, that host may show them on the
 * brand's pages; the edge has no part in who may see them.
 */
export async function serveMedia(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const answer = await forward(request, url, visitor, deps, DEADLINES.read)
  if (visitor.record.settings.cdn_prefix) answer.headers.set('cross-origin-resource-policy', 'cross-origin')
  return answer
}

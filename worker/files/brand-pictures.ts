import { brandPictureAt, brandPicturePath } from '../../shared/tenants/brand-pictures.ts'
import type { EdgeDeps } from '../deps.ts'
import { ASSET_HEADERS } from '../pages/security-headers.ts'
import { forward } from '../proxy/api.ts'
import { DEADLINES } from '../proxy/ask-origin.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import type { Visitor } from '../visitor/visitor.ts'

/** `/brand/<drawing>/<picture>.png`: the origin draws it. An address from before the brand changed leads to the one of today. */
export async function serveBrandPicture(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const { settings } = visitor.record
  const asked = brandPictureAt(settings, url.pathname)
  if (!asked) return errorAnswer('not_found')
  if (asked.current) return forward(request, url, visitor, deps, DEADLINES.read)
  const location = brandPicturePath(settings, asked.picture)
  return new Response(null, { status: 302, headers: { ...ASSET_HEADERS, location, 'cache-control': 'public, max-age=3600' } })
}

import { brandPictureAt, brandPicturePath, type BrandPicture } from '../../shared/tenants/brand-pictures.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { EdgeDeps } from '../deps.ts'
import { ASSET_HEADERS } from '../pages/security-headers.ts'
import { forward } from '../proxy/api.ts'
import { DEADLINES } from '../proxy/call-origin.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import type { Visitor } from '../visitor/visitor.ts'

/** `/brand/<drawing>/<picture>.png`: the origin draws it. An address from before the brand changed leads to the one of today. */
export async function serveBrandPicture(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const asked = brandPictureAt(visitor.record.settings, url.pathname)
  if (!asked) return errorAnswer('not_found')
  if (asked.current) return forward(request, url, visitor, deps, DEADLINES.read)
  return leadToPicture(visitor.record, asked.picture)
}

/** What programs that read no page ask for, by the drawing that stands for it. */
export const FIXED_ICONS: Record<string, BrandPicture> = {
  '/favicon.ico': 'icon-192',
  '/apple-touch-icon.png': 'apple-touch-icon',
  '/apple-touch-icon-precomposed.png': 'apple-touch-icon'
}

/** Leads to the picture as it is drawn today. */
export function leadToPicture({ settings }: TenantRecord, picture: BrandPicture): Response {
  const location = brandPicturePath(settings, picture)
  return new Response(null, { status: 302, headers: { ...ASSET_HEADERS, location, 'cache-control': 'public, max-age=3600' } })
}

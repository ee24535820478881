import { brandPictureAt, brandPicturePath, brandSceneAt, brandScenePath, type BrandPicture } from '../../shared/tenants/brand-pictures.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { EdgeDeps } from '../deps.ts'
import { ASSET_HEADERS } from '../pages/security-headers.ts'
import { forward } from '../proxy/api.ts'
import { DEADLINES } from '../proxy/call-origin.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { serveScene } from './scene.ts'

/** `/brand/<drawing>/<picture>`: scenes come from the edge, the origin draws the rest. An outdated address redirects to the current one. */
export async function serveBrandPicture(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const { settings } = visitor.record
  const scene = brandSceneAt(settings, url.pathname)
  if (scene) return scene.current ? serveScene(request, visitor.record, scene.scheme, deps) : leadTo(brandScenePath(settings, scene.scheme))
  const asked = brandPictureAt(settings, url.pathname)
  if (!asked) return errorAnswer('not_found')
  if (asked.current) return forward(request, url, visitor, deps, DEADLINES.read)
  return redirectToPicture(visitor.record, asked.picture)
}

/** Paths that programs request without reading a page, with the picture they get. */
export const FIXED_ICONS: Record<string, BrandPicture> = {
  '/favicon.ico': 'icon-192',
  '/apple-touch-icon.png': 'apple-touch-icon',
  '/apple-touch-icon-precomposed.png': 'apple-touch-icon'
}

/** Redirects to the current picture. */
export function redirectToPicture({ settings }: TenantRecord, picture: BrandPicture): Response {
  return leadTo(brandPicturePath(settings, picture))
}

function leadTo(location: string): Response {
  return new Response(null, { status: 302, headers: { ...ASSET_HEADERS, location, 'cache-control': 'public, max-age=3600' } })
}

import { equalText } from '../../shared/auth/bytes.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import { photoAccess } from '../../shared/rules/photo-access.ts'
import { poolOf, type TenantRecord } from '../../shared/tenants/schema.ts'
import { findSession } from '../accounts/sessions/sessions.ts'
import type { Deps } from '../deps.ts'
import type { Viewer } from '../http/handler.ts'
import { accessOf, type ViewerScope } from '../members/viewer-scope.ts'
import { selectOpenMember, selectVisibleMember } from '../members/store.ts'
import { callStore } from './call-store.ts'
import { photoKey } from './photo-key.ts'
import { ANYBODY, signAddress, type Variant } from './present-image.ts'
import { selectPhoto, type PhotoRow } from './store.ts'

/** What an address asks for, once its signature is verified. */
interface Asked {
  photo: string
  variant: Variant
  viewer: string
}

/**
 * `GET /media/<photo>/<variant>.webp?v=<viewer>&e=<expiry>&s=<mac>`: the file, if the address is ours and not expired and the viewer may still see
 * it: the session is theirs, the photo is shown to others, and its owner is visible to them. Anything else is the same 404. If the tenant's pictures
 * are served by another host, there is no cookie: then anyone who has an address sees, for the few minutes it is valid, what the viewer named in it
 * may still see.
 */
export async function serveMedia(deps: Deps, request: Request, facts: EdgeFacts): Promise<Response> {
  const tenant = deps.tenants.find(facts.host)
  const asked = tenant && readAddress(deps, new URL(request.url))
  if (!asked || !(await isEntitled(deps, request, facts, tenant, asked))) return missing()
  const bytes = await callStore(deps.media.get(photoKey(asked.photo, asked.variant)))
  if (!bytes) return missing()
  return new Response(bytes, {
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=60',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox"
    }
  })
}

function missing(): Response {
  return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
}

function readAddress(deps: Deps, url: URL): Asked | null {
  const found = /^\/media\/([A-Za-z0-9_-]{22})\/(full|thumb|match|locked)\.webp$/.exec(url.pathname)
  const expiry = url.searchParams.get('e') ?? ''
  if (!found || !/^[1-9]\d{0,11}$/.test(expiry) || Number(expiry) * 1000 <= deps.realNow()) return null
  const asked = { photo: found[1] ?? '', variant: found[2] as Variant, viewer: url.searchParams.get('v') ?? '' }
  const mac = signAddress(deps.secrets.app, asked.photo, asked.variant, asked.viewer, Number(expiry))
  return equalText(url.searchParams.get('s') ?? '', mac) ? asked : null
}

async function isEntitled(deps: Deps, request: Request, facts: EdgeFacts, tenant: TenantRecord, asked: Asked): Promise<boolean> {
  const pool = poolOf(tenant.settings)
  const photo = await selectPhoto(deps.db, asked.photo)
  if (!photo) return false
  const now = deps.now()
  const byOtherHost = tenant.settings.cdn_prefix !== ''
  // What a visitor may see depends on their campaign cookie, which was checked when the address was signed.
  if (byOtherHost && asked.viewer === ANYBODY) return photo.shown
  const viewer = byOtherHost ? await selectOpenMember(deps.db, pool, asked.viewer) : await viewerOf(deps, request, tenant, asked, now)
  if (asked.viewer !== (viewer?.public_id ?? ANYBODY)) return false
  const access = await accessTo(photo, { db: deps.db, deps, tenant, pool, viewer, now, facts })
  return asked.variant === 'locked' ? access !== 'none' : access === 'full'
}

async function viewerOf(deps: Deps, request: Request, tenant: TenantRecord, asked: Asked, now: Date): Promise<Viewer | null> {
  if (asked.viewer === ANYBODY) return null
  return (await findSession(deps, tenant, request.headers.get('cookie'), now))?.viewer ?? null
}

async function accessTo(photo: PhotoRow, scope: ViewerScope): Promise<'full' | 'locked' | 'none'> {
  if (scope.viewer?.public_id === photo.owner) return photoAccess('owner', photo.isMain)
  if (!photo.shown || !(await selectVisibleMember(scope, photo.owner))) return 'none'
  return photoAccess(viewerKind(scope, scope.viewer), photo.isMain)
}

function viewerKind(scope: ViewerScope, viewer: ViewerScope['viewer']) {
  return viewer ? { member: { paid: viewer.paid_user } } : { visitor: accessOf(scope) }
}

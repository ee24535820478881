import { sql } from 'kysely'
import { equalText } from '../../shared/auth/bytes.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import { photoAccess } from '../../shared/rules/photo-access.ts'
import { poolOf, type TenantRecord } from '../../shared/tenants/schema.ts'
import { selectChatPhoto, type ChatPhotoRow } from '../chat-photos/store.ts'
import type { Deps } from '../deps.ts'
import { photoViewer, type ViewerScope } from '../members/viewer-scope.ts'
import { callStore } from './call-store.ts'
import { byAddress, bySession, viewerOf, type Asking } from './picture-viewer.ts'
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
 * it: the session is theirs, the photo is shown to others, and its owner is visible to them. Anything else is the same 404. If the tenant has another
 * host for pictures, that host sends no cookie: then anyone who has an address sees, for the few minutes it is valid, what the viewer named in it may
 * still see, but neither in full size nor in a conversation.
 */
export async function serveMedia(deps: Deps, request: Request, facts: EdgeFacts): Promise<Response> {
  const tenant = deps.tenants.find(facts.host)
  const asked = tenant && readAddress(deps, new URL(request.url))
  const variant = asked && (await entitledVariant(deps, request, facts, tenant, asked))
  const bytes = variant && (await callStore(deps.media.get(photoKey(asked.photo, variant))))
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

/** The size to answer with; null if this caller gets none. */
async function entitledVariant(
  deps: Deps,
  request: Request,
  facts: EdgeFacts,
  tenant: TenantRecord,
  asked: Asked
): Promise<Variant | null> {
  const pool = poolOf(tenant.settings)
  const now = deps.now()
  const scope = { db: deps.db, deps, tenant, pool, now, facts }
  // Pages from before full-size photos stayed on the brand's own host still load them from the other one.
  const byAddressAlone = tenant.settings.cdn_prefix === '' ? null : asked.variant === 'full' ? 'match' : asked.variant
  if (asked.viewer === ANYBODY) {
    const photo = await selectPhoto({ ...scope, viewer: null }, asked.photo, sql`true`)
    if (!photo) return null
    if (isOpen({ ...scope, viewer: null }, photo, asked)) return asked.variant
    // What a visitor may see depends on their campaign cookie, which was checked when the address was signed.
    return photo.shown ? byAddressAlone : null
  }
  const session = await bySession(scope, request.headers.get('cookie'))
  if (session && (await isOpenTo(scope, session, asked))) return asked.variant
  const open = byAddressAlone && (await isOpenTo(scope, byAddress(scope, asked.viewer), { ...asked, variant: byAddressAlone }))
  return open ? byAddressAlone : null
}

/** The viewer is remembered from the picture before, and whether that still holds is part of the same statement. */
async function isOpenTo(scope: Omit<ViewerScope, 'viewer'>, asking: Asking, asked: Asked): Promise<boolean> {
  for (const fresh of [false, true]) {
    const viewer = await viewerOf(scope, asking, fresh)
    if (!viewer) continue
    if (viewer.public_id !== asked.viewer) return false
    const seen = { ...scope, viewer }
    const photo = await selectPhoto(seen, asked.photo, asking.holds(viewer))
    if (photo?.holds) return isOpen(seen, photo, asked)
    const sent = photo || !asking.proven ? undefined : await selectChatPhoto(seen, asked.photo, asking.holds(viewer))
    if (sent?.holds) return lets(accessToSent(sent, viewer.public_id), asked)
    if (!photo && !sent) return false
  }
  return false
}

function isOpen(scope: ViewerScope, photo: PhotoRow, asked: Asked): boolean {
  return lets(accessTo(photo, scope), asked)
}

type Access = 'full' | 'locked' | 'none'

const lets = (access: Access, { variant }: Asked) => (variant === 'locked' ? access !== 'none' : access === 'full')

/** A photo of a conversation is only for its two members, and blurred for its receiver until they choose to see it. */
function accessToSent({ owner, accepted, received }: ChatPhotoRow, viewer: string): Access {
  if (viewer === owner) return 'full'
  return received ? (accepted ? 'full' : 'locked') : 'none'
}

function accessTo(photo: PhotoRow, scope: ViewerScope): Access {
  if (scope.viewer?.public_id === photo.owner) return photoAccess('owner', { main: photo.isMain })
  if (!photo.shown || !photo.visible) return 'none'
  return photoAccess(photoViewer(scope), { main: photo.isMain, unlocked: photo.unlocked })
}

import { paintScene, type Scheme } from '../../shared/tenants/scene-colours.ts'
import { sceneNameOf, type SceneName } from '../../shared/tenants/scenes.ts'
import type { Tenant, TenantRecord } from '../../shared/tenants/schema.ts'
import type { EdgeDeps } from '../deps.ts'
import { encode } from '../pages/compose.ts'
import { takes } from '../pages/negotiate.ts'
import { ASSET_HEADERS } from '../pages/security-headers.ts'
import { FOR_EVER } from './asset-types.ts'

/** All the program's drawings as text: each brand gets them in its own colours. */
const FILES = import.meta.glob<string>('../../shared/scenes/*.svg', { query: '?raw', import: 'default', eager: true })

/** One of the program's drawings, with colours by name. */
export const sceneFile = (name: SceneName): string => FILES[`../../shared/scenes/${name}.svg`]!

type Bytes = Uint8Array<ArrayBuffer>
interface Painted {
  bytes: Bytes
  brotli: Bytes | null
  gzip: Bytes | null
}

/** Painted and compressed once per version of a brand. */
const painted = new WeakMap<Tenant, Partial<Record<Scheme, Painted>>>()

/**
 * The brand's scene. It stays an image: the policy that goes with every file lets a drawing load and run nothing, even when it is opened by itself.
 */
export function serveScene(request: Request, { settings }: TenantRecord, scheme: Scheme, deps: EdgeDeps): Response {
  const known = painted.get(settings) ?? {}
  painted.set(settings, known)
  const { bytes, brotli, gzip } = (known[scheme] ??= paint(settings, scheme, deps))
  const accepted = request.headers.get('accept-encoding') ?? ''
  const headers: Record<string, string> = {
    ...ASSET_HEADERS,
    'content-type': 'image/svg+xml',
    'cache-control': FOR_EVER,
    vary: 'Accept-Encoding'
  }
  if (brotli && takes(accepted, 'br')) return new Response(brotli, { headers: { ...headers, 'content-encoding': 'br' } })
  if (gzip && takes(accepted, 'gzip')) return new Response(gzip, { headers: { ...headers, 'content-encoding': 'gzip' } })
  return new Response(bytes, { headers })
}

function paint(settings: Tenant, scheme: Scheme, deps: EdgeDeps): Painted {
  const drawing = settings.drawings?.scene ?? sceneFile(sceneNameOf(settings))
  const bytes = encode(paintScene(drawing, settings.theme, scheme), deps)
  const smaller = deps.compress?.(bytes)
  return { bytes, brotli: smaller?.brotli ?? null, gzip: smaller?.gzip ?? null }
}

import { iconSvg } from '../../shared/tenants/icon-svg.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { ASSET_HEADERS } from '../pages/security-headers.ts'

/** The brand's icon as SVG. A maskable one fills its square, since launchers cut their own shape. */
export function serveIcon({ settings }: TenantRecord, maskable = false): Response {
  const svg = iconSvg(settings, 64, maskable ? 'maskable' : 'rounded')
  return new Response(svg, { headers: { ...ASSET_HEADERS, 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' } })
}

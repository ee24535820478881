import { themeColours } from '../../shared/tenants/theme.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { ASSET_HEADERS } from '../pages/security-headers.ts'
import { escapeHtml } from '../pages/escape.ts'

/** The brand's icon until it has a drawn one: its initial on its colour. A maskable one fills its square, since launchers cut their own shape. */
export function serveIcon({ settings }: TenantRecord, maskable = false): Response {
  const { primary } = themeColours(settings.theme)
  const initial = escapeHtml([...settings.name][0] ?? '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64"${maskable ? '' : ' rx="16"'} fill="${primary}"/><text x="32" y="45" font-family="system-ui,sans-serif" font-size="36" font-weight="600" fill="#fff" text-anchor="middle">${initial}</text></svg>`
  return new Response(svg, { headers: { ...ASSET_HEADERS, 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' } })
}

import { SW_PUSH_POLICY } from '../../shared/rules/push.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'

/** On every answer, whatever it is. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  // Whatever a page shows says that it may be shown; pictures of another host say so too (worker/files/media.ts).
  'cross-origin-embedder-policy': 'require-corp',
  'x-frame-options': 'DENY',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(self), browsing-topics=()'
}

/** Data is never a document: nothing may load from it, run in it or frame it. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const API_HEADERS: Record<string, string> = { ...EVERYWHERE, 'content-security-policy': NOTHING }

export const ASSET_HEADERS: Record<string, string> = { ...API_HEADERS }

/** Headers of a page of this tenant. `themeHash` allows the one inline `<style>`; there is no inline script and no nonce. */
export function pageHeaders({ settings }: TenantRecord, themeHash: string, https: boolean): Record<string, string> {
  const media = settings.cdn_prefix ? ` ${settings.cdn_prefix}` : ''
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' '${themeHash}'`,
    `img-src 'self' data: blob:${media}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No text becomes code; the one policy allowed makes the address of the service worker.
    "require-trusted-types-for 'script'",
    `trusted-types ${SW_PUSH_POLICY}`,
    ...(https ? ['upgrade-insecure-requests'] : [])
  ]
  // A host for pictures may pass on no headers: they are asked for without cookies then, and shown where a browser knows that way.
  const embedding = settings.cdn_prefix ? { 'cross-origin-embedder-policy': 'credentialless' } : {}
  return { ...EVERYWHERE, ...embedding, 'content-security-policy': policy.join('; '), rating: 'RTA-5042-1996-1400-1577-RTA' }
}

/** `Strict-Transport-Security` for every answer of a tenant on https. */
export function transport(hsts: number, https: boolean): Record<string, string> {
  return https && hsts > 0 ? { 'strict-transport-security': `max-age=${hsts}; includeSubDomains` } : {}
}

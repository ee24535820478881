import { SW_PUSH_POLICY } from '../../shared/rules/push.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'

/** Headers of every answer. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  // Everything a page embeds must allow being embedded; pictures of another host do so too (worker/files/media.ts).
  'cross-origin-embedder-policy': 'require-corp',
  'x-frame-options': 'DENY',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(self), browsing-topics=()'
}

/** Data is never a document: it may load and run nothing, and can't be framed. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const API_HEADERS: Record<string, string> = { ...EVERYWHERE, 'content-security-policy': NOTHING }

export const ASSET_HEADERS: Record<string, string> = { ...API_HEADERS }

/** For the script of a service worker: its policy limits what the worker itself may request, which is its own site. */
export const SERVICE_WORKER_HEADERS: Record<string, string> = {
  ...ASSET_HEADERS,
  'content-security-policy': `${NOTHING}; connect-src 'self'`
}

/** Headers of a page of this tenant. `themeHash` allows the one inline `<style>`; there is no inline script and no nonce. */
export function pageHeaders({ settings }: TenantRecord, themeHash: string, https: boolean): Record<string, string> {
  const media = settings.cdn_prefix ? ` ${settings.cdn_prefix}` : ''
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' '${themeHash}'`,
    `img-src 'self' data: blob:${media}`,
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Strings may not become code; the only allowed policy creates the address of the service worker.
    "require-trusted-types-for 'script'",
    `trusted-types ${SW_PUSH_POLICY}`,
    ...(https ? ['upgrade-insecure-requests'] : [])
  ]
  // A picture host may not pass on our headers: then pictures are requested without cookies, and shown if the browser supports that.
  const embedding = settings.cdn_prefix ? { 'cross-origin-embedder-policy': 'credentialless' } : {}
  return { ...EVERYWHERE, ...embedding, 'content-security-policy': policy.join('; '), rating: 'RTA-5042-1996-1400-1577-RTA' }
}

/** `Strict-Transport-Security` for every answer of a tenant on https. */
export function transport(hsts: number, https: boolean): Record<string, string> {
  return https && hsts > 0 ? { 'strict-transport-security': `max-age=${hsts}; includeSubDomains` } : {}
}

import type { EdgeDeps, RequestFacts } from '../deps.ts'
import { forward } from '../proxy/api.ts'
import { DEADLINES } from '../proxy/call-origin.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import type { Settings } from '../settings/settings.ts'
import { identify, type Visitor } from '../visitor/visitor.ts'
import { gallery } from './gallery.ts'

/** Tools that the origin answers. */
const ORIGINS: ReadonlySet<string> = new Set(['/__dev/mail', '/__dev/clock', '/__dev/photos', '/__dev/age'])

/** Names of this machine that belong to no tenant. */
export const BARE_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Tools of local mode: `/__dev` is a gallery of tenants, layouts and countries, `/__dev/ui` is one of the UI components; mail, clock, photos and age
 * check are forwarded to the origin. Visitors from elsewhere get a 404.
 */
export async function serveDev(request: Request, url: URL, visitor: Visitor | null, settings: Settings, deps: EdgeDeps): Promise<Response> {
  if (!visitor?.local) return errorAnswer('not_found')
  if (url.pathname === '/__dev/ui') return deps.uiGallery ? await deps.uiGallery(visitor.record, deps.assets) : errorAnswer('not_found')
  return ORIGINS.has(url.pathname) ? forward(request, url, visitor, deps, DEADLINES.tool) : gallery(url, settings)
}

/** On a bare name of this machine there is no tenant; the origin's tools work with any. Null if there are no tenants. */
export async function anyVisitor(request: Request, url: URL, facts: RequestFacts, settings: Settings, deps: EdgeDeps) {
  const [tenant] = await settings.tenants()
  const record = tenant === undefined ? null : await settings.record(tenant, null)
  return record && (await identify(request, url, record, settings.groupOf(record), facts, crypto.randomUUID(), deps))
}

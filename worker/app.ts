import { Hono } from 'hono'
import { OFFLINE_PATH } from '../shared/rules/offline.ts'
import { SW_PUSH_PATH } from '../shared/rules/push.ts'
import { normalizeHost } from '../shared/tenants/hosts.ts'
import { trackingOf } from '../shared/tenants/tracking.ts'
import { answerControl } from './control/control.ts'
import { Metrics } from './control/metrics.ts'
import { newRequestId } from './control/request-id.ts'
import type { EdgeDeps, RequestFacts } from './deps.ts'
import { anyVisitor, BARE_NAMES, serveDev } from './dev/dev.ts'
import { mayUseDevTools } from './dev/may-use-dev-tools.ts'
import { FIXED_ICONS, redirectToPicture, serveBrandPicture } from './files/brand-pictures.ts'
import { serveIcon } from './files/icon.ts'
import { serveMedia } from './files/media.ts'
import { mountSiteFiles } from './files/site-files.ts'
import { serveSpeculation, SPECULATION_PATH } from './files/speculation.ts'
import { serveSwPush } from './files/sw-push.ts'
import { enter } from './forms/enter.ts'
import { postForm } from './forms/post-form.ts'
import { partOf } from './files/range.ts'
import { closedPage } from './pages/closed.ts'
import { errorForReader } from './pages/error-page.ts'
import { redirectOrRefusal, closedAnswer, closedStatus } from './pages/refusals.ts'
import { PLAIN, plain } from './pages/plain.ts'
import { offlinePage } from './pages/offline.ts'
import { PageCache, type Header } from './pages/page-cache.ts'
import { cachedAnswer, type CachedAnswer } from './pages/cached-answer.ts'
import { servePage } from './pages/serve-page.ts'
import { dayNumber, pageRequestOf, FastPathIndex, type PageRequest } from './pages/fast-path.ts'
import { warmPages } from './pages/warm.ts'
import { API_HEADERS, ASSET_HEADERS, transport } from './pages/security-headers.ts'
import { proxyApi } from './proxy/api.ts'
import { guardOrigin, withVersions } from './proxy/breaker.ts'
import { errorAnswer } from './proxy/error-answer.ts'
import { createSettings } from './settings/settings.ts'
import { contextOf, stampOf, type RequestContext, type VisitorContext } from './request-context.ts'
import { identify } from './visitor/visitor.ts'

export interface Edge {
  fetch(request: Request, facts: RequestFacts): Promise<Response>
  /** The answer to a `GET` if a cached page has answered an identical request before, otherwise null. */
  cached(request: PageRequest): CachedAnswer | null
  /** Call when a tenant has changed at the origin; resolves with the version served from now on. */
  changed(tenant: string): Promise<number | null>
  /** Renders the most requested pages; resolves when that is done or aborted by the signal. */
  warm(signal: AbortSignal): Promise<void>
  /** Number of pages cached in memory. */
  cachedPages(): number
  /** Headers of an answer to bytes that aren't a valid request. `host`: as written there, if it is. */
  bareHeaders(host: string): Record<string, string>
  /** From now on `/__edge/ready` says no: load balancers stop sending requests here. */
  leave(): void
  /** Ends event streams, which would otherwise stay open as long as their readers do. */
  endStreams(): void
}

type Counted = Pick<RequestContext['outcome'], 'path' | 'route' | 'cache' | 'tenant'>

/** Status in log and counters when the caller has disconnected: that is not a failure, and the answer goes nowhere. */
const CALLER_GONE = 499

/** The edge: host → tenant → visitor → asset, API or page. Everything it needs from its runtime is in `deps`. */
export function createEdge(given: EdgeDeps): Edge {
  const metrics = new Metrics()
  const guarded = guardOrigin(given.origin, given.realNow)
  const origin = withVersions(guarded, (version) => settings.seen(version))
  const deps = { ...given, origin: given.origin.soon ? { ...origin, soon: given.origin.soon } : origin }
  const settings = createSettings(deps, (what, found) => metrics.refresh(what, found))
  const pages = new PageCache(deps.pageBytes)
  const fastPaths = new FastPathIndex()
  let leaving = false
  const ending = new AbortController()
  const control = { settings, metrics, breaker: () => guarded.state(), cachedPages: () => pages.entries, leaving: () => leaving }
  const app = new Hono<{ Bindings: VisitorContext }>()

  app.all('/api/*', (c) => proxyApi(c.req.raw, c.env.url, c.env.visitor, deps, ending.signal))
  app.get('/media/*', (c) => serveMedia(c.req.raw, c.env.url, c.env.visitor, deps))
  app.get('/brand/*', (c) => serveBrandPicture(c.req.raw, c.env.url, c.env.visitor, deps))
  for (const [path, picture] of Object.entries(FIXED_ICONS)) app.get(path, (c) => redirectToPicture(c.env.visitor.record, picture))
  app.get(SPECULATION_PATH, serveSpeculation)
  app.get(SW_PUSH_PATH, (c) => serveSwPush(c.req.raw))
  app.get(OFFLINE_PATH, (c) => offlinePage(c.env.visitor))
  app.get('/icon.svg', (c) => serveIcon(c.env.visitor.record))
  app.get('/icon-maskable.svg', (c) => serveIcon(c.env.visitor.record, true))
  mountSiteFiles(app, deps.realNow)
  app.post('/__edge/enter', (c) => enter(c.req.raw, c.env.url, c.env.visitor))
  app.all('/__edge/*', () => errorAnswer('not_found'))
  app.all('/__dev/*', (c) => serveDev(c.req.raw, c.env.url, c.env.visitor, settings, deps))
  app.post('*', (c) => postForm(c.req.raw, c.env.url, c.env.visitor, deps))
  app.get('*', (c) => servePage(c.env))
  app.all('*', () => errorAnswer('method_not_allowed', { allow: 'GET, HEAD, POST' }))
  app.onError((error, c) => {
    if (!c.req.raw.signal.aborted) deps.log({ level: 'error', id: c.env.visitor.requestId, error: String(error.stack ?? error) })
    return errorAnswer('internal')
  })

  async function answer(context: RequestContext, facts: RequestFacts): Promise<Response> {
    const { request, requestId, outcome } = context
    const url = new URL(request.url)
    const host = normalizeHost(url.host) ?? (mayUseDevTools(url, facts.ip, deps) ? url.hostname : null)
    outcome.path = url.pathname
    // Even answers given before the brand is looked up need its HSTS setting.
    outcome.hsts = hstsOf(host)
    const own = url.pathname.startsWith('/__edge/') ? await answerControl(request, url, deps, control) : null
    if (own) return own
    if (host === null) return plain(400, 'Bad request')
    if (url.pathname.startsWith('/assets/')) return asset(request, url)
    const entry = await settings.findHost(host)
    const record = entry ? await settings.record(entry.tenant, url.search ? trackingOf(url.searchParams) : null) : null
    if (BARE_NAMES.has(host)) return serveDev(request, url, await anyVisitor(request, url, facts, settings, deps), settings, deps)
    if (!entry || !record) return plain(404, 'Not found', { 'x-robots-tag': 'noindex' })
    outcome.tenant = record.settings.id
    outcome.record = record
    outcome.hsts = record.settings.hsts
    const closed = closedStatus(request, url, record)
    const refused = closed ? closedAnswer(request, url, closed) : redirectOrRefusal(request, url, entry.kind, record, deps.environment)
    if (refused) return refused
    const visitor = await identify(request, url, record, settings.groupOf(record), facts, requestId, deps)
    if (closed) return closedPage(request, visitor, closed, deps)
    const isApi = url.pathname.startsWith('/api/')
    outcome.route = isApi ? url.pathname : ''
    const response = await app.fetch(request, { ...context, url, visitor, deps, pages })
    return isApi ? response : errorForReader(request, response, visitor).catch(() => errorAnswer('internal'))
  }

  const hstsOf = (host: string | null) => (host !== null && settings.known(host)?.settings.hsts) || 0

  async function asset(request: Request, url: URL): Promise<Response> {
    const found = request.method === 'GET' || request.method === 'HEAD' ? await deps.assets.fetch(request, url.pathname) : null
    return found ? await partOf(request, found) : plain(404, 'Not found')
  }

  function count(began: number, id: string, method: string, { path, route, cache, tenant }: Counted, status: number): void {
    metrics.request(path, status, cache)
    deps.log({ id, method, tenant, route, cache, status, ms: deps.realNow() - began })
  }

  function cached(request: PageRequest): CachedAnswer | null {
    const way = fastPaths.find(request)
    if (!way || way.day !== dayNumber(deps.now()) || settings.certain(way.record) !== fastPaths.hosts) return null
    const began = deps.realNow()
    const page = pages.get(way.key, began)
    if (!page) return null
    const requestId = newRequestId()
    const answer = cachedAnswer(page, request, stampOf({ requestId, began }, deps.realNow()))
    const { route, record } = way
    count(began, requestId, 'GET', { path: request.target, route, cache: 'hit', tenant: record.settings.id }, answer.status)
    return answer
  }

  /** `hosts`, `day`: as they were before the request was read. If either has changed since, the key may belong to the old or the new state. */
  function remember(
    request: PageRequest,
    { key, route, record }: RequestContext['outcome'],
    { hosts, day }: { hosts: object | null; day: number }
  ): void {
    if (key && record && hosts && settings.certain(record) === hosts) fastPaths.remember(request, { key, route, record, day }, hosts)
  }

  return {
    async fetch(request, facts) {
      const asked = pageRequestOf(request, facts.country)
      const known = asked && cached(asked)
      if (known) return new Response(known.body, known)
      const before = { hosts: settings.hosts(), day: dayNumber(deps.now()) }
      const context = contextOf(request, newRequestId(), deps.realNow())
      const { requestId, began, outcome } = context
      const response = await answer(context, facts)
      const status = response.status >= 500 && request.signal.aborted ? CALLER_GONE : response.status
      count(began, requestId, request.method, outcome, status)
      if (asked) remember(asked, outcome, before)
      if (outcome.stamped) return response
      return complete(response, [
        ...Object.entries(transport(outcome.hsts, deps.environment === 'production')),
        ...stampOf(context, deps.realNow())
      ])
    },
    cached,
    changed: (tenant) => settings.changed(tenant),
    warm: (signal) => warmPages(settings, pages, deps, signal),
    cachedPages: () => pages.entries,
    bareHeaders: (host) => ({
      ...ASSET_HEADERS,
      ...transport(hstsOf(normalizeHost(host)), deps.environment === 'production'),
      ...PLAIN
    }),
    leave: () => void (leaving = true),
    endStreams: () => ending.abort()
  }
}

/** Adds the security headers, the request id and the duration to every answer. */
function complete(response: Response, more: readonly Header[]): Response {
  const { headers } = response
  for (const [name, value] of more) headers.set(name, value)
  if (!headers.has('content-security-policy')) for (const [name, value] of Object.entries(API_HEADERS)) headers.set(name, value)
  return response
}

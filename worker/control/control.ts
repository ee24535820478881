import * as v from 'valibot'
import { equalText } from '../../shared/auth/bytes.ts'
import { PUSH_HEADER, verifyPush } from '../../shared/auth/push-signature.ts'
import type { EdgeDeps } from '../deps.ts'
import type { BreakerState } from '../proxy/breaker.ts'
import { readBody } from '../proxy/read-body.ts'
import type { Settings } from '../settings/settings.ts'
import type { Metrics } from './metrics.ts'

interface Parts {
  settings: Settings
  metrics: Metrics
  breaker: () => BreakerState
  cachedPages: () => number
  /** The process is about to stop. */
  leaving: () => boolean
}

const Push = v.object({ tenant: v.pipe(v.string(), v.maxLength(64)), version: v.number() })
/** Maximum size of a push in bytes: it is one short line. */
const PUSH_LIMIT = 1024

/**
 * Requests to the edge itself, from operators and the origin, on any host, which may also be an IP address or a container's name: health, readiness,
 * the build's files, metrics, a push. Null for other paths.
 */
export async function answerControl(request: Request, url: URL, deps: EdgeDeps, parts: Parts): Promise<Response | null> {
  switch (url.pathname) {
    case '/__edge/health':
      return text(200, 'ok')
    case '/__edge/ready':
      return !parts.leaving() && (await parts.settings.ready()) ? text(200, 'ready') : text(503, 'not ready', { 'retry-after': '1' })
    case '/__edge/assets':
      return Response.json({ files: deps.assets.files }, { headers: { 'cache-control': 'no-store' } })
    case '/__edge/metrics':
      return mayMeasure(request, deps) ? text(200, measure(parts), { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }) : null
    case '/__edge/changed':
      return request.method === 'POST' ? change(request, deps, parts.settings) : null
    default:
      return null
  }
}

function mayMeasure(request: Request, { metricsToken }: EdgeDeps): boolean {
  return Boolean(metricsToken) && equalText(request.headers.get('authorization') ?? '', `Bearer ${metricsToken}`)
}

function measure({ metrics, breaker, cachedPages }: Parts): string {
  return metrics.text({
    tether_edge_breaker_open: {
      help: 'Has the edge stopped calling the origin: 0 no, 0.5 about to try again, 1 yes.',
      value: OPENNESS[breaker()]
    },
    tether_edge_cached_pages: { help: 'Pages cached in memory.', value: cachedPages() }
  })
}

const OPENNESS: Record<BreakerState, number> = { closed: 0, 'half-open': 0.5, open: 1 }

/** A signed push: fetches the tenant's settings now, and answers which version is served from now on. */
async function change(request: Request, deps: EdgeDeps, settings: Settings): Promise<Response> {
  const bytes = await readBody(request, PUSH_LIMIT)
  const body = new TextDecoder().decode(bytes ?? new Uint8Array())
  if (!(await verifyPush(deps.secret, body, request.headers.get(PUSH_HEADER), deps.realNow()))) return text(403, 'not signed')
  const push = v.safeParse(Push, parse(body))
  if (!push.success) return text(400, 'not a push')
  const { tenant } = push.output
  return Response.json({ tenant, version: await settings.changed(tenant) }, { headers: { 'cache-control': 'no-store' } })
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function text(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers } })
}

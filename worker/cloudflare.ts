import type { TenantRecord } from '../shared/tenants/schema.ts'
import { createEdge, type Edge } from './app.ts'
import type { EdgeDeps } from './deps.ts'
import { assetsOf, type AssetList } from './files/asset-list.ts'
import { FOR_EVER } from './files/asset-types.ts'
import { oldAsset, type OldFiles } from './files/old-assets.ts'
import { ASSET_HEADERS } from './pages/security-headers.ts'
import { createWorkersStore, type KeyValue } from './settings/workers-store.ts'

/** Bindings and variables of wrangler.toml. */
interface Env {
  ASSETS: { fetch(request: Request | string): Promise<Response> }
  APP_ENV?: string
  EDGE_SECRET?: string
  ORIGIN_URL?: string
  METRICS_TOKEN?: string
  PAGE_DEADLINE_MS?: string
  /** Identifies this deployment in the log. */
  VERSION?: { id: string }
  /** Copies of settings for when the origin is unavailable; optional. */
  SETTINGS?: KeyValue
  /** Files of earlier builds; optional. */
  OLD_ASSETS?: OldFiles
}

interface Context {
  waitUntil(work: Promise<unknown>): void
}

let starting: Promise<Edge> | null = null
/** The context of the newest request: it, or that of a later request, keeps background work alive after the answer. */
let current: Context | null = null

async function start(env: Env): Promise<Edge> {
  if (!env.EDGE_SECRET || !env.ORIGIN_URL) throw new Error('Set EDGE_SECRET and ORIGIN_URL')
  const read = async (name: string) => (await env.ASSETS.fetch(`https://assets.invalid/_build/${name}`)).json()
  const list = (await read('assets.json')) as AssetList
  const { records } = (await read('tenants.json')) as { records: TenantRecord[] }
  const base = env.ORIGIN_URL
  const deps: EdgeDeps = {
    // A misspelt value must not enable the tools of local mode.
    environment: env.APP_ENV === 'local' ? 'local' : 'production',
    secret: env.EDGE_SECRET,
    origin: { fetch: (path, init) => fetch(new URL(path, base), { ...init, redirect: 'manual' }) },
    assets: assetsOf(list, async (request, path) => {
      const found = await env.ASSETS.fetch(new Request(`https://assets.invalid${path}`, { method: request.method }))
      if (!found.ok) return oldAsset(env.OLD_ASSETS, request.method, path)
      const headers = new Headers(found.headers)
      for (const [name, value] of Object.entries(ASSET_HEADERS)) headers.set(name, value)
      headers.set('cache-control', FOR_EVER)
      return new Response(found.body, { headers })
    }),
    snapshot: records,
    now: () => new Date(),
    realNow: () => Date.now(),
    waitUntil: (work) => {
      const quiet = work.catch(() => {})
      try {
        current?.waitUntil(quiet)
      } catch {
        // The newest request has ended; the work continues as long as the isolate lives.
      }
    },
    log: (line) => console.log(JSON.stringify({ at: new Date().toISOString(), ...line, version: env.VERSION?.id })),
    store: createWorkersStore(() => caches.open('settings'), env.SETTINGS),
    ...(env.PAGE_DEADLINE_MS ? { pageDeadline: Number(env.PAGE_DEADLINE_MS) } : {}),
    ...(env.METRICS_TOKEN ? { metricsToken: env.METRICS_TOKEN } : {})
  }
  return createEdge(deps)
}

export default {
  async fetch(request: Request, env: Env, context: Context): Promise<Response> {
    current = context
    starting ??= start(env).catch((error: unknown) => {
      starting = null
      throw error
    })
    // The first caller may disconnect, but all callers need the start-up.
    context.waitUntil(starting.catch(() => {}))
    const edge = await starting
    current = context
    const { cf } = request as Request & { cf?: { country?: string } }
    return edge.fetch(request, { ip: request.headers.get('cf-connecting-ip') ?? '', country: cf?.country ?? null })
  }
}

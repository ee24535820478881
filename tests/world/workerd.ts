import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { KeyValue } from '../../worker/settings/workers-store.ts'
import { PUBLIC_IP, TENANTS, type StartEdge } from './edge.ts'
import { EDGE_SECRET, fakeOrigin } from './fake-origin.ts'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

/** The built worker in workerd, before a fake origin in this process. */
export const startWorkerd: StartEdge = async ({
  tenants = TENANTS,
  snapshot = tenants,
  origin: handler,
  environment = 'production',
  metricsToken = '',
  copies = {},
  oldFiles = {}
} = {}) => {
  const origin = fakeOrigin(tenants, handler)
  const files: Record<string, string> = { '/_build/tenants.json': JSON.stringify({ records: snapshot }) }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      scriptPath: `${DIST}worker/worker.js`,
      compatibilityDate: '2026-04-20',
      bindings: { APP_ENV: environment, EDGE_SECRET, ORIGIN_URL: 'http://origin.test', METRICS_TOKEN: metricsToken },
      kvNamespaces: ['SETTINGS', 'OLD_ASSETS'],
      outboundService: (request: unknown) => origin.answer(request as Request),
      serviceBindings: {
        ASSETS: async (request: { url: string }) => {
          const path = new URL(request.url).pathname
          const text = files[path] ?? (await readFile(`${DIST}public${path}`, 'utf8').catch(() => null))
          return text === null
            ? new Response('', { status: 404 })
            : new Response(text, { headers: { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'application/json' } })
        }
      }
    })
  )
  await miniflare.ready
  const kv = (await miniflare.getKVNamespace('SETTINGS')) as unknown as KeyValue
  for (const [key, copy] of Object.entries(copies)) await kv.put(key, copy, { expirationTtl: 3_600 })
  const old = (await miniflare.getKVNamespace('OLD_ASSETS')) as unknown as KeyValue
  for (const [path, text] of Object.entries(oldFiles)) await old.put(path, text, { expirationTtl: 3_600 })
  return {
    fetch: async (url, { country, ip = PUBLIC_IP, ...init } = {}) => {
      const headers = new Headers(init.headers)
      headers.set('cf-connecting-ip', ip)
      return (await miniflare.dispatchFetch(url, {
        redirect: 'manual',
        ...init,
        headers: Object.fromEntries(headers),
        cf: { country }
      } as never)) as unknown as Response
    },
    calls: origin.calls,
    copy: (key) => kv.get(key),
    stop: () => miniflare.dispose()
  }
}

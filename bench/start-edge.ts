import { readEnvironment } from '../bin/settings.ts'
import { benchTenants, writeBenchDist } from './bench-tenant.ts'
import { start, type Server } from './contest.ts'
import { nodeFlags } from './npm-script.ts'

/** The built edge with a number of brands, in front of an origin that answers at once; `startMs`: how long the edge took to listen. */
export async function startEdge(tenants = 1, env: Record<string, string> = {}): Promise<Server & { startMs: number }> {
  const dist = await writeBenchDist(readEnvironment().dist, benchTenants(tenants))
  const origin = await start('origin', { TENANTS: String(tenants) })
  const began = performance.now()
  const edge = await start('edge', { BENCH_DIST: dist, ORIGIN_URL: origin.url, ...env }, nodeFlags('edge'))
  const startMs = performance.now() - began
  return {
    ...edge,
    startMs,
    stop: () => {
      edge.stop()
      origin.stop()
    }
  }
}

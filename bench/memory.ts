import { load } from './contest.ts'
import { pageOf } from './page-of.ts'
import { startEdge } from './start-edge.ts'

const KEYS = 10_000
const READING = 10
/** All connections go through the hosts in the same order. Each reading starts this many further on, otherwise most hosts would never be requested. */
const STEP = 500

/**
 * Resident memory at full load over ten thousand page keys (one brand each), so that pages are added and evicted, for MINUTES (10). The ratio is that
 * of the last reading to the one after a fifth of the time, when everything is warm. Goal: within 10 %.
 */
export async function memory() {
  const minutes = Number(process.env.MINUTES ?? 10)
  const server = await startEdge(KEYS)
  const hosts = Array.from({ length: KEYS - 1 }, (_host, index) => `bench-${index + 1}.example`)
  const readings: number[] = []
  try {
    // Every brand's page with the build's copy of its settings, then with the origin's: so later readings don't show the cache filling up.
    for (const host of [...hosts, ...hosts]) await pageOf(`${server.url}/`, { host })
    for (let second = 0; second < minutes * 60; second += READING) {
      const begin = ((second / READING) * STEP) % hosts.length
      await load(
        server,
        READING,
        [...hosts.slice(begin), ...hosts.slice(0, begin)].map((host) => ({ headers: { host } }))
      )
      readings.push(await server.memory())
    }
  } finally {
    server.stop()
  }
  const warm = readings[Math.floor(readings.length / 5)] ?? Number.NaN
  const last = readings.at(-1) ?? Number.NaN
  return { [`memory after ${minutes} min`]: { ratio: (last / warm).toFixed(2), 'MB warm': Math.round(warm), 'MB last': Math.round(last) } }
}

import { contest, rowOf } from './contest.ts'
import { startEdge } from './start-edge.ts'

const TENANTS = 10_000

/** An edge with ten thousand brands compared to one with ten: throughput of one brand (goal 0.9), start (1 s more) and memory (100 MB more). */
export async function manyTenants() {
  const many = await startEdge(TENANTS)
  const ten = await startEdge(10)
  try {
    const ratio = await contest(many, ten)
    // With hosts and settings from the origin, after the load: the memory that remains.
    const more = (await many.memory()) - (await ten.memory())
    return {
      '10,000 brands : ten': {
        ...rowOf(ratio),
        'start, s more': ((many.startMs - ten.startMs) / 1000).toFixed(1),
        'MB more': Math.round(more)
      }
    }
  } finally {
    many.stop()
    ten.stop()
  }
}

import { contest, rowOf, start } from './contest.ts'

const TENANTS = 10_000

/** An edge of ten thousand brands beside one of ten: throughput of one brand (goal 0.9), start (1 s more) and memory (100 MB more). */
export async function manyTenants() {
  const [many, manyStart] = await timed(() => start('edge', { TENANTS: String(TENANTS) }))
  const [ten, tenStart] = await timed(() => start('edge', { TENANTS: '10' }))
  try {
    const more = (await many.memory()) - (await ten.memory())
    const ratio = await contest({ url: `${many.url}/` }, { url: `${ten.url}/` })
    return {
      '10,000 brands : ten': { ...rowOf(ratio), 'start, s more': ((manyStart - tenStart) / 1000).toFixed(1), 'MB more': Math.round(more) }
    }
  } finally {
    many.stop()
    ten.stop()
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  return [await work(), performance.now() - began]
}

import { contest, rowOf, start } from './contest.ts'
import { pageOf } from './page-of.ts'
import { startEdge } from './start-edge.ts'

/** The index page from the edge's memory beside a plain Hono string of the same bytes. Goal: 0.9. */
export async function keptPage() {
  const ours = await startEdge()
  const plain = await start('plain', { BENCH_BYTES: String(Buffer.byteLength(await pageOf(`${ours.url}/`))) })
  try {
    return { 'index page, kept : plain string': rowOf(await contest({ url: `${ours.url}/` }, { url: `${plain.url}/` })) }
  } finally {
    ours.stop()
    plain.stop()
  }
}

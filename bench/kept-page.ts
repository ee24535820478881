import { contest, rowOf, start } from './contest.ts'
import { headersOf, pageOf } from './page-of.ts'
import { startEdge } from './start-edge.ts'

/** The index page from the edge's memory beside a string of the same bytes that Hono sends: alone (goal: 0.9), and with the same headers. */
export async function keptPage() {
  const ours = await startEdge()
  const page = `${ours.url}/`
  const bytes = { BENCH_BYTES: String(Buffer.byteLength(await pageOf(page))) }
  const plain = await start('plain', bytes)
  const equal = await start('plain', { ...bytes, BENCH_HEADERS: JSON.stringify(await headersOf(page)) })
  try {
    return {
      'index page, kept : plain string': rowOf(await contest(ours, plain)),
      'index page, kept : plain string with the same headers': rowOf(await contest(ours, equal))
    }
  } finally {
    for (const server of [ours, plain, equal]) server.stop()
  }
}

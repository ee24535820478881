import { contest, rowOf, start } from './contest.ts'
import { contentOf, pageOf } from './page-of.ts'
import { startEdge } from './start-edge.ts'

/** The index page rendered for each request (no caching) compared to a plain React render of an equal page. Goal: 1.5. */
export async function renderedPage() {
  const ours = await startEdge(1, { PAGE_CACHE_MB: '0' })
  const plain = await start('react', { BENCH_PAGE: `${ours.url}/` })
  try {
    const [one, other] = [await pageOf(`${ours.url}/`), await pageOf(`${plain.url}/`)].map(contentOf)
    if (one !== other) throw new Error(`The two pages do not show the same:\n${one}\n${other}`)
    return { 'index page, rendered : plain React': rowOf(await contest(ours, plain)) }
  } finally {
    ours.stop()
    plain.stop()
  }
}

import { contest, rowOf, start } from './contest.ts'
import { pageOf } from './page-of.ts'
import { startEdge } from './start-edge.ts'

/** The index page rendered anew for each request (no page is kept) beside a plain React render of an equal page. Goal: 1.5. */
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

/** What a page holds: the number of its elements of each kind, and its text. */
function contentOf(html: string): string {
  const tags = [...html.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag!)
  const counts = Object.entries(Object.groupBy(tags, (tag) => tag)).map(([tag, all]) => `${tag} ${all!.length}`)
  const text = html
    .replaceAll(/<(script|style|title)\b.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  return [...counts.sort(), text].join('\n')
}

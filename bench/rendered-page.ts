import { contest, rowOf, start } from './contest.ts'
import { pageOf } from './page-of.ts'
import { startEdge } from './start-edge.ts'

/** The index page rendered anew for each request (no page is kept) beside a plain React render of the same tree. Goal: 1.5. */
export async function renderedPage() {
  const ours = await startEdge(1, { PAGE_CACHE_MB: '0' })
  const html = await pageOf(`${ours.url}/`)
  const settings = /<script type="application\/json" id="tenant">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  const plain = await start('react', { BENCH_TENANT_JSON: settings })
  try {
    if (headingOf(html) !== headingOf(await pageOf(`${plain.url}/`))) throw new Error('The two pages do not show the same.')
    return { 'index page, rendered : plain React': rowOf(await contest({ url: `${ours.url}/` }, { url: `${plain.url}/` })) }
  } finally {
    ours.stop()
    plain.stop()
  }
}

function headingOf(html: string): string | undefined {
  return /<h1[^>]*>.*?<\/h1>/.exec(html)?.[0] ?? 'no heading'
}

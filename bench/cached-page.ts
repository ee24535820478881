import { contest, rowOf, start, type Ratio } from './contest.ts'
import { headersOf, pageOf } from './page-of.ts'
import { startEdge } from './start-edge.ts'

/** Pairs of fresh processes: a process may be up to a tenth faster for its whole life than another one of the same program. */
const PAIRS = 3

/** The cached index page compared to a string of the same bytes sent by Hono: alone (goal: 0.9), and with the same headers. */
export async function cachedPage() {
  const pairs: Ratio[] = []
  for (let pair = 0; pair < PAIRS; pair++) pairs.push(await besideString(async () => ({})))
  return {
    'index page, cached : plain string': rowOf(middle(pairs)),
    'index page, cached : plain string with the same headers': rowOf(
      await besideString(async (page) => ({ BENCH_HEADERS: JSON.stringify(await headersOf(page)) }))
    )
  }
}

/** @param settings environment of the server that sends the string, from our page's address */
async function besideString(settings: (page: string) => Promise<Record<string, string>>): Promise<Ratio> {
  const ours = await startEdge()
  const page = `${ours.url}/`
  const plain = await start('plain', { BENCH_BYTES: String(Buffer.byteLength(await pageOf(page))), ...(await settings(page)) })
  try {
    return await contest(ours, plain)
  } finally {
    ours.stop()
    plain.stop()
  }
}

const middle = (ratios: readonly Ratio[]) => ratios.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(ratios.length / 2)]!

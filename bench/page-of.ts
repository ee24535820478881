import { get, type IncomingMessage } from 'node:http'

/** A page as the load generator gets it: uncompressed. */
export async function pageOf(url: string, headers: Record<string, string> = BENCH): Promise<string> {
  const answer = await answerOf(url, headers)
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  return text
}

/** The headers of a page, except those that Node's server sets itself. */
export async function headersOf(url: string): Promise<Record<string, string>> {
  const answer = await answerOf(url, BENCH)
  answer.resume()
  return Object.fromEntries(Object.entries(answer.headers as Record<string, string>).filter(([name]) => !BY_NODE.has(name)))
}

const BENCH = { host: 'bench.example' }

const BY_NODE = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])

const answerOf = (url: string, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => get(url, { headers }, resolve).on('error', reject))

/** The content of a page: the number of elements of each kind, and its text; without the skeleton, which is gone when the content is there. */
export function contentOf(page: string): string {
  const html = page.replace(/<div class="boot".*?<\/div><\/div>/s, '')
  const tags = [...html.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag!)
  const counts = Object.entries(Object.groupBy(tags, (tag) => tag)).map(([tag, all]) => `${tag} ${all!.length}`)
  const text = html
    .replaceAll(/<(script|style|title)\b.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  return [...counts.sort(), text].join('\n')
}

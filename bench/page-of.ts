import { get, type IncomingMessage } from 'node:http'

/** A page as the load generator gets it: without compression. */
export async function pageOf(url: string, host = 'bench.example'): Promise<string> {
  const answer = await answerOf(url, host)
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  return text
}

/** The headers that a page comes with, but for those that Node's server sets itself. */
export async function headersOf(url: string, host = 'bench.example'): Promise<Record<string, string>> {
  const answer = await answerOf(url, host)
  answer.resume()
  return Object.fromEntries(Object.entries(answer.headers as Record<string, string>).filter(([name]) => !BY_NODE.has(name)))
}

const BY_NODE = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])

const answerOf = (url: string, host: string) =>
  new Promise<IncomingMessage>((resolve, reject) => get(url, { headers: { host } }, resolve).on('error', reject))

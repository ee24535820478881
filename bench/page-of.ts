import { get } from 'node:http'

/** A page as the load generator gets it: without compression. */
export function pageOf(url: string, host = 'bench.example'): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve(text))
    }).on('error', reject)
  })
}

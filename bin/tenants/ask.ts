import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { isLocalHost } from '../../shared/tenants/hosts.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'

/** An answer from a host, with the time to its first byte in ms. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
  ms: number
}

/** Is this an address of the local machine? Not every system resolves `<id>.localhost`. */
export const isLocalUrl = (url: URL) => isLocalHost(url.hostname)

interface AskOptions {
  host?: string
  headers?: Record<string, string>
  timeout?: number
  body?: string
}

/**
 * `GET`, or `POST` of a body, without following redirects. `fetch` can't send a host other than the one it connects to.
 * @param options.host `Host` header, if it differs from the URL's
 * @param options.timeout in ms, for the whole answer
 */
export function ask(url: URL, options: AskOptions = {}): Promise<Answer> {
  const began = performance.now()
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const request = send(
      {
        method: options.body === undefined ? 'GET' : 'POST',
        hostname: isLocalUrl(url) ? '127.0.0.1' : url.hostname,
        port: url.port || undefined,
        // Node would use the brand's host, which has no certificate until its domain points here.
        ...(isIP(url.hostname.replace(/^\[|\]$/g, '')) ? {} : { servername: url.hostname }),
        path: url.pathname + url.search,
        headers: { 'user-agent': 'tether-operator', ...options.headers, host: options.host ?? url.host },
        signal: AbortSignal.timeout(options.timeout ?? 5000)
      },
      (answer) => {
        const ms = performance.now() - began
        let body = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (body += chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
          resolve({ status: answer.statusCode ?? 0, headers, body, ms })
        })
      }
    )
    request.on('error', reject)
    request.end(options.body)
  })
}

/** The settings in one of our pages, otherwise null. */
export function settingsInPage(html: string): { [Key in keyof PublicSettings]?: unknown } | null {
  const text = /<script type="application\/json" id="tenant">(.*?)<\/script>/s.exec(html)?.[1]
  try {
    return text ? (JSON.parse(text) as Record<string, unknown>) : null
  } catch {
    return null
  }
}

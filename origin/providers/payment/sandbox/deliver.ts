import http from 'node:http'

/** Sends a signed call to the address that was given for it; resolves with the status of the answer. */
export type Deliver = (url: string, body: string, headers: Record<string, string>) => Promise<number>

/** Names under `localhost` are this machine, whatever its name server says. */
export const overHttp: Deliver = (address, body, headers) =>
  new Promise((resolve, reject) => {
    const { hostname, host, port, pathname, search, protocol } = new URL(address)
    if (protocol !== 'http:') return void fetch(address, { method: 'POST', body, headers }).then(({ status }) => resolve(status), reject)
    const here = hostname === 'localhost' || hostname.endsWith('.localhost')
    const call = http.request(
      {
        host: here ? '127.0.0.1' : hostname,
        port: port || 80,
        method: 'POST',
        path: pathname + search,
        timeout: 10_000,
        headers: { ...headers, host }
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      }
    )
    call.once('timeout', () => call.destroy(new Error('timeout')))
    call.once('error', reject)
    call.end(body)
  })

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WATCH } from './watch.ts'

const SCRIPT_PATH = '/watch-for-complaints.js'

/**
 * A proxy that puts the watching script into every page. WebKitGTK's driver doesn't report errors in a page and can't run a script
 * before the page's own; its console prints nothing in private windows, and automated windows are private.
 */
export async function startWatchingProxy(): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

/** Forwards one request to the product; requests to a proxy carry the full address. */
function pass(asked: IncomingMessage, answer: ServerResponse): void {
  const { host, port, pathname, search } = new URL(asked.url!)
  if (pathname === SCRIPT_PATH) return void answer.setHeader('content-type', 'text/javascript').end(`(() => { ${WATCH} })()`)
  // Not every system resolves `<id>.localhost`, and a compressed page would have to be unpacked.
  const headers = { ...asked.headers, host, 'accept-encoding': 'identity' }
  const onward = request({ host: '127.0.0.1', port, method: asked.method!, path: pathname + search, headers }, (from) => {
    const isPage = from.headers['content-type']?.startsWith('text/html') ?? false
    // The script makes the page longer.
    if (isPage) delete from.headers['content-length']
    answer.writeHead(from.statusCode!, from.headers)
    if (!isPage) return void from.pipe(answer)
    let begun = false
    from.setEncoding('utf8').on('data', (text: string) => {
      // The head begins in the first piece.
      answer.write(begun ? text : text.replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`))
      begun = true
    })
    from.on('end', () => answer.end())
  })
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
}

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { ownSite, visitProduct, type Person } from './browser.ts'

/** What one piece of a page's HTML holds. */
const PIECE_BYTES = 1_000

/**
 * Until the test ends, pages arrive in pieces, and each piece is painted before the next is sent: a slow line whose pieces are the same on a
 * busy machine. Its addresses have a port of their own: open pages by `at`, don't reload them, and expect nothing in storage or cache.
 */
export async function onSlowLine({ page }: Person): Promise<void> {
  const { port } = ownSite()
  const line = createServer((asked, answer) => {
    // What is compressed can't be cut where it can be read.
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const passedOn = request({ host: '127.0.0.1', port, path: asked.url, method: asked.method, headers }, (answered) => {
      const isPage = answered.headers['content-type']?.startsWith('text/html')
      answer.writeHead(answered.statusCode!, answered.headers)
      if (isPage) void inPieces(answered, answer, page)
      else answered.pipe(answer)
    })
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
    answer.on('close', () => passedOn.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    visitProduct(port)
    line.closeAllConnections()
    line.close()
  })
  await new Promise((resolve) => line.once('listening', resolve))
  visitProduct((line.address() as AddressInfo).port)
}

async function inPieces(from: IncomingMessage, to: ServerResponse, page: Person['page']): Promise<void> {
  const html = Buffer.concat(await from.toArray())
  for (let start = 0; start < html.length; start += PIECE_BYTES) {
    to.write(html.subarray(start, start + PIECE_BYTES))
    await painted(page)
  }
  to.end()
}

/** A page that paints nothing yet, as long as its styles are missing or while it waits for a part, has its next piece all the same. */
async function painted(page: Person['page']): Promise<void> {
  const nextFrame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
      setTimeout(resolve, 200)
    })
  // The first piece takes the place of the page before, and with it of this wait.
  await page.evaluate(nextFrame).catch(() => {})
}

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { ownSite, visitProduct, type Person } from './browser.ts'

/** The least length of a piece of a page's HTML, in letters. */
const PIECE = 250

/** Until the test ends, pages arrive by a slow line. */
export async function onSlowLine(person: Person, cut = piecesOf): Promise<void> {
  onTestFinished(await openSlowLine(person, cut))
}

/**
 * From now on, pages arrive in pieces, and each piece is painted before the next is sent: a slow line whose pieces are the same on a
 * busy machine. Its addresses have a port of their own: open pages by `at`, don't reload them, and expect nothing in storage or cache. `cut` makes
 * the pieces, in which every letter of the page occurs. The function it resolves with ends the line.
 */
export async function openSlowLine({ page }: Person, cut: (html: string) => string[]): Promise<() => void> {
  const { port } = ownSite()
  const line = createServer((asked, answer) => {
    // Compressed pages can't be cut at readable places.
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const passedOn = request({ host: '127.0.0.1', port, path: asked.url, method: asked.method, headers }, (answered) => {
      const isPage = answered.headers['content-type']?.startsWith('text/html')
      answer.writeHead(answered.statusCode!, answered.headers)
      if (isPage) void inPieces(answered, answer, page, cut)
      else answered.pipe(answer)
    })
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
    answer.on('close', () => passedOn.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => line.once('listening', resolve))
  visitProduct((line.address() as AddressInfo).port)
  return () => {
    visitProduct(port)
    line.closeAllConnections()
    line.close()
  }
}

async function inPieces(from: IncomingMessage, to: ServerResponse, page: Person['page'], cut: typeof piecesOf): Promise<void> {
  const pieces = cut(Buffer.concat(await from.toArray()).toString())
  const last = pieces.pop()
  let before: string | null = null
  for (const piece of pieces) {
    to.write(piece)
    // Data reaches the page through another process: only the page knows when it has arrived.
    for (let looks = 0; looks < 20; looks++) if ((await shown(page)) !== before) break
    before = await shown(page)
  }
  // The page may be left as soon as it is whole.
  to.end(last)
}

/**
 * Pieces that each add an element, so that its page shows when it has arrived: they begin at a tag, and no script is cut. Nor is an icon cut from its
 * words: a line of it alone is three pixels lower without them.
 */
function piecesOf(html: string): string[] {
  const pieces = ['']
  for (const part of html.match(/<script[^]*?<\/script>|<svg[^]*?<\/svg>[^<]*(?:<[^<]*)?|<[^<]*|[^<]+/g) ?? []) {
    if (pieces.at(-1)!.length > PIECE) pieces.push('')
    pieces.push(pieces.pop() + part)
  }
  return pieces
}

/** Which document has painted how many elements. One that paints nothing yet, since it waits for its styles or for a part, has them all the same. */
async function shown(page: Person['page']): Promise<string> {
  const afterFrame = () =>
    new Promise<string>((resolve) => {
      const answer = () => resolve(`${performance.timeOrigin} ${document.getElementsByTagName('*').length}`)
      requestAnimationFrame(() => setTimeout(answer))
      setTimeout(answer, 200)
    })
  return await page.evaluate(afterFrame).catch(() => 'between two documents')
}

import type { IncomingMessage } from 'node:http'

/** Most bytes read from an unwanted body: twice the largest photo. */
const MOST = 20 * 1024 * 1024
/** How long to wait for more of it, in ms. */
const SILENCE = 2_000

/**
 * Reads and drops what is left of a request's body, before it is answered: a client that is still sending would lose the answer when the connection
 * is closed, and the http adapter closes it half a second after answering a request whose body wasn't read, or at once on the next request. Resolves
 * when all of it has arrived, or when it is too long or too slow; then closing is right.
 */
export function restOfBody(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = () => {
    clearTimeout(timer)
    resolve()
  }
  const timer = setTimeout(stop, SILENCE)
  let length = 0
  // A reader of the beginning would buffer the rest.
  incoming.removeAllListeners('data')
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > MOST) stop()
    else timer.refresh()
  })
  for (const event of ['end', 'close', 'error']) incoming.once(event, stop)
  incoming.resume()
  return promise
}

import type { Server } from 'node:net'
import { addressRange, readAddress } from '../../shared/rules/addresses.ts'
import { SENDING } from '../proxy/upload-body.ts'
import type { Proxies } from './proxies.ts'

/** Slow clients are cut off, in ms: the whole request may take longer than sending a file, which upload-body.ts ends with an answer. */
export const HTTP_TIMEOUTS = { headersTimeout: 10_000, requestTimeout: SENDING + 10_000 }
/** Longer than most proxies and our edges keep an idle connection, in ms, so that none is closed while a request is in transit. */
export const KEEP_ALIVE = 75_000

/** Maximum of simultaneous connections: in total, and from one address range. */
export interface ConnectionLimits {
  most: number
  each: number
}

/** Real ms between two log lines about refused connections. */
const QUIET = 60_000

/**
 * Closes connections beyond the limits at once, so that one client's idle connections don't shut out new visitors. Our own proxies bring everyone's
 * connections: only the total limit applies to them.
 * @param realNow real time in ms
 * @param refused called at most once a minute with the number since the last call
 */
export function limitConnections(
  server: Server,
  { most, each }: ConnectionLimits,
  proxies: Proxies,
  realNow: () => number,
  refused: (count: number) => void
): void {
  const held = new Map<string, number>()
  let count = 0
  let toldAt = -Infinity
  const refuse = () => {
    count += 1
    if (realNow() - toldAt < QUIET) return
    toldAt = realNow()
    refused(count)
    count = 0
  }
  server.maxConnections = most
  server.on('drop', refuse)
  server.on('connection', (socket) => {
    const address = readAddress(socket.remoteAddress ?? '')
    // Disconnected before it was checked.
    if (address === null) return void socket.destroy()
    if (proxies.has(address)) return
    const line = addressRange(address)
    const now = (held.get(line) ?? 0) + 1
    if (now > each) {
      refuse()
      return void socket.destroy()
    }
    held.set(line, now)
    socket.once('close', () => {
      const left = (held.get(line) ?? 1) - 1
      if (left > 0) held.set(line, left)
      else held.delete(line)
    })
  })
}

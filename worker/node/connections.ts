import type { Server } from 'node:net'
import { addressRange, readAddress } from '../../shared/rules/addresses.ts'
import type { Proxies } from './proxies.ts'

/** Connections a server holds at once: in all, and from one line. */
export interface ConnectionLimits {
  most: number
  each: number
}

/** Real ms between two lines about connections that were refused. */
const QUIET = 60_000

/**
 * Closes at once what comes beyond the limits, so that no one's idle connections take the room of new visitors. Proxies of ours bring
 * everyone's: only the limit in all holds for them.
 * @param realNow real time in ms
 * @param refused told at most once a minute, with how many it were since
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
    // Gone before it was looked at.
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

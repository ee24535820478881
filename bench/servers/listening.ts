import type { AddressInfo, Server } from 'node:net'

/** Tells the bench the port and, when it asks, the resident memory in MB: what is needed, all garbage and free pages given back. */
export function tell(server: Server): void {
  process.on('message', () => {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    process.send?.(process.memoryUsage.rss() / 1024 ** 2)
  })
  process.send?.((server.address() as AddressInfo).port)
}

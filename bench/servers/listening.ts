import type { AddressInfo, Server } from 'node:net'

/** Tells the bench the port, and the resident memory in MB when it asks. */
export function tell(server: Server): void {
  process.on('message', () => {
    globalThis.gc?.()
    process.send?.(process.memoryUsage.rss() / 1024 ** 2)
  })
  process.send?.((server.address() as AddressInfo).port)
}

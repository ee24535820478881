import type { AddressInfo, Server } from 'node:net'

/** The values that the bench measures on a server. */
export type Reading = 'memory' | 'processor'

/** Sends the port and, on request, readings to the bench. */
export function tell(server: Server): void {
  process.on('message', (reading: Reading) => process.send?.(reading === 'memory' ? memory() : processor()))
  process.send?.((server.address() as AddressInfo).port)
}

/** Resident memory in MB, after collecting garbage and releasing free pages. */
function memory(): number {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return process.memoryUsage.rss() / 1024 ** 2
}

/** Processor time so far, in seconds. */
function processor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

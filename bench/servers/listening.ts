import type { AddressInfo, Server } from 'node:net'

/** What the bench asks a server for. */
export type Reading = 'memory' | 'processor'

/** Tells the bench the port and, when it asks, its readings. */
export function tell(server: Server): void {
  process.on('message', (reading: Reading) => process.send?.(reading === 'memory' ? memory() : processor()))
  process.send?.((server.address() as AddressInfo).port)
}

/** Resident memory in MB: what is needed, all garbage and free pages given back. */
function memory(): number {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return process.memoryUsage.rss() / 1024 ** 2
}

/** Processor time so far, in seconds. */
function processor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

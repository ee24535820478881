import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that a system assigns automatically to connections and to servers that ask for any port: from 32768 on Linux, from 49152 on macOS
 * and Windows. One of those could be assigned between this check and the start of the server it is for.
 */
const FIRST = 20_000
const PORTS = 12_000

/**
 * A port that is free now, for a server that starts later.
 * @throws Error if this process may not listen at all, or no port is free
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = FIRST + randomInt(PORTS)
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port))) return port
  }
  throw new Error(`Found no free port from ${FIRST} to ${FIRST + PORTS - 1} in 100 tries.`)
}

async function isFree(port: number, host?: string): Promise<boolean> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    // Windows keeps some ports for itself.
    if (['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return true
}

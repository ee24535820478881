import type { Server } from 'node:http'
import { connect, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** The part of the grace period in which a busy process accepts waiting connections, in ms. */
const ARRIVING = 4_000
/** The address at which a process that listens everywhere reaches itself. */
const ANY = new Map([
  ['::', '::1'],
  ['0.0.0.0', '127.0.0.1']
])
/** How often idle connections are closed, in ms. */
const LOOK = 100

/** Connections of the listening servers. */
const connections = new WeakMap<Server, Set<Socket>>()

/** Listens on `port`; a port in use is reported in one plain line. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  watch(server)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Choose another one: PORT=8790 npm start`) : error)
    })
    server.listen(port, host, resolve)
  })
}

function watch(server: Server): void {
  const open = new Set<Socket>()
  connections.set(server, open)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
}

/** How a server stops; times in ms. Together they are less than ten seconds, after which `docker stop` and others kill. */
export interface Stop {
  /** Time for load balancers to notice that they must stop sending requests here. */
  wait: number
  /** Time after which a silent keep-alive connection is closed: its client may be about to send on it. */
  silence: number
  /** Time after `wait` in which requests are finished; then they are cut off. */
  grace: number
  /** Time after that for the process's own work (`finish` in stop.ts). */
  ownWork: number
}

/**
 * Stops a server that `listen` has started: after `wait` it takes no new connections, answers requests on the others and tells them that these were
 * the last, and closes them once they are idle. What isn't finished after `grace` is cut off. Returns how many connections were.
 * @param part ends what would run forever
 */
export async function close(
  server: Server,
  { wait, silence, grace }: Omit<Stop, 'ownWork'>,
  part: () => unknown = () => {}
): Promise<number> {
  await sleep(wait)
  const open = connections.get(server)!
  let cut = 0
  const timer = setTimeout(() => {
    cut = open.size
    for (const socket of open) socket.destroy()
  }, grace)
  await acceptAll(server)
  const closed = new Promise((resolve) => server.once('close', resolve))
  server.prependListener('request', (_, outgoing) => void (outgoing.shouldKeepAlive = false))
  // Not http's own `close`: that closes idle connections at once, also those whose next request has just arrived.
  NetServer.prototype.close.call(server)
  await part()
  await Promise.race([closed, sleep(silence)])
  while (open.size > 0) {
    // One turn of the event loop later: data that has arrived is read before anything is closed.
    await nextTurn()
    // Node considers a connection idle once its answer is ready, even if not yet sent; closing it would lose the rest.
    if ([...open].every((socket) => socket.writableLength === 0)) server.closeIdleConnections()
    await Promise.race([closed, sleep(LOOK)])
  }
  await closed
  clearTimeout(timer)
  return cut
}

/**
 * Resolves when every connection made until now has been accepted: the kernel resets those that still wait when the listening socket closes, and a
 * busy process accepts few at a time. They are accepted in order, so a connection of our own that arrives is behind all of them.
 */
async function acceptAll(server: Server): Promise<void> {
  const address = server.address()
  if (address === null || typeof address === 'string') return
  const own = connect(address.port, ANY.get(address.address) ?? address.address)
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const look = (other: { remotePort?: number } | undefined) => {
    if (other?.remotePort === own.localPort) resolve()
  }
  server.on('connection', look).on('drop', look)
  // The process can't reach itself, so the connections get the time they need when it isn't busy.
  own.on('error', () => setTimeout(resolve, 100))
  await Promise.race([arrived, sleep(ARRIVING)])
  server.off('connection', look).off('drop', look)
  own.destroy()
}

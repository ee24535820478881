import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import { freePort } from '../free-port.ts'
import { messageOf } from '../operator/message-of.ts'
import { readPassword, role } from './cluster.ts'
import { stopLeftovers } from './leftovers.ts'
import { spawnServer, waitForServer } from './spawn.ts'
import type { ServerOptions } from './spawn.ts'

/** A running server. */
export interface Server {
  /** Connection URL of the database; the same after a restart. */
  url: string
  /** The same by its Unix socket, which takes a tenth off the processor time of a member's page; where there is none, `url`. */
  socketUrl: string
  /** Id of the first process of the running server. */
  readonly pid: number
  /** Fast shutdown; resolves when the server is gone. */
  stop: () => Promise<void>
}

/**
 * Runs the server until `stop`, on 127.0.0.1 and a free port, and on a Unix socket where it can. When it dies it is started again on the same port.
 * @throws Error with the server's own words when it does not come up
 */
export async function runServer(options: ServerOptions): Promise<Server> {
  const { data } = options.place
  let { socketFolder } = options
  const password = readPassword(data)
  const stopped = new AbortController()
  let url = ''
  let child: ChildProcess | undefined

  const start = async () => {
    child = spawnServer({ ...options, socketFolder }, url)
    const running = child
    // Listens from the start, so that no exit is missed.
    const ended = new Promise<string>((tell) => running.once('exit', (code, by) => tell(by ?? `code ${code}`)))
    try {
      await waitForServer(running, options, url, stopped.signal)
    } catch (error) {
      await end(running)
      throw error
    }
    void ended.then((how) => {
      if (stopped.signal.aborted) return
      options.log(`The database server ended (${how}); starting it again.`)
      restarting = startAgain()
    })
  }
  const startAgain = async () => {
    for (let wait = 250; !stopped.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        await stopLeftovers(data, options.log)
        return await start()
      } catch (error) {
        if (stopped.signal.aborted) return
        options.log(messageOf(error))
        await sleep(wait, undefined, { signal: stopped.signal }).catch(() => {})
      }
    }
  }
  const startFirst = async (tries: number): Promise<void> => {
    url = `postgres://${role}:${password}@127.0.0.1:${await freePort()}/${role}`
    await start().catch((error: unknown) => {
      // Some file systems, such as a folder shared with a virtual machine, have no sockets.
      if (socketFolder && /Unix-domain|\.s\.PGSQL/.test(String(error))) {
        socketFolder = ''
        return startFirst(tries)
      }
      // Someone took the port between the check and the start, or a killed server's memory is still being released.
      if (tries === 1 || !/could not bind|in use/i.test(String(error))) throw error
      return startFirst(tries - 1)
    })
  }
  // The server has its own session, so that Ctrl-C reaches this process first; when it exits cleanly, the server ends too.
  const onExit = () => child?.kill('SIGINT')
  process.on('exit', onExit)
  let restarting = startFirst(3)
  await restarting.catch((error: unknown) => {
    process.off('exit', onExit)
    throw error
  })
  let ending: Promise<void> | undefined
  const stop = async () => {
    stopped.abort()
    await restarting
    await end(child)
    process.off('exit', onExit)
  }
  return {
    url,
    socketUrl: socketFolder ? `${url}?${new URLSearchParams({ host: socketFolder }).toString()}` : url,
    get pid() {
      return child?.pid ?? 0
    },
    stop: () => (ending ??= stop())
  }
}

/** Fast shutdown, then an immediate one (recovered at the next start), then by force. */
async function end(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined) return
  child.ref()
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(name)
    await Promise.race([exit, sleep(10_000, undefined, { ref: false })])
  }
}

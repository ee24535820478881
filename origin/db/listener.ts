import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isReported } from './client.ts'

/** One connection on which a process receives what other processes send by NOTIFY; it reconnects whenever it breaks or falls silent. */
export interface Listener {
  /**
   * Calls `received` with the payload of each notification on a channel; not for those that this process sent by `notify`.
   * @param missed called whenever the connection is (re)established: what was sent meanwhile is lost
   */
  on(channel: string, received: (payload: string) => void, missed?: () => void): void
  /** Sends a notification; lost while there is no connection. */
  notify(channel: string, payload: string): void
  close(): Promise<void>
}

/** Pauses before the next attempt to connect, in ms: they double. */
const RECONNECT_MIN = 100
const RECONNECT_MAX = 5000

/** Times in ms. */
interface ListenerOptions {
  /** How long `close` waits for the notifications given before. */
  flushWait?: number
  /** Time between two checks of the connection: nothing else reveals that it has died silently. */
  check?: number
  /** How long to wait for an answer before giving the connection up. */
  patience?: number
}

interface Channel {
  received: (payload: string) => void
  missed: (() => void) | undefined
}

/** @param url of the database itself, not of a transaction pooler */
export function createListener(url: string, { flushWait = 500, check = 15_000, patience = 5000 }: ListenerOptions = {}): Listener {
  const channels = new Map<string, Channel>()
  let client: pg.Client | null = null
  let closed = false
  let delay = RECONNECT_MIN
  let timer: NodeJS.Timeout | undefined
  /** The end of the last statement: a connection runs one at a time, and pg is going to refuse more. */
  let turn: Promise<unknown> = Promise.resolve()
  let connecting: Promise<void> = connect()

  async function inTurn(on: pg.Client, text: string, values?: unknown[]): Promise<void> {
    const mine = turn.then(() => on.query(text, values))
    turn = mine.catch((error: unknown) => {
      if (!isReported(error)) on.emit('error', error)
    })
    await mine
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 2000, query_timeout: patience })
    const checks = setInterval(() => {
      if (client === next) inTurn(next, 'select 1').catch(() => {})
    }, check).unref()
    let lost = false
    const lose = () => {
      if (lost) return
      lost = true
      clearInterval(checks)
      if (client === next) {
        client = null
        // What waited for this connection doesn't hold up the next one.
        turn = Promise.resolve()
      }
      next.end().catch(() => {})
      if (closed) return
      timer = setTimeout(() => void (connecting = connect()), delay).unref()
      delay = Math.min(delay * 2, RECONNECT_MAX)
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', ({ channel, payload, processId }) => {
      if (processId !== processOf(next)) channels.get(channel)?.received(payload ?? '')
    })
    try {
      await next.connect()
      for (const channel of channels.keys()) await next.query(listenTo(channel))
      if (closed) return lose()
      client = next
      delay = RECONNECT_MIN
      for (const { missed } of channels.values()) missed?.()
    } catch {
      lose()
    }
  }

  return {
    on(channel, received, missed) {
      channels.set(channel, { received, missed })
      if (client) inTurn(client, listenTo(channel)).then(missed, () => {})
    },
    notify(channel, payload) {
      if (client) inTurn(client, 'select pg_notify($1, $2)', [channel, payload]).catch(() => {})
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await connecting
      await Promise.race([turn, sleep(flushWait, undefined, { ref: false })])
      await client?.end().catch(() => {})
    }
  }
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`

/** Number of the server process behind a connection; pg's types leave it out. */
function processOf(client: pg.Client): number | undefined {
  return (client as unknown as { processID?: number }).processID
}

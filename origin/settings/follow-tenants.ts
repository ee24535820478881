import pg from 'pg'
import type { Deps } from '../deps.ts'
import { TENANTS_CHANNEL } from './store.ts'

const RECONNECT = 1000

/**
 * Serves what other processes publish as soon as they do: listens on a connection of its own, makes it again whenever it
 * breaks, and reads everything after a break. Returns the way to stop.
 */
export function followTenants({ tenants, log }: Pick<Deps, 'tenants' | 'log'>, url: string): () => Promise<void> {
  let stopped = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let connecting = connect()

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 2000 })
    let lost = false
    const lose = () => {
      if (lost) return
      lost = true
      next.end().catch(() => {})
      if (!stopped) timer = setTimeout(() => void (connecting = connect()), RECONNECT)
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', (message) => reload(message.payload))
    try {
      await next.connect()
      await next.query(`listen ${TENANTS_CHANNEL}`)
      client = next
      reload()
    } catch {
      lose()
    }
  }

  function reload(tenant?: string): void {
    tenants.reload(tenant).catch((error: Error) => log.warn({ message: error.message }, 'the tenants could not be read'))
  }

  return async () => {
    stopped = true
    clearTimeout(timer)
    await connecting
    await client?.end().catch(() => {})
  }
}

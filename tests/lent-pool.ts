import type { PostgresPool } from 'kysely'
import type pg from 'pg'

/**
 * A pool as one user of a database has it, on connections that stay open for the next one: opening one takes a dozen milliseconds, and PostgreSQL
 * would plan every statement again on it. Its end waits for what this user still runs, as that of a pool does, and gives out no connection any more.
 */
export function lend(pool: pg.Pool): PostgresPool {
  let inUse = 0
  let ending = false
  let allReturned: () => void = () => {}
  const giveBack = () => {
    inUse -= 1
    if (inUse === 0) allReturned()
  }
  return {
    options: pool.options,
    async connect() {
      if (ending) throw new Error('Cannot use a pool after calling end on the pool')
      inUse += 1
      const client = await pool.connect().catch((error: unknown) => {
        giveBack()
        throw error
      })
      const release = client.release.bind(client)
      client.release = (error) => {
        release(error)
        giveBack()
      }
      return client
    },
    async end() {
      ending = true
      if (inUse > 0) await new Promise<void>((resolve) => (allReturned = resolve))
    }
  }
}

/** Ends what a user may have left on the connections: settings, locks, channels. Returns the processes of the server behind them. */
export async function tidy(pool: pg.Pool): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  try {
    await Promise.all(clients.map((client) => client.query('reset all; unlisten *; select pg_advisory_unlock_all()')))
    return clients.map((client) => (client as unknown as { processID: number }).processID)
  } finally {
    for (const client of clients) client.release()
  }
}

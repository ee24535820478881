import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PooledClient, PreparedClient } from './client.ts'
import type { Tables } from './tables.ts'

// One form for each type, whatever the server: bigint as number (our ids stay below 2^53), days as text.
const INT8 = 20
const DATE = 1082
const parsers: Record<number, (text: string) => unknown> = { [INT8]: Number, [DATE]: (text) => text }

export interface DatabaseOptions {
  connections?: number
  /** Multiplies every time limit: a crowded machine that runs tests is slow without being broken. */
  patience?: number
  /** False behind a pooler that gives each transaction another connection. */
  prepared?: boolean
}

/** A database on a pool of connections to `url`. Close it with `destroy()`. */
export function openDatabase(url: string, options?: DatabaseOptions): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, options) }) })
}

/** The pool alone. */
export function openPool(url: string, { connections = 10, patience = 1, prepared = true }: DatabaseOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    Client: prepared ? PreparedClient : PooledClient,
    connectionString: url,
    max: connections,
    // A plan that is made once is kept until PostgreSQL next analyzes the table. Most tables are nearly empty when a site is new, and some (digests,
    // outbox) are emptied again and again: reading all of such a table seems cheapest then, and isn't once it has grown.
    ...(prepared && { options: '-c enable_seqscan=off' }),
    // An unavailable database is reported within a second.
    connectionTimeoutMillis: 900 * patience,
    statement_timeout: 5000 * patience,
    lock_timeout: 2000 * patience,
    idle_in_transaction_session_timeout: 15_000,
    // For a server that hangs without closing its connections.
    query_timeout: 8000 * patience,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser
    }
  })
  // A connection that breaks is replaced by the pool, and its query fails; without listeners, for idle ones and for those
  // in use, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

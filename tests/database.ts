import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server's database with the right to create others; tests/global-setup.ts provides it. */
    databaseAdminUrl: string
  }
}

/** The migrated database that every test database is a copy of. */
export const templateDatabase = 'tether_template'

/** A database of a test's own. */
export interface TestDatabase {
  url: string
  /** Removes it, with the connections that are still open. */
  drop: () => Promise<void>
}

// Any number, the same in every worker.
const copyLock = 7461

/** Copies the migrated template; copies are made one at a time, also between the workers of a run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('databaseAdminUrl')
  const name = `tether_test_${randomBytes(8).toString('hex')}`
  await asAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [copyLock])
    await admin.query(`create database ${name} template ${templateDatabase}`)
  })
  const drop = () => asAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))
  return { url: withDatabase(adminUrl, name), drop: () => drop().then(() => {}) }
}

/** Runs statements that may take long; the connection, and with it every advisory lock, ends afterwards. */
export async function asAdmin<T>(url: string, run: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query('set statement_timeout = 0')
    await admin.query('set lock_timeout = 0')
    return await run(admin)
  } finally {
    await admin.end()
  }
}

/** The same server's URL for another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../origin/db/database.ts'
import type { Tables } from '../origin/db/tables.ts'
import { lend, tidy } from './lent-pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server's database with the right to create others; tests/global-setup.ts provides it. */
    databaseAdminUrl: string
    /** The same by its Unix socket, where it has one. */
    databaseSocketUrl: string
    /** A migrated database without a test's rows: its schema, its empty tables, and the query and the content of those with rows of a migration. */
    emptyDatabase: { schema: string; written: string[]; seeded: { query: string; rows: string } }
  }
}

/** Multiplies the time limits of the databases: tests say what happens, not how soon. */
const PATIENCE = 10

/** The migrated database that every test database is copied from. */
export const templateDatabase = 'tether_template'

/** A database for one test. */
export interface TestDatabase {
  url: string
  /** Opens it; connections stay open for the next test. */
  open: () => Kysely<Tables>
  /** Returns it; nothing may use it any more. */
  drop: () => Promise<void>
}

export const databasePrefix = 'tether_test_'

// An arbitrary number, the same in every worker.
const copyLock = 7461

/** A database of this worker with its connections, which stay open from one test to the next. */
interface Kept {
  name: string
  url: string
  pool: pg.Pool
  admin: pg.Client
}

/** Those that are empty again. */
const free: Kept[] = []

/**
 * An empty migrated database: one that an earlier test returned, otherwise a copy of the template. Emptying takes a hundredth of the time of copying
 * and dropping.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('databaseAdminUrl')
  const kept = free.pop() ?? (await keep(adminUrl, await copyTemplate(adminUrl)))
  return {
    url: kept.url,
    open: () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lend(kept.pool) }) }),
    drop: async () => {
      if (await empty(kept)) return void free.push(kept)
      await Promise.all([kept.pool.end(), kept.admin.end()])
      await asAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${kept.name} with (force)`))
    }
  }
}

async function keep(adminUrl: string, name: string): Promise<Kept> {
  const url = withDatabase(adminUrl, name)
  const nearby = withDatabase(inject('databaseSocketUrl'), name)
  const admin = await connectAdmin(nearby)
  // The server may end before this process.
  admin.on('error', () => {})
  return { name, url, pool: openPool(nearby, { patience: PATIENCE }), admin }
}

/** Copies are made one at a time, also between the workers of a run, file by file: block by block through the log takes twice as long. */
async function copyTemplate(adminUrl: string): Promise<string> {
  const name = databasePrefix + randomBytes(8).toString('hex')
  await asAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [copyLock])
    await admin.query(`create database ${name} template ${templateDatabase} strategy file_copy`)
  })
  return name
}

/** What a test may have created or changed besides rows: tables, triggers, functions, constraints, columns. */
export const SCHEMA = `
  select string_agg(what, ',') as schema from (
    select 'class' || count(*) || ':' || max(oid::bigint) as what from pg_class
    union all select 'trigger' || count(*) || ':' || max(oid::bigint) from pg_trigger
    union all select 'function' || count(*) || ':' || max(oid::bigint) from pg_proc
    union all select 'constraint' || count(*) || ':' || max(oid::bigint) from pg_constraint
    union all select 'column' || count(*) || ':' || count(*) filter (where attisdropped) from pg_attribute
  ) parts`

/** A query of all rows of these tables as `rows`. */
export const rowsOf = (tables: readonly string[]) =>
  `select concat_ws(';', ${tables.map((table) => `(select string_agg(row::text, ',' order by row::text) from ${table} row)`).join(', ')}) as rows`

/** A query of which of these tables have rows: most tests write to a few, and deleting from one takes longer than finding it empty. */
const filledOf = (tables: readonly string[]) => `select ${tables.map((table) => `exists (select from ${table})`).join(', ')}`

/** Deletes what a test wrote. False if the schema or a migration's rows have changed, or if the user may not disable triggers. */
async function empty({ pool, admin }: Kept): Promise<boolean> {
  const { schema, written, seeded } = inject('emptyDatabase')
  if ((await admin.query<{ schema: string }>(SCHEMA)).rows[0]!.schema !== schema) return false
  // Sessions of the test's own may still be ending.
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and pid <> all ($1)',
    [await tidy(pool)]
  )
  if ((await admin.query<{ rows: string }>(seeded.query)).rows[0]!.rows !== seeded.rows) return false
  try {
    await admin.query('set session_replication_role = replica')
  } catch {
    return false
  }
  const query = { name: 'filled', text: filledOf(written), rowMode: 'array' as const }
  const [found] = (await admin.query<boolean[]>(query)).rows
  const filled = written.filter((_, index) => found![index])
  // The server counts at once what this has read, or it would do so in the middle of the next test.
  await admin.query([...filled.map((table) => `delete from ${table}`), 'select pg_stat_force_next_flush()'].join('; '))
  return true
}

/** Runs statements that may take long; the connection, and with it every advisory lock, ends afterwards. */
export async function asAdmin<T>(url: string, run: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = await connectAdmin(url)
  try {
    return await run(admin)
  } finally {
    await admin.end()
  }
}

async function connectAdmin(url: string): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('set statement_timeout = 0; set lock_timeout = 0')
  return admin
}

/** The same server's URL for another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

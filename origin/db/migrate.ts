import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** An arbitrary number: two processes that start at once migrate one after the other. */
const LOCK = 7_381_902

/** All migrations, in order. */
export function migrationNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** PostgreSQL's error code for a missing table. */
const NO_TABLE = '42P01'

/** Have all migrations run on this database? Throws if it doesn't answer. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
    const done = new Set(rows.map(({ name }) => name))
    return migrationNames().every((name) => done.has(name))
  } catch (error) {
    if ((error as { code?: string }).code === NO_TABLE) return false
    throw error
  }
}

/**
 * Brings the database at `url` to the newest schema. Each file of `migrations/` runs once, in order of name, in its own transaction; if it is killed
 * in between, the next run continues. Returns the names that ran.
 * @param names only these: the schema of an older version
 */
export async function migrate(url: string, names = migrationNames()): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query('create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())')
    const done = new Set((await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name))
    const files = names.filter((name) => !done.has(name))
    for (const name of files) await run(client, name)
    return files
  } finally {
    await client.end()
  }
}

async function run(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(new URL(name, FOLDER), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}

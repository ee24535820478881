import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as v from 'valibot'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { openDatabase } from '../../origin/db/database.ts'
import { migrate, migrationNames } from '../../origin/db/migrate.ts'
import type { MediaStore } from '../../origin/providers/storage.ts'
import { RESTORED } from '../../origin/settings/store.ts'
import { UsageError } from '../operator/usage-error.ts'
import { Contents, contentsOf, mediaOf, tableOf } from './format.ts'

/**
 * Restores a backup into a database without members or published brands, and an empty media store. All rows or none; a backup of an older version is
 * migrated afterwards. Throws a `UsageError` if the target isn't empty or the backup is incomplete.
 */
export async function restoreBackup({ url, media, folder }: { url: string; media: MediaStore; folder: string }): Promise<Contents> {
  const contents = await readContents(folder)
  await migrate(url, contents.migrations)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await refuseUsed(client)
    // Files first: a row whose file is missing would be visible, a file without a row does no harm.
    const files = await restoreFiles(folder, media)
    if (files !== contents.files) throw new UsageError(`The backup should have ${contents.files} files and has ${files}.`)
    await client.query('begin')
    // Copying files may take hours: meanwhile someone may have signed up, or another restore may have finished.
    await refuseUsed(client, { holding: true })
    await restoreRows(client, contents, folder)
    await client.query('commit')
  } finally {
    await client.end()
  }
  await migrate(url)
  await proveRestored(url)
  return contents
}

/** Reads what a backup contains. Throws a `UsageError` if the folder isn't a backup, or one that this version can't restore. */
export async function readContents(folder: string): Promise<Contents> {
  const text = await readFile(contentsOf(folder), 'utf8').catch(() => {
    throw new UsageError(`${folder} is not a backup: it has no backup.json.`)
  })
  const read = v.safeParse(Contents, parsed(text, contentsOf(folder)))
  if (!read.success) throw new UsageError(`${contentsOf(folder)} has another format.`)
  const unknown = read.output.migrations.filter((name) => !migrationNames().includes(name))
  if (unknown.length > 0) throw new UsageError(`The backup was made by a newer version, which knows ${unknown.join(', ')}. Use that one.`)
  return read.output
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(file)
  }
}

const damaged = (file: string) => new UsageError(`${file} is missing or damaged: copy the backup again, or use another one.`)

/** Error codes of a missing file, of one that can't be unpacked, and of rows that PostgreSQL can't read; a full disk has another. */
const DAMAGE = /^(?:ENOENT$|Z_|22)/

/** `holding`: until the end of the transaction nothing can be added. */
async function refuseUsed(client: pg.Client, { holding = false } = {}): Promise<void> {
  for (const name of ['members', 'tenant_versions', 'ledger_movements']) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
    if (rows[0]!.there && holding) await client.query(`lock table ${name} in access exclusive mode`)
    if (rows[0]!.there && (await client.query(`select from ${name} limit 1`)).rowCount)
      throw new UsageError(`The database is not empty: it has ${name.replace('_', ' ')}. Restore into a new one.`)
  }
}

async function restoreRows(client: pg.Client, { tables, sequences }: Contents, folder: string): Promise<void> {
  const all = tables.map(({ name }) => pg.escapeIdentifier(name))
  // Rows refer to each other in circles, and triggers would act on old events again.
  const { rows: keys } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { drop } of keys) await client.query(drop)
  for (const table of all) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${all.join(', ')}`)
  for (const table of tables) await restoreTable(client, table, folder)
  for (const table of all) await client.query(`alter table ${table} enable trigger user`)
  // Also checks that every referenced row exists.
  for (const { add } of keys) await client.query(add)
  await goOnCounting(client, sequences)
  await moveVersionsOn(client, new Date())
}

/** How many numbers are skipped where a backup doesn't say which were given. */
const LEFT_OUT = 1_000_000

/**
 * Sequences continue after the last number that they had given, not after the highest that a row has: the books and old orders name rows that are gone, and
 * a new row under such a number would be taken for the old one.
 */
async function goOnCounting(client: pg.Client, known: Contents['sequences']): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select quote_ident(table_name) as table, quote_ident(column_name) as column, relname::text as sequence
    from information_schema.columns join pg_class on pg_class.oid = pg_get_serial_sequence(quote_ident(table_name), column_name)::regclass
    where table_schema = 'public'`)
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await client.query<{ highest: string }>(`select coalesce(max(${column}), 0) as highest from ${table}`)
    const highest = Number(found[0]!.highest)
    const last = known ? Math.max(known[sequence] ?? 0, highest) : highest + LEFT_OUT
    await client.query('select setval($1::regclass, greatest($2::bigint, 1), $2::bigint > 0)', [pg.escapeIdentifier(sequence), last])
  }
}

/**
 * Publishes the newest version of every brand again, under a number that was never used: edges keep pages and settings by this number, also of
 * versions that are newer than the backup. Minutes since 1970 are beyond all of them, and beyond those of any earlier restore.
 */
async function moveVersionsOn(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `insert into tenant_versions (tenant, version, settings, company, digest, author, created_at)
    select distinct on (tenant) tenant, greatest(version + 1, $1::integer), settings, company, digest, $2, $3
    from tenant_versions order by tenant, version desc`,
    [Math.floor(now.getTime() / 60_000), RESTORED, now]
  )
}

async function restoreTable(client: pg.Client, { name, columns, rows }: Contents['tables'][number], folder: string): Promise<void> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const into = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`))
  const file = tableOf(folder, name)
  await pipeline(createReadStream(file), createGunzip(), into).catch((error: NodeJS.ErrnoException) => {
    throw DAMAGE.test(error.code ?? '') ? damaged(file) : error
  })
  if (into.rowCount !== rows) throw new UsageError(`The backup should have ${rows} rows of ${name} and has ${into.rowCount}.`)
}

async function restoreFiles(folder: string, to: MediaStore): Promise<number> {
  const from = mediaOf(folder)
  const root = `${folder}/media`
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  let count = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const key = relative(root, `${entry.parentPath}/${entry.name}`)
    await to.put(key, (await from.get(key))!)
    count += 1
  }
  return count
}

async function proveRestored(url: string): Promise<void> {
  const db = openDatabase(url, { connections: 1, patience: 100, prepared: false })
  try {
    const { problems } = await proveBooks(db)
    if (problems.length > 0) throw new UsageError(`The books in the backup don't balance:\n${problems.join('\n')}`)
  } finally {
    await db.destroy()
  }
}

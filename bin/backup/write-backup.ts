import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { MARKS } from '../../origin/accounts/life-cycle/deletion-marks.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { VARIANTS } from '../../origin/photos/present-image.ts'
import type { MediaStore } from '../../origin/providers/storage.ts'
import { UsageError } from '../operator/usage-error.ts'
import { BACKUP_LOCK, contentsOf, mediaOf, tableOf, type Contents } from './format.ts'

interface Backup {
  url: string
  media: MediaStore
  folder: string
  /** Leave out photos whose files are lost. */
  incomplete?: boolean
}

/**
 * Writes the database as it is at one moment, and the files that it names, into a new folder, while the site keeps running. Until the backup is
 * complete, the folder is called `<folder>.unfinished`. Throws a `UsageError` where a photo has no file, unless it may be incomplete.
 */
export async function writeBackup({ url, media, folder, incomplete = false }: Backup): Promise<Contents> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    // Before the snapshot: whatever files it names stay until the end. Another backup waits here, and doesn't remove what this one has written.
    await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
    const { rows: used } = await client.query<{ there: boolean }>("select to_regclass('migrations') is not null as there")
    if (!used[0]!.there) throw new UsageError('There is nothing to back up: no origin has ever used this database.')
    if (await isThere(folder)) throw new UsageError(`${folder} exists already. Name a folder that doesn't.`)
    const unfinished = `${folder}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(`${unfinished}/tables`, { recursive: true, mode: 0o700 })
    await client.query('begin isolation level repeatable read, read only')
    const tables = []
    for (const table of await selectTables(client)) tables.push({ ...table, rows: await copyTable(client, table, unfinished) })
    const contents: Contents = {
      format: 1,
      made_at: new Date().toISOString(),
      migrations: (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name),
      tables,
      sequences: await lastNumbers(client),
      files: await copyFiles(client, media, mediaOf(unfinished), incomplete)
    }
    await writeFile(contentsOf(unfinished), `${JSON.stringify(contents, null, 2)}\n`)
    await rename(unfinished, folder)
    return contents
  } finally {
    // Ends the transaction and gives the lock back.
    await client.end()
  }
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false
  )
}

/** The tables and their columns, except the table of migrations and columns that PostgreSQL computes. */
async function selectTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select tables.table_name::text as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.tables join information_schema.columns using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and tables.table_name <> 'migrations'
    group by tables.table_name order by tables.table_name`)
  return rows
}

async function copyTable(client: pg.Client, { name, columns }: { name: string; columns: string[] }, folder: string): Promise<number> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`))
  await pipeline(rows, createGzip({ level: 4 }), createWriteStream(tableOf(folder, name), { mode: 0o600 }))
  return rows.rowCount
}

/** After the rows were copied: sequences aren't part of the transaction, so these are at least the numbers in the rows. */
async function lastNumbers(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    "select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename"
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
}

/**
 * All files: photos of profiles and conversations, copies for reports, and uploads that are about to become a photo or to be deleted. Only the last
 * may lack files; a copy for a report has just the full size. Marks of deletions are empty files: an older backup may need them.
 */
async function copyFiles(client: pg.Client, from: MediaStore, to: MediaStore, incomplete: boolean): Promise<number> {
  const { rows } = await client.query<{ id: string; loose: boolean }>(`
    select public_id as id, false as loose from photos union all select public_id, false from chat_photos
    union all select public_id, false from report_photos union all select public_id, true from loose_photos order by id`)
  const lost: string[] = []
  let count = 0
  for (const { id, loose } of rows) {
    for (const variant of VARIANTS) {
      const key = photoKey(id, variant)
      const bytes = await from.get(key)
      if (!bytes && variant === 'full' && !loose) lost.push(id)
      if (!bytes) continue
      await to.put(key, bytes)
      count += 1
    }
  }
  for await (const key of from.list(MARKS)) {
    await to.put(key, new Uint8Array())
    count += 1
  }
  if (lost.length > 0 && !incomplete)
    throw new UsageError(
      `${lost.length} of ${rows.length} photos are not in ${from.place}, such as ${lost[0]}. If the origin has them elsewhere, set DATA_DIR or S3_… as there. If they are lost, --incomplete backs up the rest.`
    )
  return count
}

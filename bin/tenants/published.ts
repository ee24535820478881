import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { openDatabase } from '../../origin/db/database.ts'
import { readPassword, role } from '../../origin/db/embedded/cluster.ts'
import { findPlace } from '../../origin/db/embedded/place.ts'
import type { Tables } from '../../origin/db/tables.ts'
import { readEnvironment } from '../settings.ts'
import { Refusal } from './call.ts'

/** Where `postmaster.pid` says the port, counted from 0. */
const PORT_LINE = 3

/**
 * Works with the database that holds what is published: DATABASE_URL, else the embedded one of the `npm start` that runs with this DATA_DIR.
 * Refuses in plain words when neither answers.
 */
export async function withPublished<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readEnvironment()
  const url = databaseUrl || runningDatabase(dataDir)
  if (!url) throw new Refusal('What is published is in a database, and none runs here. Run npm start, or set DATABASE_URL.')
  const db = openDatabase(url, 1)
  try {
    await sql`select 1 from tenant_versions limit 1`.execute(db).catch((error: unknown) => {
      const where = databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataDir}`
      throw new Refusal(`${where} does not answer: ${error instanceof Error ? error.message : String(error)}`)
    })
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Is this the deployment that refuses demo tenants? */
export const isProduction = () => process.env.APP_ENV === 'production'

/** What signs a push to an edge; null in production where EDGE_SECRET is not told: the edges then look by themselves. */
export const pushSecret = () => (isProduction() && !process.env.EDGE_SECRET ? null : readEnvironment().edgeSecret)

/** The embedded server that runs on this data folder, else null. */
export function runningDatabase(dataDir: string): string | null {
  if (!existsSync(dataDir)) return null
  try {
    const { data } = findPlace(realpathSync(dataDir), () => {})
    const port = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[PORT_LINE]
    return port ? `postgres://${role}:${readPassword(data)}@127.0.0.1:${port}/${role}` : null
  } catch {
    return null
  }
}

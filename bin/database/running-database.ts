import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readPassword, role } from '../postgres/cluster.ts'
import { findPlace } from '../postgres/place.ts'
import { readEnvironment } from '../settings.ts'

/** The line of `postmaster.pid` with the port, counted from 0. */
const PORT_LINE = 3

/**
 * DATABASE_URL, otherwise the embedded database of the `npm start` that runs with this DATA_DIR; null if there is none. It may still not answer.
 */
export function findDatabaseUrl(): string | null {
  const { databaseUrl, dataDir } = readEnvironment()
  return databaseUrl || runningDatabase(dataDir)
}

/** Has an embedded server ever run on this data folder? */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(dataDir) && existsSync(findPlace(realpathSync(dataDir), () => {}).data)
}

/** The embedded server that runs on this data folder, otherwise null. */
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

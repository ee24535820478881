import pg from 'pg'
import { startEmbedded } from '../postgres/embedded.ts'
import type { Environment } from '../settings.ts'
import { hasDatabase, runningDatabase } from '../database/running-database.ts'
import { UsageError } from '../operator/usage-error.ts'

/**
 * Runs `work` with the address of the database, without a pooler in between: that of DATABASE_URL, otherwise the embedded one, which is started if it
 * isn't running. Throws a `UsageError` instead of creating one, unless `create` is set.
 */
export async function withOwnDatabase<T>(
  { databaseListenUrl, databaseUrl, dataDir }: Pick<Environment, 'databaseListenUrl' | 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<T>,
  { create = false } = {}
): Promise<T> {
  const running = databaseListenUrl || databaseUrl || (await answering(runningDatabase(dataDir)))
  if (running) return await work(running)
  if (!create && !hasDatabase(dataDir))
    throw new UsageError(`There is no database in ${dataDir}. Name the site's DATA_DIR or DATABASE_URL.`)
  const database = await startEmbedded({ dataDir, log: console.log })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}

/** The address if a server answers there: after a power cut, files of one are left behind. */
async function answering(url: string | null): Promise<string | null> {
  if (url === null) return null
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks also fails its query.
  client.on('error', () => {})
  return await client.connect().then(
    async () => {
      await client.end()
      return url
    },
    () => null
  )
}

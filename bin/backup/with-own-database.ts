import { startEmbedded } from '../postgres/embedded.ts'
import type { Environment } from '../settings.ts'
import { runningDatabase } from '../tenants/running-database.ts'

/**
 * Runs `work` with the address of the database, without a pooler in between: that of DATABASE_URL, else the embedded one, which is started for it if
 * nothing runs.
 */
export async function withOwnDatabase<T>(
  { databaseListenUrl, databaseUrl, dataDir }: Pick<Environment, 'databaseListenUrl' | 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<T>
): Promise<T> {
  const running = databaseListenUrl || databaseUrl || runningDatabase(dataDir)
  if (running) return await work(running)
  const database = await startEmbedded({ dataDir, log: console.log })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}

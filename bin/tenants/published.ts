import { sql, type Kysely } from 'kysely'
import { openDatabase } from '../../origin/db/database.ts'
import type { Tables } from '../../origin/db/tables.ts'
import type { Deps } from '../../origin/deps.ts'
import { hasRunInProduction } from '../../origin/settings/production-use.ts'
import { findLocalSandbox } from '../local-sandbox.ts'
import { reasonOf } from '../reason.ts'
import { linkBaseOf, readEnvironment } from '../settings.ts'
import { UsageError } from '../usage-error.ts'
import { publishedUrl } from './running-database.ts'

/** PostgreSQL's error code for a missing table. */
const NO_TABLE = '42P01'
/** How many times as long as the origin a command waits for the database. */
const PATIENCE = 6

/**
 * Runs `work` with the database: DATABASE_URL, otherwise the embedded one of the `npm start` that runs with this DATA_DIR.
 * Throws a readable error when neither answers.
 */
export async function withPublished<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readEnvironment()
  const url = publishedUrl()
  if (!url) throw new UsageError('This command needs the database, and none runs here. Run npm start, or set DATABASE_URL.')
  // A command isn't a page: a database that is far away or busy may take longer.
  const db = openDatabase(url, { connections: 1, prepared: false, patience: PATIENCE })
  try {
    // The newest of the tables that the commands need.
    await sql`select 1 from production_use limit 1`.execute(db).catch((error: unknown) => {
      const where = databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataDir}`
      if ((error as { code?: string }).code === NO_TABLE)
        throw new UsageError(`${where} is that of an older version. Start the origin first.`)
      throw new UsageError(`${where} does not answer: ${reasonOf(error)}`)
    })
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** The same with all dependencies of the origin's functions; the running origin sends the mails and pushes that they queue. */
export async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  // Commands that only read what is published do without mails, pushes and photos.
  const [{ createDeps }, { pino }] = await Promise.all([import('../../origin/create-deps.ts'), import('pino')])
  const environment = readEnvironment()
  const local = environment.environment === 'local'
  const options = {
    ...environment,
    local,
    payments: { sandbox: findLocalSandbox(environment) },
    linkBase: linkBaseOf(environment, environment.edgePort),
    log: pino({ level: 'warn' }, pino.destination(2))
  }
  return await withPublished(async (db) => await work(await createDeps(options, db)))
}

/** Is this production? By APP_ENV, or because the database has served production before. */
export async function isProduction(db: Kysely<Tables>): Promise<boolean> {
  return readEnvironment().environment === 'production' || (await hasRunInProduction(db))
}

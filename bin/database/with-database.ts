import type { Kysely } from 'kysely'
import { openDatabase } from '../../origin/db/database.ts'
import { isMigrated } from '../../origin/db/migrate.ts'
import type { Tables } from '../../origin/db/tables.ts'
import type { Deps } from '../../origin/deps.ts'
import { hasRunInProduction } from '../../origin/settings/production-use.ts'
import { findLocalSandbox } from '../local-sandbox.ts'
import { messageOf } from '../operator/message-of.ts'
import { linkBaseOf, readEnvironment, type Environment } from '../settings.ts'
import { UsageError } from '../operator/usage-error.ts'
import { findDatabaseUrl } from './running-database.ts'

/** How many times as long as the origin a command waits for the database. */
const PATIENCE = 6

/**
 * Runs `work` with the database: DATABASE_URL, otherwise the embedded one of the `npm start` that runs with this DATA_DIR. Its settings are those of
 * production if the database has served production, even without APP_ENV. Throws a readable error when no database answers.
 */
export async function withDatabase<T>(work: (db: Kysely<Tables>, environment: Environment) => Promise<T>): Promise<T> {
  const environment = readEnvironment()
  const { databaseUrl, dataDir } = environment
  const url = findDatabaseUrl()
  if (!url) throw new UsageError('This command needs the database, and none runs here. Run npm start, or set DATABASE_URL.')
  // A command isn't a page: a database that is far away or busy may take longer.
  const db = openDatabase(url, { connections: 1, prepared: false, patience: PATIENCE })
  try {
    const where = databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataDir}`
    const migrated = await isMigrated(db).catch((error: unknown) => {
      throw new UsageError(`${where} does not answer: ${messageOf(error)}`)
    })
    if (!migrated) throw new UsageError(`${where} is that of an older version. Start the origin first.`)
    return await work(db, await environmentOf(db, environment))
  } finally {
    await db.destroy()
  }
}

/** The settings of production if the database has served production, even without APP_ENV; otherwise these. */
export async function environmentOf(db: Kysely<Tables>, environment: Environment): Promise<Environment> {
  return (await hasRunInProduction(db)) ? readEnvironment({ ...process.env, APP_ENV: 'production' }) : environment
}

/** What the origin's functions depend on, for a command: the running origin sends the mails and pushes that they queue. */
export async function createCommandDeps(db: Kysely<Tables>, environment: Environment): Promise<Deps> {
  // Commands that need only the database do without mails, pushes and photos.
  const [{ createDeps }, { pino }] = await Promise.all([import('../../origin/create-deps.ts'), import('pino')])
  const options = {
    ...environment,
    local: environment.environment === 'local',
    payments: { sandbox: findLocalSandbox(environment) },
    linkBase: linkBaseOf(environment, environment.edgePort),
    log: pino({ level: 'warn' }, pino.destination(2))
  }
  return await createDeps(options, db)
}

/**
 * Runs `work` with the dependencies of the origin's functions on this database. Throws a `UsageError` if APP_SECRET isn't the origin's, or if `work`
 * needs one and there is none.
 */
export async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  return await withDatabase(async (db, environment) => {
    const { sealsLikeOrigin } = await import('../../origin/push/vapid-keys.ts')
    const deps = await createCommandDeps(db, environment)
    if (environment.appSecret === '') refuseToRead(deps.secrets, 'app')
    else if (!(await sealsLikeOrigin(deps)))
      throw new UsageError("This APP_SECRET is not the origin's, which sealed what is in this database with another one.")
    return await work(deps)
  })
}

/** Only what needs the secret fails without it: an accountant's export does not. */
function refuseToRead(secrets: Deps['secrets'], name: 'app'): void {
  Object.defineProperty(secrets, name, {
    get: () => {
      throw new UsageError("This needs APP_SECRET. Set it to the origin's.")
    }
  })
}

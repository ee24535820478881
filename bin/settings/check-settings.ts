import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { messageOf } from '../operator/message-of.ts'
import { UsageError } from '../operator/usage-error.ts'
import { EDGE_PORT, ORIGIN_PORT, readEnvironment, type Environment, type Server } from '../settings.ts'
import { tenantsFolder } from './tenants-folder.ts'

/** The oldest major version of PostgreSQL that is tested. */
const OLDEST_POSTGRES = 15
/** How long a database may take to accept a connection, in ms. */
const PATIENCE = 5000

/**
 * The settings of a server, checked together with what they refer to: port, folders, files, database. It only opens connections. Throws a
 * `UsageError` with one line for each thing that the operator has to change.
 */
export async function checkSettings(server: Server): Promise<Environment> {
  const settings = readEnvironment(process.env, server)
  const port = settings.port ?? (server === 'origin' ? ORIGIN_PORT : EDGE_PORT)
  const checks = [checkPort(port, server === 'worker' ? '127.0.0.1' : settings.host)]
  if (server === 'start' || server === 'origin')
    checks.push(
      checkTenants(settings),
      checkDatabase('DATABASE_URL', settings.databaseUrl),
      checkDatabase('DATABASE_LISTEN_URL', settings.databaseListenUrl),
      checkDataDir(settings)
    )
  if (server === 'start' || server === 'edge') checks.push(checkCountries(settings))
  const lines = (await Promise.all(checks)).filter((line) => line !== null)
  if (lines.length > 0) throw new UsageError(lines.join('\n'))
  return settings
}

/** Checks that the port is free and that this user may listen on it. */
function checkPort(port: number, host: string | undefined): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE') resolve(`PORT: ${port} is in use. Choose another one, such as PORT=8790.`)
      else if (code === 'EACCES') resolve(`PORT: this user may not listen on ${port}. Choose one above 1023, such as PORT=8790.`)
      else if (host === undefined) resolve(`PORT: ${message}`)
      else resolve(`HOST: ${host} is not an address of this machine.`)
    })
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)))
  })
}

async function checkTenants(settings: Environment): Promise<string | null> {
  try {
    tenantsFolder(settings)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

async function checkCountries({ country: { database } }: Environment): Promise<string | null> {
  return database === '' || (await may(database, constants.R_OK)) ? null : `GEOIP_MMDB: there is no file ${database}.`
}

async function checkDatabase(name: 'DATABASE_URL' | 'DATABASE_LISTEN_URL', url: string): Promise<string | null> {
  if (!url) return null
  try {
    const major = await majorVersion(new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE }))
    return major < OLDEST_POSTGRES ? `${name}: PostgreSQL ${major} is too old; ${OLDEST_POSTGRES} or newer is needed.` : null
  } catch (error) {
    return `${name}: the database does not answer: ${messageOf(error)}`
  }
}

async function majorVersion(client: pg.Client): Promise<number> {
  // A connection that breaks also fails its query.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Checks that everything in it, perhaps left by another user's start, is writable. */
async function checkDataDir({ dataDir, databaseUrl, s3 }: Environment): Promise<string | null> {
  const needed = [...(databaseUrl ? [] : ['lock', 'postgres', 'postgres.log']), ...(s3 ? [] : ['media'])]
  if (needed.length === 0) return null
  for (const path of [await nearest(dataDir), ...needed.map((name) => join(dataDir, name))]) {
    const found = await stat(path).catch(() => null)
    const isRight = found === null || found.isDirectory() || path.endsWith('.log')
    if (!isRight || (found && !(await may(path, constants.W_OK))))
      return `DATA_DIR: this user cannot write to ${path}. Start as its owner, or set DATA_DIR to another folder.`
  }
  return null
}

/** The folder itself, or its nearest existing parent. */
async function nearest(path: string): Promise<string> {
  return (await stat(path).catch(() => null)) || dirname(path) === path ? path : nearest(dirname(path))
}

async function may(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false
  )
}

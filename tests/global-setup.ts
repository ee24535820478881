import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../bin/postgres/embedded.ts'
import { stopLeftovers } from '../bin/postgres/leftovers.ts'
import { isAlive } from '../bin/postgres/processes.ts'
import { migrate } from '../origin/db/migrate.ts'
import { asAdmin, databasePrefix, rowsOf, SCHEMA, templateDatabase, withDatabase } from './database.ts'

const folderPrefix = 'tether-test-'
/** Hundreds of databases, of some hundred files each, come and go: bin/test.mjs sees to it that this is in memory. */
const folder = tmpdir()
/**
 * No query of a test is large enough for any of it to pay off: tidying in the background, planning a statement for its values the first five times,
 * parallel workers.
 */
const CALM = ['autovacuum = off', 'plan_cache_mode = force_generic_plan', 'max_parallel_workers_per_gather = 0']

/** Starts one server for the run, or uses that of TEST_DATABASE_URL, with a migrated template database. @returns the teardown */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env['TEST_DATABASE_URL']
  const server = outside ? { url: outside, socketUrl: outside, stop: async () => {} } : await startServer()
  try {
    project.provide('emptyDatabase', await makeTemplate(server.url))
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('databaseAdminUrl', server.url)
  project.provide('databaseSocketUrl', server.socketUrl)
  return async () => {
    if (outside) await dropTemplate(outside)
    await server.stop()
  }
}

async function startServer(): Promise<{ url: string; socketUrl: string; stop: () => Promise<void> }> {
  await removeForgotten()
  const dataDir = mkdtempSync(join(folder, `${folderPrefix}${process.pid}-`))
  const log = (line: string) => console.error(line)
  const server = await startEmbedded({ dataDir, fsync: false, maxConnections: 200, log })
  await asAdmin(server.url, async (admin) => {
    // Hashing the password four thousand times, on both sides, takes a sixth of the time of opening a connection.
    await admin.query(`set scram_iterations = 1; alter role current_user password '${new URL(server.url).password}'`)
    for (const setting of CALM) await admin.query(`alter system set ${setting}`)
    await admin.query('select pg_reload_conf()')
  })
  return {
    url: server.url,
    socketUrl: server.socketUrl,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

/** Stops the servers and removes the folders of killed test runs; each folder is named after its run's process. */
async function removeForgotten(): Promise<void> {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(folderPrefix))) {
    const pid = Number.parseInt(name.slice(folderPrefix.length), 10)
    if (!pid || isAlive(pid)) continue
    try {
      const dataDir = realpathSync(join(folder, name))
      await stopLeftovers(join(dataDir, 'postgres'), () => {})
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // another user's
    }
  }
}

async function makeTemplate(adminUrl: string): Promise<ProvidedContext['emptyDatabase']> {
  await dropTemplate(adminUrl)
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${templateDatabase}`))
  const url = withDatabase(adminUrl, templateDatabase)
  await migrate(url)
  return await asAdmin(url, async (admin) => {
    const { rows } = await admin.query<{ name: string }>("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'")
    const rowsIn = async (name: string) => (await admin.query(`select from ${name} limit 1`)).rowCount
    const written: string[] = []
    for (const { name } of rows) if ((await rowsIn(name)) === 0) written.push(name)
    const query = rowsOf(rows.map(({ name }) => name).filter((name) => !written.includes(name)))
    const seeded = { query, rows: (await admin.query<{ rows: string }>(query)).rows[0]!.rows }
    return { schema: (await admin.query<{ schema: string }>(SCHEMA)).rows[0]!.schema, written, seeded }
  })
}

/** Drops the template, and the copies of it that tests returned. */
async function dropTemplate(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ name: string }>('select datname as name from pg_database where datname = $1 or datname like $2', [
      templateDatabase,
      `${databasePrefix}%`
    ])
    for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`)
  })
}

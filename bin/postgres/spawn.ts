import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { plainEnvironment } from './account.ts'
import { role } from './cluster.ts'
import { giveTo } from './place.ts'
import type { Place } from './place.ts'

/** How a server is run. */
export interface ServerOptions {
  place: Place
  /** Absolute path of the server's log. */
  logFile: string
  /** false: no protection against power loss, for tests. */
  durable: boolean
  /** Absolute path of the folder of its Unix socket; empty: none. */
  socketFolder: string
  maxConnections: number
  log: (line: string) => void
}

const logLimit = 5_000_000
const patience = 120_000

/** Starts the server on `url`'s port; it isn't up yet when this returns. */
export function spawnServer({ place, logFile, durable, socketFolder, maxConnections }: ServerOptions, url: string): ChildProcess {
  const settings = {
    port: new URL(url).port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder,
    max_connections: String(maxConnections),
    deadlock_timeout: '200ms',
    lock_timeout: '2s',
    statement_timeout: '5s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    log_checkpoints: 'off',
    // Neither statements nor the values that violated a constraint belong in a log: they contain members' data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse'
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program = '', ...rest] = [...place.account.prefix, place.postgres, '-D', place.data, ...args]
  if (sizeOf(logFile) > logLimit) renameSync(logFile, `${logFile}.1`)
  const output = openSync(logFile, 'a', 0o600)
  try {
    giveTo(place.account.owner, logFile)
    const stdio = ['ignore', output, output] as const
    const child = spawn(program, rest, { ...place.account.ids, cwd: place.data, env: plainEnvironment, detached: true, stdio: [...stdio] })
    child.on('error', () => {}) // a program that cannot be started is reported by waitForServer
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

/**
 * Waits until the server accepts connections and has our database.
 * @throws Error with the end of the server's log if it ended, was stopped or takes too long; it may still be running then
 */
export async function waitForServer(child: ChildProcess, options: ServerOptions, url: string, stopped: AbortSignal): Promise<void> {
  const begin = performance.now()
  let told = false
  const failure = (reason: string) => new Error(`The database server did not start: ${reason}\nIts log is ${options.logFile}`)
  for (;;) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) throw failure(endOf(options.logFile))
    if (stopped.aborted) throw failure('it was stopped while it started')
    const answer = await hasDatabase(url)
    if (answer === true) return
    if (answer !== false) throw failure(answer)
    const waited = performance.now() - begin
    if (waited > patience) throw failure(`it took longer than ${patience / 1000} s\n${endOf(options.logFile)}`)
    if (waited > 3000 && !told) options.log('The database is recovering from a crash; this can take a minute.')
    told = waited > 3000
    await sleep(20)
  }
}

/** Creates our database if missing. @returns false while the server doesn't accept connections yet; its message if it refuses */
async function hasDatabase(url: string): Promise<boolean | string> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href, connectionTimeoutMillis: 2000 })
  client.on('error', () => {}) // a connection that breaks also fails its query
  try {
    await client.connect()
    const found = await client.query('select 1 from pg_database where datname = $1', [role])
    if (found.rowCount === 0) await client.query(`create database ${role}`)
    return true
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    // 57P03: starting up. Without a code: the connection was closed or timed out.
    if (code === undefined || ['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code)) return false
    return message
  } finally {
    await client.end().catch(() => {})
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function endOf(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  return lines.findLast((line) => / (FATAL|PANIC): /.test(line)) ?? lines.slice(-3).join('\n')
}

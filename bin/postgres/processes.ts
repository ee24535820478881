import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const linux = process.platform === 'linux'

/** Whether a process with this id exists, no matter who owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A name that is unique to one process, even after its id is reused: `<start time>-<pid>-<boot>`. Names sort by start time. `null`: no such process
 * (a zombie counts as none).
 */
export function processName(pid: number): string | null {
  if (!isAlive(pid)) return null
  if (!linux) return `${startedAt(pid)}-${pid}-0`
  try {
    // proc(5): the command is in parentheses and may contain anything, so fields are counted after the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return null
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
    return `${(fields[19] ?? '').padStart(16, '0')}-${pid}-${boot}`
  } catch {
    return null
  }
}

function startedAt(pid: number): string {
  if (process.platform === 'win32') return '0'.repeat(16)
  const answer = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  return String(Date.parse(answer.stdout?.trim() ?? '') || 0).padStart(16, '0')
}

/**
 * The PostgreSQL processes, initdb included, that work in a directory. On Linux all of them (each has it or a folder in it as its working directory),
 * elsewhere only a server's first process, identified by its `-D`.
 * @param data absolute path without symbolic links
 */
export function serverProcesses(data: string): number[] {
  if (process.platform === 'win32') return []
  if (!linux) {
    const answer = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
    const lines = (answer.stdout ?? '').split('\n').filter((line) => line.includes(`postgres -D ${data} `))
    return lines.map((line) => Number.parseInt(line, 10))
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const program = basename(readlinkSync(`/proc/${pid}/exe`))
      return /^(postgres|initdb)( \(deleted\))?$/.test(program) && `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${data}/`)
    } catch {
      return false // gone meanwhile, or not ours to look at
    }
  })
}

/** The id in `postmaster.pid`, or null if there is none. */
export function postmasterPid(data: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10) || null
  } catch {
    return null
  }
}

/** Waits until `done()` is true. @returns whether it did within `limit` ms */
export async function waitUntil(done: () => boolean, limit: number): Promise<boolean> {
  const end = performance.now() + limit
  while (!done()) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/** Sends a signal; ignores a process that is gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

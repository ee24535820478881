import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, postmasterPid, processName, serverProcesses, signal, waitUntil } from './processes.ts'

/**
 * Stops what an earlier, killed run left running on a data directory. The caller holds the directory's lock, so no one needs it.
 * @param data absolute path without symbolic links
 */
export async function stopLeftovers(data: string, log: (line: string) => void): Promise<void> {
  // A process that is exiting loses its program's name before its memory, and a server doesn't start while the memory is in use.
  const seen = new Map<number, string | null>()
  const gone = () => {
    for (const pid of serverProcesses(data)) if (!seen.has(pid)) seen.set(pid, processName(pid))
    return [...seen].every(([pid, name]) => name === null || processName(pid) !== name)
  }
  const first = postmasterPid(data)
  const mainProcessRuns = () => first !== null && serverProcesses(data).includes(first)
  // Children without their parent end by themselves, unless they are busy.
  if (!mainProcessRuns()) await waitUntil(gone, 500)
  if (!gone()) {
    log('Stopping the database server that an earlier run left behind.')
    if (first !== null && mainProcessRuns()) {
      signal(first, 'SIGINT') // fast shutdown
      await waitUntil(gone, 5000)
    }
    for (const pid of serverProcesses(data)) signal(pid, 'SIGKILL')
    if (!(await waitUntil(gone, 10_000))) throw new Error(`The database processes ${serverProcesses(data).join(', ')} cannot be stopped.`)
  }
  // PostgreSQL takes any living process with the number in its lock file for a server, as after a restart of a container. Here we know that none is
  // alive. (A dead number is left to PostgreSQL, which then also looks for leftover shared memory.)
  const last = postmasterPid(data)
  if (process.platform === 'linux' && last !== null && isAlive(last)) rmSync(join(data, 'postmaster.pid'), { force: true })
}

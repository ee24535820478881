import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processName } from './processes.ts'

const ours = new Set<string>()

/**
 * Takes a data directory for this process. The lock is a file in `<dir>/lock` named after the process, so a killed owner's lock is recognized as dead
 * and no one has to remove one by hand. Of two simultaneous processes the older one wins.
 * @param dir has a folder `lock`
 * @returns releases the directory
 * @throws Error with a plain message when a living process holds it
 */
export async function claimDirectory(dir: string): Promise<() => void> {
  const locks = join(dir, 'lock')
  const name = processName(process.pid)
  if (name === null) throw new Error(`Cannot read this process's own entry in /proc, so ${dir} cannot be locked.`)
  const path = join(locks, name)
  if (ours.has(path)) throw inUse(dir, process.pid)
  const release = () => {
    rmSync(path, { force: true })
    ours.delete(path)
  }
  writeFileSync(path, '')
  ours.add(path)
  // Each writes first and checks afterwards, so at least one of two sees the other; a process only gets in when no other living one is listed.
  const end = performance.now() + 2000
  for (;;) {
    const others = readdirSync(locks).filter((other) => other !== name && !removeIfDead(locks, other))
    const [first] = others
    if (first === undefined) return release
    if (others.some((other) => other < name) || performance.now() > end) {
      release()
      throw inUse(dir, pidOf(first))
    }
    await sleep(20)
  }
}

function removeIfDead(locks: string, name: string): boolean {
  if (processName(pidOf(name)) === name) return false
  rmSync(join(locks, name), { force: true })
  return true
}

function pidOf(name: string): number {
  return Number(name.split('-')[1])
}

function inUse(dir: string, pid: number): Error {
  return new Error(`Process ${pid} is using the data in ${dir}. Stop it first, or set DATA_DIR to another folder.`)
}

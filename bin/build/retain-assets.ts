import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A page opened before a release may still ask for its modules: hashed files are served for this long after they were replaced. In s. */
export const RETAINED = 7 * 86_400

/**
 * Moves the files of the last builds aside before a build empties their folder. Returns a function that restores the recent ones.
 * @param now in ms
 */
export async function retainAssets(folder: string, aside: string, now: number): Promise<() => Promise<string[]>> {
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { recursive: true })
  await cp(folder, aside, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    // The first build has nothing to retain.
    if (error.code !== 'ENOENT') throw error
  })
  /** When each file of an earlier build was replaced, in ms; this build replaces the others. */
  const times = `${aside}.json`
  return async () => {
    const fresh = new Set(await readdir(folder))
    const old = (await readdir(aside)).filter((name) => !fresh.has(name))
    const replaced = JSON.parse(await readFile(times, 'utf8').catch(() => '{}')) as Record<string, number>
    const kept = old.filter((name) => now - (replaced[name] ?? now) < RETAINED * 1000)
    for (const name of kept) await cp(join(aside, name), join(folder, name))
    await writeFile(times, JSON.stringify(Object.fromEntries(kept.map((name) => [name, replaced[name] ?? now]))))
    await rm(aside, { recursive: true, force: true })
    return kept
  }
}

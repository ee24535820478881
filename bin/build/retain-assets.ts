import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A page opened before a release may still ask for its modules: hashed files are served for this long. In s. */
export const RETAINED = 7 * 86_400

/** Moves the files of the last builds aside before a build empties their folder. Returns a function that restores the recent ones. */
export async function retainAssets(folder: string, aside: string, now: number): Promise<() => Promise<string[]>> {
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { recursive: true })
  await cp(folder, aside, { recursive: true, preserveTimestamps: true }).catch((error: NodeJS.ErrnoException) => {
    // The first build has nothing to retain.
    if (error.code !== 'ENOENT') throw error
  })
  return async () => {
    const fresh = new Set(await readdir(folder))
    const old = (await readdir(aside)).filter((name) => !fresh.has(name))
    const ages = await Promise.all(old.map(async (name) => now - (await stat(join(aside, name))).mtimeMs))
    const kept = old.filter((_, index) => ages[index]! < RETAINED * 1000)
    for (const name of kept) await cp(join(aside, name), join(folder, name), { preserveTimestamps: true })
    await rm(aside, { recursive: true, force: true })
    return kept
  }
}

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Files of members by key, such as `photos/<id>/thumb.webp`. */
export interface MediaStore {
  /** Where the files are, for operators. */
  readonly place: string
  /** Writes the whole file or nothing; an older one under the key is replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The file, or null when there is none. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** The keys of the files in a folder, by name. */
  list(folder: string): AsyncIterable<string>
  /** Deletes the file, if it exists. */
  delete(key: string): Promise<void>
  /** Deletes what killed writes left behind; returns how many. */
  tidy(): Promise<number>
}

/** Folders and a file of letters, digits, `_`, `-` and inner dots: nothing that a file system or a URL could read as a path outside. */
const KEY = /^(?:[A-Za-z0-9_-]+\/)*[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/

/** The key itself; throws when it has a character that is not allowed. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error('A media key has a character that is not allowed')
  return key
}

/** Where files are written until they are complete. Keys never begin with a dot. */
const UNFINISHED = '.unfinished'
/** A write that is older than this was killed. In ms. */
const GIVEN_UP = 3600 * 1000

/** Stores the files in folders under `directory`, which is created if missing. */
export function createFileStore(directory: string): MediaStore {
  const pathOf = (key: string) => join(directory, checkKey(key))
  const unfinished = join(directory, UNFINISHED)
  return {
    place: directory,
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(unfinished, { recursive: true })
      // Written elsewhere and renamed: a full disk or a killed process leaves no half picture under the key.
      const part = join(unfinished, randomBytes(12).toString('hex'))
      try {
        await writeFile(part, bytes)
        await mkdir(dirname(path), { recursive: true })
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key) {
      return await unlessMissing(readFile(pathOf(key)), null)
    },
    async *list(folder) {
      for (const name of (await unlessMissing<string[], string[]>(readdir(pathOf(folder)), [])).toSorted((a, b) => (a < b ? -1 : 1)))
        yield `${folder}/${name}`
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    async tidy() {
      let count = 0
      for (const name of await unlessMissing(readdir(unfinished), [])) {
        const part = await unlessMissing(stat(join(unfinished, name)), null)
        if (!part || Date.now() - part.mtimeMs < GIVEN_UP) continue
        await rm(join(unfinished, name), { force: true })
        count += 1
      }
      return count
    }
  }
}

async function unlessMissing<T, E>(found: Promise<T>, otherwise: E): Promise<T | E> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise
    throw error
  }
}

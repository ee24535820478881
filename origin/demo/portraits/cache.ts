import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { newPublicId } from '../../db/public-id.ts'

const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/portraits/', import.meta.url))

/**
 * Files made from a drawing, created once per machine: they are most of the cost of a demo world, and always the same. If nothing can be cached, they
 * are created again.
 * @param names of the files that `make` returns
 */
export async function cachedFiles<Name extends string>(
  svg: string,
  names: readonly Name[],
  make: (svg: string) => Promise<Record<Name, Uint8Array>>
): Promise<Record<Name, Uint8Array>> {
  const folder = `${FOLDER}${createHash('sha256').update(svg).update(make.toString()).digest('hex')}`
  const pathOf = (name: Name) => `${folder}/${name}`
  try {
    const files: Partial<Record<Name, Uint8Array>> = {}
    for (const name of names) files[name] = await readFile(pathOf(name))
    return files as Record<Name, Uint8Array>
  } catch {
    const made = await make(svg)
    await store(folder, made).catch(() => {})
    return made
  }
}

/** All files or none: another start may be reading. */
async function store(folder: string, files: Record<string, Uint8Array>): Promise<void> {
  const unfinished = `${FOLDER}${newPublicId()}`
  await mkdir(unfinished, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) await writeFile(`${unfinished}/${name}`, bytes)
  await rename(unfinished, folder)
}

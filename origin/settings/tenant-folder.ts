import { watch, type FSWatcher } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { MessageKeys } from '../../shared/tenants/lint.ts'
import { parseTenantFiles, tenantIdOf, type SourceFile, type TenantFiles } from '../../shared/tenants/parse-files.ts'
import { problemLine, type Problem } from '../../shared/tenants/problem.ts'

/** What the operator's folder says. */
export interface TenantFolder {
  /** Tenants without a mistake; in a watched folder also the last good version of the others. By file name. */
  records: TenantFiles[]
  problems: Problem[]
  /** Tenants with a mistake: their published version stays. A tenant that is neither here nor in `records` is gone. */
  faulty: string[]
}

/**
 * Reads `<dir>/*.json`, `<dir>/companies/*.json` and the drawings of `<dir>/scenes` and `<dir>/marks`. Throws when `dir` cannot be read.
 * @param keys message keys by language; with them, languages without a text give a warning
 */
export async function readTenantFolder(dir: string, keys?: MessageKeys): Promise<TenantFolder> {
  return interpret(await readTenantFiles(dir), keys)
}

/** How long the folder must be quiet before it is read: editors write in several steps. */
const QUIET = 80

/**
 * Reports every change of the folder's content, one at a time. A tenant whose file has a mistake keeps the last good version, and `log` says what is
 * wrong.
 * @param onChange is awaited before the next change is reported; what it throws is logged
 * @returns stops watching
 */
export async function watchTenantFolder(
  dir: string,
  onChange: (folder: TenantFolder) => void | Promise<void>,
  log: (line: string) => void
): Promise<() => void> {
  let files = await readTenantFiles(dir)
  const good = new Map(interpret(files).records.map((record) => [record.settings.id, record]))
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()

  const look = async () => {
    const now = await readTenantFiles(dir)
    if (isDeepStrictEqual(files, now)) return
    files = now
    const folder = interpret(now)
    for (const problem of folder.problems) if (problem.severity === 'error') log(problemLine(problem))
    const kept = folder.faulty.flatMap((id) => good.get(id) ?? [])
    if (kept.length > 0) log(`Kept the last good version of ${kept.map(({ settings }) => settings.id).join(', ')}.`)
    const records = [...folder.records, ...kept].sort(byId)
    good.clear()
    for (const record of records) good.set(record.settings.id, record)
    await onChange({ ...folder, records })
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      turn = turn.then(look).catch((error: unknown) => log(`The tenants folder could not be read: ${String(error)}`))
    }, QUIET)
  }
  const stop = watchFolders(dir, soon)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Folders inside the operator's folder, and the kind of file in each. */
const INSIDE = { companies: '.json', scenes: '.svg', marks: '.svg' } as const

/**
 * Each folder separately: when watching recursively, Node watches every file instead, and on Linux loses one that is replaced by renaming, as many
 * editors save. Returns a function that stops watching.
 */
function watchFolders(dir: string, onEvent: () => void): () => void {
  const inside = new Map<string, FSWatcher>()
  const watchInside = (name: string) => {
    inside.get(name)?.close()
    inside.delete(name)
    try {
      inside.set(name, watch(join(dir, name), { persistent: false }, onEvent).on('error', onEvent))
    } catch {
      // It may be created later.
    }
  }
  const own = watch(dir, { persistent: false }, (_, name) => {
    // Created later, or re-created by switching branches.
    for (const folder of Object.keys(INSIDE)) if (name === null || name === folder) watchInside(folder)
    onEvent()
  }).on('error', onEvent)
  for (const folder of Object.keys(INSIDE)) watchInside(folder)
  return () => {
    own.close()
    for (const watcher of inside.values()) watcher.close()
  }
}

function interpret(files: readonly SourceFile[], keys?: MessageKeys): TenantFolder {
  const { records, problems } = parseTenantFiles(files, keys)
  const sound = new Set(records.map(({ settings }) => settings.id))
  const ids = files.flatMap((file) => tenantIdOf(file.path) ?? [])
  return { records: records.sort(byId), problems, faulty: ids.filter((id) => !sound.has(id)) }
}

const byId = (one: TenantFiles, other: TenantFiles) => (one.settings.id < other.settings.id ? -1 : 1)

/** The texts of the folder's tenants, companies and drawings, schemas left out. Throws when `dir` cannot be read. */
export async function readTenantFiles(dir: string): Promise<SourceFile[]> {
  const inside = Object.entries(INSIDE).map(([name, ending]) => readFolder(join(dir, name), ending, false))
  return (await Promise.all([readFolder(dir, '.json', true), ...inside])).flat()
}

async function readFolder(folder: string, ending: string, needed: boolean): Promise<SourceFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (needed) throw error
    return []
  })
  const texts = names
    .filter((name) => name.endsWith(ending) && isSource(name))
    .sort()
    .map(async (name) => {
      const file = join(folder, name)
      const text = await readFile(file, 'utf8').catch(ifGone)
      return text === null ? [] : [{ path: shownPath(file), text }]
    })
  return (await Promise.all(texts)).flat()
}

/** Not the schemas that editors read, nor the hidden files that they write. */
const isSource = (name: string) => !name.endsWith('.schema.json') && !name.startsWith('.')

/** In a form that terminals make clickable. */
const shownPath = (file: string) => relative(process.cwd(), file).replaceAll('\\', '/')

/** A file deleted between listing and reading doesn't exist. */
function ifGone(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface SourceFile {
  /** Path from the project's folder, e.g. `shared/routes/match.ts`. */
  path: string
  folder: string
  text: string
  /** Paths of the project's own modules that it imports, types included. */
  imports: string[]
  /** The same without erased and without lazy imports. */
  valueImports: string[]
  /** Modules that are loaded on demand: `import('./page.tsx')`. */
  lazyImports: string[]
}

const FOLDERS = ['shared', 'locales', 'worker', 'client', 'origin', 'bin', 'bench', 'tests']

/** Every TypeScript and JavaScript file of the project with what it imports. */
export function sourceFiles(): SourceFile[] {
  return FOLDERS.flatMap((folder) => walk(join(ROOT, folder))).map((file) => {
    const text = readFileSync(file, 'utf8')
    const path = relative(ROOT, file)
    const found = [
      ...text.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)/gm)
    ]
    const target = (match: RegExpMatchArray) => relative(ROOT, join(dirname(file), (match[2] ?? match[3])!))
    return {
      path,
      folder: path.split('/')[0]!,
      text,
      imports: found.map(target),
      valueImports: found.filter((match) => !match[1] && match[2]).map(target),
      lazyImports: found.filter((match) => match[3]).map(target)
    }
  })
}

function walk(folder: string): string[] {
  let names: string[]
  try {
    names = readdirSync(folder).filter((name) => name !== 'node_modules')
  } catch {
    return []
  }
  return names.flatMap((name) => {
    const file = join(folder, name)
    if (statSync(file).isDirectory()) return walk(file)
    return /\.(ts|tsx|mjs)$/.test(name) ? [file] : []
  })
}

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routeOf } from '../../shared/routes/match.ts'
import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import type { AssetList } from '../../worker/files/asset-list.ts'
import { ROOT } from '../settings.ts'
import { EARLY } from './chunks.ts'

interface ManifestChunk {
  file: string
  name?: string
  src?: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** Turns the build's manifest into what the edge needs: entry, small script, style sheet, and modules by page and language. */
export async function writeAssetList(): Promise<void> {
  const manifest = JSON.parse(await readFile(join(ROOT, 'dist/client/manifest.json'), 'utf8')) as Record<string, ManifestChunk>
  const fileOf = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build's manifest has no "${name}"`)
    return `/${chunk.file}`
  }
  const withImports = (name: string, seen = new Set<string>()): string[] => {
    if (seen.has(name)) return []
    seen.add(name)
    return [fileOf(name), ...(manifest[name]?.imports ?? []).flatMap((imported) => withImports(imported, seen))]
  }
  const entry = new Set(withImports('client/entry.tsx'))
  const modules = (folder: RegExp) =>
    Object.fromEntries(
      Object.keys(manifest).flatMap((name) => {
        const key = folder.exec(name)?.slice(1).join('/')
        return key ? [[key, withImports(name).filter((file) => !entry.has(file) && file.endsWith('.js'))]] : []
      })
    )
  const pages = modules(/^client\/pages\/([^/]+)\/page\.tsx$/)
  const documents = modules(/^locales\/([a-z-]+\/[a-z]{2})\.json$/)
  const parts = modules(/^locales\/texts\/([a-z]{2}\/[a-z-]+)\.js$/)
  const textsOf = (page: string, locale: Locale) => [
    ...(documents[`${page}/${locale}`] ?? []),
    ...routeOf(page)!.texts.flatMap((part) => parts[`${locale}/${part}`]!)
  ]
  const files = [...new Set(Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))].map(
    (file) => `/${file}`
  )
  const list: AssetList = {
    entry: fileOf('client/entry.tsx'),
    entryImports: [...entry].slice(1),
    visitor: fileOf('client/visitor.ts'),
    early: fileOf(Object.keys(manifest).find((name) => manifest[name]!.name === EARLY) ?? EARLY),
    css: Object.values(manifest)
      .map((chunk) => `/${chunk.file}`)
      .filter((file) => file.endsWith('.css')),
    files,
    integrity: await digestsOf(files.filter((file) => /\.(?:js|css)$/.test(file))),
    pages,
    languages: modules(/^locales\/texts\/([a-z]{2})\.js$/),
    texts: Object.fromEntries(Object.keys(pages).flatMap((page) => LOCALES.map((locale) => [`${page}/${locale}`, textsOf(page, locale)])))
  }
  await writeFile(join(ROOT, 'dist/assets.json'), JSON.stringify(list))
}

/** Integrity digests, which browsers check before using a file, by path. */
async function digestsOf(files: readonly string[]): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const file of files) {
    const bytes = await readFile(join(ROOT, 'dist/client', file))
    digests[file] = `sha256-${createHash('sha256').update(bytes).digest('base64')}`
  }
  return digests
}

import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import type { AssetList } from '../../worker/files/asset-list.ts'

const KB = 1024

/** Script that a page may load before it can be used, in its heaviest language (brotli, bytes; docs/decisions/008). */
export const PAGE_BUDGET = 100 * KB

export interface PageWeight {
  page: string
  language: string
  bytes: number
}

/** What each page loads before it can be used, in the language with the longest texts; the heaviest first. */
export function pageWeights(dist: string): PageWeight[] {
  const list = JSON.parse(readFileSync(join(dist, 'assets.json'), 'utf8')) as AssetList
  const weightOf = (files: string[]) => [...new Set(files)].reduce((sum, file) => sum + bytesOf(dist, file), 0)
  const heaviest = (page: string) =>
    Object.entries(list.languages)
      .map(([language, common]) => ({
        page,
        language,
        bytes: weightOf([list.entry, ...list.entryImports, ...list.pages[page]!, ...common, ...list.texts[`${page}/${language}`]!])
      }))
      .reduce((one, other) => (other.bytes > one.bytes ? other : one))
  return Object.keys(list.pages)
    .map(heaviest)
    .sort((one, other) => other.bytes - one.bytes)
}

const bytesOf = (dist: string, file: string) => statSync(join(dist, 'client/assets', `${basename(file)}.br`)).size

/** Reports what the chunks that every page loads consist of: packages by name, our own code by folder. */
export function noteWeights(note: (weights: ReadonlyMap<string, number>) => void): Plugin {
  return {
    name: 'note-weights',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk')
      const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/client/entry.tsx'))
      const weights = new Map<string, number>()
      for (const chunk of chunks.filter((one) => one === entry || entry?.imports.includes(one.fileName)))
        for (const [part, bytes] of partsOf(chunk)) weights.set(part, (weights.get(part) ?? 0) + bytes)
      note(weights)
    }
  }
}

/** A chunk's weight by part: the compressed size is divided in proportion to the parts' sizes when compressed alone. */
function partsOf({ code, modules }: Rolldown.OutputChunk): [string, number][] {
  const alone = Object.entries(modules).map(
    ([id, module]) => [partOf(id), module.code ? brotliCompressSync(module.code).length : 0] as const
  )
  const scale = brotliCompressSync(code).length / alone.reduce((sum, [, bytes]) => sum + bytes, 1)
  return alone.map(([part, bytes]) => [part, bytes * scale])
}

/** `react-dom` of a file in `node_modules/react-dom/`, `client/ui` for one of our own. */
function partOf(id: string): string {
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? []
  return dependency ?? /\/((?:client|shared|locales)(?:\/\w+(?=\/))?)/.exec(id)?.[1] ?? 'the build itself'
}

/** The lines that the build prints. */
export function weightLines(weights: ReadonlyMap<string, number>, pages: readonly PageWeight[]): string[] {
  const kb = (bytes: number) => (bytes / KB).toFixed(1)
  const parts = [...weights].filter(([, bytes]) => bytes >= KB / 2).sort(([, one], [, other]) => other - one)
  const [heaviest] = pages
  return [
    `in every page (brotli, KB): ${parts.map(([part, bytes]) => `${part} ${kb(bytes)}`).join(', ')}`,
    heaviest ? `the heaviest page is ${heaviest.page} (${heaviest.language}): ${kb(heaviest.bytes)} of ${kb(PAGE_BUDGET)} KB` : 'no page'
  ]
}

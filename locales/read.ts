import { readdirSync, readFileSync } from 'node:fs'
import type { Locale } from '../shared/i18n/locales.ts'

const FOLDER = new URL('.', import.meta.url)

/** Parts of the product's texts, a folder each; the folders of long pages (`pages-terms`) belong to their pages alone. */
export const PARTS: readonly string[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('pages-'))
  .map(({ name }) => name)
  .sort()

/** The messages of one part in one language by key, as ICU source text. Node only: browser and edge have them compiled (load.ts). */
export function readPart(part: string, language: Locale): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${part}/${language}.json`, FOLDER), 'utf8')) as Record<string, string>
}

/** The same of all parts. */
export function readMessages(language: Locale): Record<string, string> {
  return Object.assign({}, ...PARTS.map((part) => readPart(part, language))) as Record<string, string>
}

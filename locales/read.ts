import { readdirSync, readFileSync } from 'node:fs'
import type { Locale } from '../shared/i18n/locales.ts'

const FOLDER = new URL('.', import.meta.url)

/** Is this the part of one long page (`pages-terms`)? It belongs to its page alone, and its keys say nothing outside of it. */
export const isLongPart = (part: string): boolean => part.startsWith('pages-')

const folders = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

/** Parts of the product's texts, a folder each, of which no two have the same key. */
export const PARTS: readonly string[] = folders.filter((name) => !isLongPart(name))

/** Parts of one long page each. */
export const LONG_PARTS: readonly string[] = folders.filter(isLongPart)

/** The messages of one part in one language by key, as ICU source text. Node only: browser and edge have them compiled (load.ts). */
export function readPart(part: string, language: Locale): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${part}/${language}.json`, FOLDER), 'utf8')) as Record<string, string>
}

/** The same of all parts, but for the long pages. */
export function readMessages(language: Locale): Record<string, string> {
  return Object.assign({}, ...PARTS.map((part) => readPart(part, language))) as Record<string, string>
}

import { isStructurallySame, parse } from '@formatjs/icu-messageformat-parser'
import { applyEdits, modify, parse as parseJsonc } from 'jsonc-parser'
import { readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocale, LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { reasonOf } from '../reason.ts'
import { readArb, writeArb } from './arb.ts'
import { noteOf, type Note } from './notes.ts'

/** Where the texts are; tests have copies. */
export interface Home {
  locales: string
  tenants: string
}

const HOME: Home = {
  locales: new URL('../../locales', import.meta.url).pathname,
  tenants: new URL('../../tenants', import.meta.url).pathname
}

/** Texts that belong together: a part of the product or a brand, with a file or an object for each language. */
interface Bundle {
  name: string
  source: Locale
  texts: ReadonlyMap<Locale, Record<string, string>>
  note: (key: string) => Note | null
  /** Takes new texts of a language; returns the file that changed. */
  store: (language: Locale, texts: Record<string, string>) => Promise<string>
}

const BRAND_NOTES: Record<string, Note> = {
  index_title: { description: 'Title of the brand’s first page, also in search results', longest: 70 },
  description: { description: 'What the brand is, in search results and shared links', longest: 170 }
}

/** Writes all texts to the folder; returns how many. */
export async function exportTexts(folder: string, home = HOME): Promise<number> {
  let count = 0
  for (const { name, source, texts, note } of await bundlesOf(home)) {
    await mkdir(join(folder, name), { recursive: true })
    for (const [language, own] of texts) {
      count += Object.keys(own).length
      await writeFile(fileIn(folder, name, language), writeArb(language, own, language === source ? note : null))
    }
  }
  return count
}

/** Takes the translations of the folder. Sources stay as they are in the project. If one text is wrong, nothing is stored. */
export async function importTexts(folder: string, home = HOME): Promise<{ changed: string[]; wrong: string[] }> {
  const wrong: string[] = []
  const stores: (() => Promise<string>)[] = []
  for (const bundle of await bundlesOf(home)) {
    for (const [language, before] of bundle.texts) {
      if (language === bundle.source) continue
      const file = fileIn(folder, bundle.name, language)
      const given = await readFile(file, 'utf8').catch(() => null)
      if (given === null) continue
      const source = bundle.texts.get(bundle.source)!
      try {
        const after = readArb(given)
        wrong.push(...mistakesIn(after, before, source).map((mistake) => `${file}: ${mistake}`))
        const texts = Object.fromEntries(Object.entries(before).map(([key, text]) => [key, after[key] ?? text]))
        if (JSON.stringify(texts) !== JSON.stringify(before)) stores.push(() => bundle.store(language, texts))
      } catch (error) {
        wrong.push(`${file}: ${reasonOf(error)}`)
      }
    }
  }
  const changed: string[] = []
  if (wrong.length === 0) for (const store of stores) changed.push(await store())
  return { changed: [...new Set(changed)], wrong }
}

const fileIn = (folder: string, name: string, language: Locale) => join(folder, name, `texts_${language}.arb`)

async function bundlesOf(home: Home): Promise<Bundle[]> {
  const folders = readdirSync(home.locales, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const files = readdirSync(home.tenants).filter((name) => name.endsWith('.json') && name !== 'tenant.schema.json')
  return await Promise.all([
    ...folders.map(({ name }) => partOf(join(home.locales, name), name)),
    ...files.map((name) => brandOf(join(home.tenants, name), name.slice(0, -'.json'.length)))
  ])
}

async function partOf(folder: string, name: string): Promise<Bundle> {
  const pathOf = (language: Locale) => join(folder, `${language}.json`)
  const read = async (language: Locale) =>
    [language, JSON.parse(await readFile(pathOf(language), 'utf8')) as Record<string, string>] as const
  return {
    name,
    source: 'en',
    texts: new Map(await Promise.all(LOCALES.map(read))),
    note: (key) => noteOf(name, key)?.[1] ?? null,
    async store(language, texts) {
      await writeFile(pathOf(language), `${JSON.stringify(texts, null, 2)}\n`)
      return pathOf(language)
    }
  }
}

type BrandFile = { domain_language: Locale } & Record<string, Partial<Record<Locale, string>>>

/** The texts that an operator writes: `{ "index_title": { "en": … } }` in the brand's file. */
async function brandOf(path: string, id: string): Promise<Bundle> {
  const file = parseJsonc(await readFile(path, 'utf8')) as BrandFile
  const texts = new Map<Locale, Record<string, string>>()
  for (const key of Object.keys(BRAND_NOTES))
    for (const [language, text] of Object.entries(file[key] ?? {}))
      if (isLocale(language)) texts.set(language, { ...texts.get(language), [key]: text })
  return {
    name: `brand-${id}`,
    source: file.domain_language,
    texts,
    note: (key) => BRAND_NOTES[key] ?? null,
    async store(language, changed) {
      let source = await readFile(path, 'utf8')
      for (const [key, text] of Object.entries(changed))
        source = applyEdits(source, modify(source, [key, language], text, { formattingOptions: { insertSpaces: true, tabSize: 2 } }))
      await writeFile(path, source)
      return path
    }
  }
}

/** What is wrong with changed texts: keys that don't exist, ICU that can't be read, values or tags that the source doesn't have. */
function mistakesIn(texts: Record<string, string>, before: Record<string, string>, source: Record<string, string>): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const original = source[key]
    if (original === undefined) return [`${key} is no key of this part.`]
    if (text === before[key]) return []
    try {
      const { success, error } = isStructurallySame(parse(original), parse(text))
      return success ? [] : [`${key} differs from its source: ${reasonOf(error)}`]
    } catch (error) {
      return [`${key} is no ICU message: ${reasonOf(error)}`]
    }
  })
}

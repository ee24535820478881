import { applyEdits, modify, parse as parseJsonc } from 'jsonc-parser'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocale, LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { languagesOf } from '../../shared/tenants/countries.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'
import { noteOf, type Note } from './notes.ts'

/** Where the texts are; tests have copies. */
export interface Home {
  locales: string
  tenants: string
}

/** Texts that belong together: a part of the product or a brand, with a file or an object for each language. */
interface Bundle {
  name: string
  source: Locale
  /** A language without any text has no keys. */
  texts: ReadonlyMap<Locale, Record<string, string>>
  note: (key: string) => Note | null
  /** Takes new texts of a language; returns the file that changed. */
  store: (language: Locale, texts: Record<string, string>) => Promise<string>
}

/** Fields of a brand's settings that hold a text by language. */
type TextField = {
  [F in keyof Tenant]-?: Locale extends keyof Tenant[F] ? (string extends keyof Tenant[F] ? never : F) : never
}[keyof Tenant]

const BRAND_NOTES: Record<TextField, Note> = {
  index_title: { description: 'Title of the brand’s first page, also in search results', longest: 70 },
  description: { description: 'What the brand is, in search results and shared links', longest: 170 },
  fictional_warning: { description: 'Above a conversation with a profile made by the company, and on that profile', longest: null },
  fictional_singular: { description: 'Label of one profile made by the company', longest: 30 },
  fictional_plural: { description: 'Label of several profiles made by the company', longest: 30 }
}
const TEXT_FIELDS = Object.keys(BRAND_NOTES) as TextField[]

/** All texts of the product, and of the brands' files. */
export async function bundlesOf(home: Home): Promise<Bundle[]> {
  const folders = readdirSync(home.locales, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const files = readdirSync(home.tenants).filter((name) => name.endsWith('.json') && name !== 'tenant.schema.json')
  return await Promise.all([
    ...folders.map(({ name }) => partOf(join(home.locales, name), name)),
    ...files.map((name) => brandOf(home.tenants, name.slice(0, -'.json'.length)))
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

type BrandFile = Partial<Pick<Tenant, TextField | 'domain_language' | 'countries' | 'extends'>>

/** The texts that an operator writes: `{ "index_title": { "en": … } }` in the brand's file. Texts inherited from another brand belong to that brand. */
async function brandOf(folder: string, id: string): Promise<Bundle> {
  const pathOf = (brand: string) => join(folder, `${brand}.json`)
  const read = async (brand: string) => parseJsonc(await readFile(pathOf(brand), 'utf8')) as BrandFile
  const file = await read(id)
  const base = file.extends ? await read(file.extends) : {}
  const source = file.domain_language ?? base.domain_language ?? 'en'
  const languages = languagesOf({ domain_language: source, countries: file.countries ?? base.countries ?? [] })
  const texts = new Map<Locale, Record<string, string>>([source, ...languages].map((language) => [language, {}]))
  for (const field of TEXT_FIELDS)
    for (const [language, text] of Object.entries(file[field] ?? {}))
      if (isLocale(language)) texts.set(language, { ...texts.get(language), [field]: text })
  return {
    name: `brand-${id}`,
    source,
    texts,
    note: (key) => BRAND_NOTES[key as TextField] ?? null,
    async store(language, changed) {
      let source = await readFile(pathOf(id), 'utf8')
      for (const [key, text] of Object.entries(changed))
        source = applyEdits(source, modify(source, [key, language], text, { formattingOptions: { insertSpaces: true, tabSize: 2 } }))
      await writeFile(pathOf(id), source)
      return pathOf(id)
    }
  }
}

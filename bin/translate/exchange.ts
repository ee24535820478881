import { isStructurallySame, parse } from '@formatjs/icu-messageformat-parser'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../shared/i18n/locales.ts'
import { messageOf } from '../operator/message-of.ts'
import { readEnvironment, ROOT } from '../settings.ts'
import { tenantsFolder } from '../settings/tenants-folder.ts'
import { UsageError } from '../operator/usage-error.ts'
import { readArb, writeArb } from './arb.ts'
import { bundlesOf, type Home } from './bundles.ts'

/** Where the project and its operator keep texts. */
const ownHome = (): Home => ({ locales: `${ROOT}locales`, tenants: tenantsFolder(readEnvironment()) })

/** Writes all texts to the folder; returns how many. */
export async function exportTexts(folder: string, home = ownHome()): Promise<number> {
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

/** Reads the translations in the folder. Sources stay as they are in the project. If one text is wrong, nothing is stored. */
export async function importTexts(folder: string, home = ownHome()): Promise<{ changed: string[]; wrong: string[] }> {
  const there = new Set<string>()
  for await (const file of glob('*/texts_*.arb', { cwd: folder })) there.add(join(folder, file))
  if (there.size === 0) throw new UsageError(`There are no translations in ${folder}: export writes */texts_*.arb.`)
  const wrong: string[] = []
  const stores: (() => Promise<string>)[] = []
  for (const bundle of await bundlesOf(home)) {
    const source = bundle.texts.get(bundle.source)!
    for (const [language, before] of bundle.texts) {
      const file = fileIn(folder, bundle.name, language)
      if (!there.delete(file) || language === bundle.source) continue
      try {
        const after = readArb(await readFile(file, 'utf8'))
        wrong.push(...mistakesIn(after, before, source).map((mistake) => `${file}: ${mistake}`))
        const changed = Object.fromEntries(Object.entries(after).filter(([key, text]) => before[key] !== text))
        if (Object.keys(changed).length > 0) stores.push(() => bundle.store(language, { ...before, ...changed }))
      } catch (error) {
        wrong.push(`${file}: ${messageOf(error)}`)
      }
    }
  }
  for (const file of there) wrong.push(`${file} belongs to no part and no brand in one of its languages.`)
  const changed: string[] = []
  if (wrong.length === 0) for (const store of stores) changed.push(await store())
  return { changed: [...new Set(changed)], wrong }
}

const fileIn = (folder: string, name: string, language: Locale) => join(folder, name, `texts_${language}.arb`)

/** What is wrong with changed texts: keys that don't exist, ICU that can't be read, values or tags that the source doesn't have. */
function mistakesIn(texts: Record<string, string>, before: Record<string, string>, source: Record<string, string>): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (text === before[key]) return []
    const original = source[key]
    if (original === undefined) return [`${key} is not a key of this part.`]
    try {
      const { success, error } = isStructurallySame(parse(original), parse(text))
      return success ? [] : [`${key} differs from its source: ${messageOf(error)}`]
    } catch (error) {
      return [`${key} is not a valid ICU message: ${messageOf(error)}`]
    }
  })
}

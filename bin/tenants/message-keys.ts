import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { ROOT } from '../settings.ts'

/** Messages of a language by key, as source text. */
export async function messagesOf(locale: Locale): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(ROOT, `locales/${locale}.json`), 'utf8')) as Record<string, string>
}

/** The keys of every language's messages: what `check` compares a tenant's languages with. */
export async function messageKeys(): Promise<Map<Locale, ReadonlySet<string>>> {
  return new Map(await Promise.all(LOCALES.map(async (locale) => [locale, new Set(Object.keys(await messagesOf(locale)))] as const)))
}

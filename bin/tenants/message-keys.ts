import { readMessages } from '../../locales/read.ts'
import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'

/** The keys of every language's messages: what `check` compares a tenant's languages with. */
export function messageKeys(): Map<Locale, ReadonlySet<string>> {
  return new Map(LOCALES.map((locale) => [locale, new Set(Object.keys(readMessages(locale)))]))
}

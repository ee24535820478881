import { readMessages } from '../../locales/read.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { createTranslator, type MessageValues } from '../../shared/i18n/translator.ts'

const catalogues = new Map<Locale, Record<string, string>>()

/**
 * What a reader is shown for a key, from `locales/`: a test that finds its way by a button or a notice needs no copy of its words.
 * Sentences that the specification gives stay spelt out (tests/architecture/specified-texts.test.ts).
 */
export function sentence(key: string, values?: MessageValues, language: Locale = 'en'): string {
  const messages = catalogues.get(language) ?? readMessages(language)
  catalogues.set(language, messages)
  if (!Object.hasOwn(messages, key)) throw new Error(`There is no text "${key}"`)
  return createTranslator(language, messages).t(key, values)
}

import { readMessages } from '../../locales/read.ts'
import { isLocale, DEFAULT_LOCALE, type Locale } from '../../shared/i18n/locales.ts'
import { createTranslator, type Messages, type Translator } from '../../shared/i18n/translator.ts'

const catalogues = new Map<Locale, Messages>()

/**
 * The translator of a language for what the origin writes, which is mostly mails and pushes: here the ICU texts are parsed at run time, not in a build.
 * `country`: the reader's, for the way dates are written there.
 */
export function mailTranslator(language: string, country: string | null = null): Translator {
  const locale = isLocale(language) ? language : DEFAULT_LOCALE
  return createTranslator(locale, catalogueOf(locale), country)
}

function catalogueOf(locale: Locale): Messages {
  let messages = catalogues.get(locale)
  if (!messages) {
    messages = readMessages(locale)
    catalogues.set(locale, messages)
  }
  return messages
}

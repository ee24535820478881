import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Locale } from './locales.ts'

/** Messages of one language by key: compiled ICU for browser and edge, source text where a parser is at hand (mails). */
export type Messages = Record<string, string | MessageFormatElement[]>

export type MessageValues = Record<string, string | number | boolean | Date | null | undefined>

export interface Translator {
  locale: Locale
  /** The sentence for `key`; a missing key is a bug and shows the key. */
  t: (key: string, values?: MessageValues) => string
  has: (key: string) => boolean
  intl: IntlShape
}

const translators = new WeakMap<Messages, Translator>()

/**
 * One translator per catalogue for the life of the process: building `Intl` formatters costs more than
 * rendering a page, so nothing here is made per request.
 */
export function createTranslator(locale: Locale, messages: Messages): Translator {
  const known = translators.get(messages)
  if (known) return known
  // The library's type asks for all texts or all trees; at run time it takes each as it comes.
  const catalogue = messages as Record<string, string>
  const intl = createIntl({ locale, messages: catalogue, defaultLocale: locale, timeZone: 'UTC', onError: () => {} }, createIntlCache())
  const translator: Translator = {
    locale,
    intl,
    has: (key) => Object.hasOwn(messages, key),
    t(key, values) {
      const message = messages[key]
      // A sentence without places for values needs no formatting, also where another language's has some.
      if (typeof message === 'string' && !(values && message.includes('{'))) return message
      return intl.formatMessage({ id: key, defaultMessage: key }, values)
    }
  }
  translators.set(messages, translator)
  return translator
}

import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { formatToParts } from 'intl-messageformat'
import { createFormats, once, type Formats } from './formats.ts'
import type { Locale } from './locales.ts'

/** Messages of one language by key: compiled ICU for browser and edge, source text where a parser is at hand (mails). */
export type Messages = Record<string, string | MessageFormatElement[]>

export type MessageValues = Record<string, string | number | boolean | Date | null | undefined>

export interface Translator {
  locale: Locale
  /** The sentence for `key`; a missing key is a bug and shows the key. */
  t: (key: string, values?: MessageValues) => string
  has: (key: string) => boolean
  intl: Formats
}

/** Sentences name no styles of numbers and dates: what needs one is formatted before. */
const NO_STYLES = { number: {}, date: {}, time: {} }

const translators = new WeakMap<Messages, Translator>()

/**
 * One translator per catalogue for the life of the process: building `Intl` formatters costs more than
 * rendering a page, so nothing here is made per request. The catalogue may grow.
 */
export function createTranslator(locale: Locale, messages: Messages): Translator {
  const known = translators.get(messages)
  if (known) return known
  const formatters = {
    getNumberFormat: once((_, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)),
    getDateTimeFormat: once((_, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)),
    getPluralRules: once((_, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options))
  }
  const treeOf = once((source: string) => parse(source))
  const translator: Translator = {
    locale,
    intl: createFormats(locale),
    has: (key) => Object.hasOwn(messages, key),
    t(key, values) {
      const message = messages[key]
      // A sentence without places for values needs no formatting, also where another language's has some.
      if (typeof message === 'string' && !(values && message.includes('{'))) return message
      if (message === undefined) return key
      try {
        const tree = typeof message === 'string' ? treeOf(message) : message
        return formatToParts(tree, locale, formatters, NO_STYLES, values)
          .map(({ value }) => value)
          .join('')
      } catch {
        // A value is missing, or the sentence has a brace of its own.
        return typeof message === 'string' ? message : key
      }
    }
  }
  translators.set(messages, translator)
  return translator
}

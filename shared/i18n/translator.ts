import { createFormatters, createIntlCache } from '@formatjs/intl'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Locale } from './locales.ts'

/** Messages of one language by key: compiled ICU for browser and edge, source text where a parser is at hand (mails). */
export type Messages = Record<string, string | MessageFormatElement[]>

export type MessageValues = Record<string, string | number | boolean | Date | null | undefined>

/** Dates, lists and names of one language. Instants are ISO texts, ms or dates; without a `timeZone` they are in UTC. */
export interface Formats {
  formatDate: (at: string | number | Date, options: Intl.DateTimeFormatOptions) => string
  formatRelativeTime: (value: number, unit: Intl.RelativeTimeFormatUnit, options: Intl.RelativeTimeFormatOptions) => string
  formatList: (items: readonly string[], options: Intl.ListFormatOptions) => string
  /** Undefined where the language has no name for the code. */
  formatDisplayName: (code: string, options: Intl.DisplayNamesOptions) => string | undefined
}

export interface Translator {
  locale: Locale
  /** The sentence for `key`; a missing key is a bug and shows the key. */
  t: (key: string, values?: MessageValues) => string
  has: (key: string) => boolean
  intl: Formats
}

const translators = new WeakMap<Messages, Translator>()

/**
 * One translator per catalogue for the life of the process: building `Intl` formatters costs more than
 * rendering a page, so nothing here is made per request. The catalogue may grow.
 */
export function createTranslator(locale: Locale, messages: Messages): Translator {
  const known = translators.get(messages)
  if (known) return known
  // Of the library only what is used here: its `createIntl` brings the rest into every page.
  const formatters = createFormatters(createIntlCache())
  // The library finds a sentence by the text of its whole tree; the tree itself is quicker.
  const sentences = new Map<Messages[string], ReturnType<typeof formatters.getMessageFormat>>()
  const sentenceOf = (message: Messages[string]) => {
    const sentence = sentences.get(message) ?? formatters.getMessageFormat(message, locale, {}, { formatters })
    sentences.set(message, sentence)
    return sentence
  }
  const translator: Translator = {
    locale,
    intl: {
      formatDate: (at, options) => formatters.getDateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(at)),
      formatRelativeTime: (value, unit, options) => formatters.getRelativeTimeFormat(locale, options).format(value, unit),
      formatList: (items, options) => formatters.getListFormat(locale, options).format(items),
      formatDisplayName(code, options) {
        try {
          return formatters.getDisplayNames(locale, options).of(code)
        } catch {
          // No well-formed code, such as Tor's `T1`.
          return undefined
        }
      }
    },
    has: (key) => Object.hasOwn(messages, key),
    t(key, values) {
      const message = messages[key]
      // A sentence without places for values needs no formatting, also where another language's has some.
      if (typeof message === 'string' && !(values && message.includes('{'))) return message
      if (message === undefined) return key
      try {
        return String(sentenceOf(message).format(values))
      } catch {
        // A value is missing.
        return typeof message === 'string' ? message : key
      }
    }
  }
  translators.set(messages, translator)
  return translator
}

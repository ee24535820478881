import { createFormatters, createIntlCache } from '@formatjs/intl'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Locale } from './locales.ts'

/** Messages of one language by key: compiled ICU for browser and edge, source text where a parser is available (mails). */
export type Messages = Record<string, string | MessageFormatElement[]>

export type MessageValues = Record<string, string | number | boolean | Date | null | undefined>

/**
 * Dates, lists and names of one language. Instants are ISO strings, ms or dates, shown in the time zone that is given: the reader's,
 * the site's, or `UTC` for a calendar day, which is the same everywhere.
 */
export interface Formats {
  formatDate: (at: string | number | Date, options: Intl.DateTimeFormatOptions & { timeZone: string }) => string
  formatRelativeTime: (value: number, unit: Intl.RelativeTimeFormatUnit, options: Intl.RelativeTimeFormatOptions) => string
  formatList: (items: readonly string[], options: Intl.ListFormatOptions) => string
  /** The name of a country; its code if the language has none for it. */
  countryName: (code: string) => string
  /** The name of a language; its code if this language has none for it. */
  languageName: (code: string) => string
}

export interface Translator {
  locale: Locale
  /** The language as it is written in the reader's country: `en-GB`. */
  tag: string
  /** The message for `key`; a missing key is a bug and shows the key. */
  t: (key: string, values?: MessageValues) => string
  has: (key: string) => boolean
  intl: Formats
}

type Sentences = Pick<Translator, 't' | 'has'>

// Only the parts of the library that are used here: its `createIntl` brings the rest into every page.
const formatters = createFormatters(createIntlCache())
/** The sentences of a catalogue, by the way numbers are written in them. */
const catalogues = new WeakMap<Messages, Map<string, Sentences>>()
const tags = new Map<string, string>()
const numbers = new Map<string, string>()
/** Names by language, type and code: a page lists a country's name for every member on it. */
const names = new Map<string, string>()

/**
 * The messages of a catalogue, which may grow, and how dates, numbers and names are written in the reader's country: the British `14:05` is the
 * American `2:05 PM`, the Spanish `10.000` the Mexican `10,000`. The formatters are cached for the life of the process: building `Intl` formatters
 * costs more than rendering a page.
 */
export function createTranslator(locale: Locale, messages: Messages, country: string | null = null): Translator {
  const tag = tagOf(locale, country)
  const known = catalogues.get(messages) ?? new Map<string, Sentences>()
  catalogues.set(messages, known)
  // All else in a sentence depends on the language alone, and most countries write numbers as their language does.
  const written = numbersIn(tag)
  const sentences = known.get(written) ?? sentencesOf(written === numbersIn(locale) ? locale : tag, messages)
  known.set(written, sentences)
  return { locale, tag, ...sentences, intl: formatsOf(tag) }
}

/** What shows how numbers are written: Spain groups them from five digits on, Mexico from four. */
function numbersIn(tag: string): string {
  const known = numbers.get(tag)
  if (known !== undefined) return known
  const formatter = new Intl.NumberFormat(tag)
  const written = `${formatter.format(1234.5)} ${formatter.format(12345.6)}`
  numbers.set(tag, written)
  return written
}

/** The language as it is written in a country, such as `en-GB`; the language alone if there is no such convention (`fr-GB`). */
function tagOf(locale: Locale, country: string | null): string {
  const asked = country ? `${locale}-${country}` : locale
  const tag = tags.get(asked) ?? ifKnown(() => new Intl.DateTimeFormat(asked).resolvedOptions().locale) ?? locale
  tags.set(asked, tag)
  return tag
}

/** The answer of `Intl`; undefined for a malformed code, such as Tor's country `T1`. */
function ifKnown(read: () => string | undefined): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function formatsOf(tag: string): Formats {
  return {
    formatDate(at, options) {
      const date = formatters.getDateTimeFormat(tag, options).format(new Date(at))
      // French writes the first day of a month as an ordinal, which Intl doesn't know: 1er mai.
      return tag.startsWith('fr') ? date.replace(/\b1(?=\s\S{3})/, '1er') : date
    },
    formatRelativeTime: (value, unit, options) => formatters.getRelativeTimeFormat(tag, options).format(value, unit),
    formatList: (items, options) => formatters.getListFormat(tag, options).format(items),
    countryName: (code) => nameOf(tag, 'region', code),
    languageName: (code) => nameOf(tag, 'language', code)
  }
}

function nameOf(tag: string, type: 'region' | 'language', code: string): string {
  const key = `${tag} ${type} ${code}`
  const name = names.get(key) ?? ifKnown(() => formatters.getDisplayNames(tag, { type }).of(code))
  // What no country can be called isn't remembered: a visitor's address may say anything.
  if (name === undefined) return code
  names.set(key, name)
  return name
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A name or text that is written from right to left, between marks that keep it from turning the signs and numbers beside it in the sentence. */
function isolated(values: MessageValues | undefined): MessageValues | undefined {
  let changed = values
  for (const [name, value] of Object.entries(values ?? {}))
    if (typeof value === 'string' && RIGHT_TO_LEFT.test(value)) changed = { ...changed, [name]: `\u2068${value}\u2069` }
  return changed
}

function sentencesOf(tag: string, messages: Messages): Sentences {
  // The library looks up a message by its serialized tree; the tree itself is a faster key.
  const sentences = new Map<Messages[string], ReturnType<typeof formatters.getMessageFormat>>()
  const sentenceOf = (message: Messages[string]) => {
    const sentence = sentences.get(message) ?? formatters.getMessageFormat(message, tag, {}, { formatters })
    sentences.set(message, sentence)
    return sentence
  }
  return {
    has: (key) => Object.hasOwn(messages, key),
    t(key, values) {
      const message = messages[key]
      // A message without placeholders needs no formatting, even if another language's has some.
      if (typeof message === 'string' && !(values && message.includes('{'))) return message
      if (message === undefined) return key
      try {
        return String(sentenceOf(message).format(isolated(values)))
      } catch {
        // A value is missing.
        return typeof message === 'string' ? message : key
      }
    }
  }
}

import type { Locale } from './locales.ts'

type Instant = string | number | Date

/** Dates, lists and names of one language. Instants are ISO texts, ms or dates; without a `timeZone` they are told in UTC. */
export interface Formats {
  formatDate: (at: Instant, options: Intl.DateTimeFormatOptions) => string
  formatRelativeTime: (value: number, unit: Intl.RelativeTimeFormatUnit, options: Intl.RelativeTimeFormatOptions) => string
  formatList: (items: readonly string[], options: Intl.ListFormatOptions) => string
  /** Undefined where the language has no name for the code. */
  formatDisplayName: (code: string, options: Intl.DisplayNamesOptions) => string | undefined
}

/** Building an `Intl` formatter costs more than using it a hundred times: each is made once for its options. */
export function createFormats(locale: Locale): Formats {
  const dates = once((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }))
  const times = once((options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options))
  const lists = once((options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))
  const names = once((options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options))
  return {
    formatDate: (at, options) => dates(options).format(new Date(at)),
    formatRelativeTime: (value, unit, options) => times(options).format(value, unit),
    formatList: (items, options) => lists(options).format(items),
    formatDisplayName(code, options) {
      try {
        return names(options).of(code)
      } catch {
        // No well-formed code, such as Tor's `T1`.
        return undefined
      }
    }
  }
}

/** Keeps what was made by its arguments; a page uses a dozen. */
export function once<Arguments extends unknown[], Made>(make: (...given: Arguments) => Made): (...given: Arguments) => Made {
  const made = new Map<string, Made>()
  return (...given) => {
    const key = JSON.stringify(given)
    const known = made.get(key) ?? make(...given)
    made.set(key, known)
    return known
  }
}

import { LOCALES, type Locale } from '../shared/i18n/locales.ts'
import type { Messages } from '../shared/i18n/translator.ts'

// What the build makes of each language's file (vite.config.ts): one chunk with the texts of every page, one for each other part.
const LANGUAGES: Record<Locale, () => Promise<typeof import('virtual:texts/*')>> = {
  da: () => import('virtual:texts/da'),
  de: () => import('virtual:texts/de'),
  en: () => import('virtual:texts/en'),
  es: () => import('virtual:texts/es'),
  fi: () => import('virtual:texts/fi'),
  fr: () => import('virtual:texts/fr'),
  it: () => import('virtual:texts/it'),
  nb: () => import('virtual:texts/nb'),
  nl: () => import('virtual:texts/nl'),
  pl: () => import('virtual:texts/pl'),
  sv: () => import('virtual:texts/sv')
}

const catalogues = new Map<Locale, Messages>(LOCALES.map((locale) => [locale, {}]))
const loaded = new Set<string>()

/**
 * The messages of one language, compiled: those of every page and of these parts. There is one object a language and it only
 * grows: a translator made from it knows what comes with the next page too. Each part is loaded once.
 */
export async function loadMessages(locale: Locale, parts: readonly string[]): Promise<Messages> {
  const messages = catalogues.get(locale)!
  const missing = ['common', ...parts].filter((part) => !loaded.has(`${locale}/${part}`))
  if (missing.length === 0) return messages
  const language = await LANGUAGES[locale]()
  const texts = await Promise.all(missing.map(async (part) => (part === 'common' ? language : await language.parts[part]!())))
  Object.assign(messages, ...texts.map((one) => one.default))
  for (const part of missing) loaded.add(`${locale}/${part}`)
  return messages
}

/** Languages of which all parts are loaded: asking each module again would be a fiftieth of what a page costs. */
const complete = new Set<Locale>()

/** All messages of one language, as the edge has them. */
export async function loadAllMessages(locale: Locale): Promise<Messages> {
  if (complete.has(locale)) return catalogues.get(locale)!
  const messages = await loadMessages(locale, Object.keys((await LANGUAGES[locale]()).parts))
  complete.add(locale)
  return messages
}

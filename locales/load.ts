import type { Locale } from '../shared/i18n/locales.ts'
import type { Messages } from '../shared/i18n/translator.ts'

// The build compiles each file's ICU texts (vite.config.ts); one chunk a language.
const LOADERS: Record<Locale, () => Promise<{ default: unknown }>> = {
  da: () => import('./da.json'),
  de: () => import('./de.json'),
  en: () => import('./en.json'),
  es: () => import('./es.json'),
  fi: () => import('./fi.json'),
  fr: () => import('./fr.json'),
  it: () => import('./it.json'),
  nb: () => import('./nb.json'),
  nl: () => import('./nl.json'),
  pl: () => import('./pl.json'),
  sv: () => import('./sv.json')
}

/** The messages of one language, compiled. Loaded once. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await LOADERS[locale]()).default as Messages
}

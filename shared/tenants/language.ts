import { DEFAULT_LOCALE, isLocale, type Locale } from '../i18n/locales.ts'

/**
 * The language of a page: `?lang`, else the `locale` cookie, else the domain's language, else English. Values that are
 * not one of the eleven are passed over.
 */
export function pageLanguage(asked: string | null | undefined, cookie: string | null | undefined, domainLanguage: string): Locale {
  return [asked, cookie, domainLanguage].find(isLocale) ?? DEFAULT_LOCALE
}

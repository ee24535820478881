import { DEFAULT_LOCALE, isLocale, type Locale } from '../i18n/locales.ts'

/**
 * The language of a page: `?lang`, otherwise the `locale` cookie, otherwise the domain's language, otherwise English. Values that aren't one of the
 * eleven are ignored.
 */
export function pageLanguage(asked: string | null | undefined, cookie: string | null | undefined, domainLanguage: string): Locale {
  return [asked, cookie, domainLanguage].find(isLocale) ?? DEFAULT_LOCALE
}

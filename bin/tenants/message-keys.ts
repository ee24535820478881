import { readMessages, readPart } from '../../locales/read.ts'
import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { SELLING_PAGES } from '../../shared/tenants/lint-selling.ts'

/** The keys of every language's messages: what `check` compares a tenant's languages with. */
export function messageKeys(): Map<Locale, ReadonlySet<string>> {
  return new Map(
    LOCALES.map((locale) => [
      locale,
      new Set([
        ...Object.keys(readMessages(locale)),
        ...SELLING_PAGES.flatMap((page) => Object.keys(readPart(page, locale)).map((key) => `${page}/${key}`))
      ])
    ])
  )
}

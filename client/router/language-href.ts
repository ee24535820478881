import type { Locale } from '../../shared/i18n/locales.ts'
import { useRouter } from './context.ts'

/** The address of this page in another language, with the rest of its query, of which a cached page knows only its flags. */
export function useLanguageHref(): (language: Locale) => string {
  const { search } = useRouter().location
  return (language) => {
    const query = new URLSearchParams(search)
    query.set('lang', language)
    return `?${query.toString()}`
  }
}

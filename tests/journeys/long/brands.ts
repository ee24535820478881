import type { Locale } from '../../../shared/i18n/locales.ts'

/** A demo brand in its own language, with one of its members. */
export interface Brand {
  tenant: string
  language: Locale
  country: string
  member: string
}

/**
 * Four of the demo brands that differ in colours, niche, language and in what they sell: German and Finnish have the longest words, the Spanish one has
 * fictional profiles, and some of the members have a banner on every page: no photo, mails that bounce.
 */
export const BRANDS: readonly Brand[] = [
  { tenant: 'daemmerzeit', language: 'de', country: 'DE', member: 'David' },
  { tenant: 'revontuuli', language: 'fi', country: 'FI', member: 'Kaisa' },
  { tenant: 'brisaluz', language: 'es', country: 'ES', member: 'Hugo' },
  { tenant: 'skymning', language: 'sv', country: 'SE', member: 'Felix' }
]

import type { Locale } from '../i18n/locales.ts'

/**
 * Country classes: countries with the same languages and rules are one class, so that a page is cached once for all of them. `XL`: Latin America;
 * `ZZ`: a known country without rules of its own; `XX`: unknown country.
 */
const VISIBLE: Record<string, readonly Locale[]> = {
  // docs/requirements.tsv
  NL: ['nl'],
  BE: ['nl', 'fr', 'de'],
  CH: ['de', 'it', 'fr', 'en'],
  FI: ['fi', 'sv'],
  US: ['en', 'es'],
  // Not in the specification: the languages people there speak.
  AT: ['de'],
  DE: ['de'],
  DK: ['da'],
  SE: ['sv'],
  NO: ['nb'],
  FR: ['fr'],
  LU: ['fr', 'de'],
  IT: ['it'],
  ES: ['es'],
  PL: ['pl'],
  GB: ['en'],
  IE: ['en'],
  AU: ['en'],
  NZ: ['en'],
  CA: ['en', 'fr'],
  // All of Latin America, see LATIN_AMERICA
  XL: ['es']
}

const LATIN_AMERICA = new Set('AR BO CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE'.split(' '))

export type CountryClass = string

/** The class of an ISO country code; null, Tor (`T1`) and malformed codes are `XX`. */
export function countryClassOf(country: string | null | undefined): CountryClass {
  if (!country || !/^[A-Z]{2}$/.test(country) || country === 'XX') return 'XX'
  if (LATIN_AMERICA.has(country)) return 'XL'
  return country in VISIBLE ? country : 'ZZ'
}

/** All classes; cache keys contain nothing else. */
export const COUNTRY_CLASSES: readonly CountryClass[] = [...Object.keys(VISIBLE), 'ZZ', 'XX']

/** Languages the dropdown offers in a country: those of the table, otherwise the domain's and English. */
export function languagesOfCountry(countryClass: CountryClass, domainLanguage: Locale): Locale[] {
  const listed = VISIBLE[countryClass]
  if (listed) return [...listed]
  return domainLanguage === 'en' ? ['en'] : [domainLanguage, 'en']
}

/** Languages of the dropdown on a page in `language`: always including the current one. */
export function visibleLanguages(countryClass: CountryClass, domainLanguage: Locale, language: Locale): Locale[] {
  const languages = languagesOfCountry(countryClass, domainLanguage)
  return languages.includes(language) ? languages : [...languages, language]
}

/** Does the entry warning apply in the visitor's country? An unknown country counts as the tenant's main country. */
export function entryWarningApplies(country: CountryClass, mainCountry: string): boolean {
  const place = country === 'XX' ? mainCountry : country
  return place === 'NL' || place === 'DE'
}

/** Languages that visitors of the tenant's countries see in the dropdown, the most frequent first. */
export function languagesOf(tenant: { countries: readonly string[]; domain_language: Locale }): Locale[] {
  const languages = tenant.countries.flatMap((country) => languagesOfCountry(countryClassOf(country), tenant.domain_language))
  return [...new Set(languages)]
}

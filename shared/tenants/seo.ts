import { offeringOf } from './offering.ts'
import { isOffered, type Offering } from '../routes/match.ts'
import { ROUTES } from '../routes/table.ts'
import type { Route } from '../routes/route.ts'
import { addressesOf } from './hreflang.ts'
import type { Tenant } from './schema.ts'
import type { Locale } from '../i18n/locales.ts'
import { countryClassOf, languagesOfCountry } from './countries.ts'

/** Paths that are useless to crawlers, in addition to the members' pages. */
const NOT_PAGES = ['/api/', '/activate/', '/reset-password', '/mail-change/']

/** Where a language is mostly spoken, unless one of the brand's countries speaks it. */
const HOMES: Record<Locale, string> = {
  da: 'DK',
  de: 'DE',
  en: 'GB',
  es: 'ES',
  fi: 'FI',
  fr: 'FR',
  it: 'IT',
  nb: 'NO',
  nl: 'NL',
  pl: 'PL',
  sv: 'SE'
}

/** A language as `og:locale` names it, in the brand's first country that speaks it: `en_IE`. */
export function openGraphLocale(
  { countries, domain_language: own }: Pick<Tenant, 'countries' | 'domain_language'>,
  language: Locale
): string {
  const country = countries.find((code) => languagesOfCountry(countryClassOf(code), own)[0] === language)
  return `${language}_${country ?? HOMES[language]}`
}

/** May search engines list this page of the brand? Never one that shows members, and the sign-up only where everyone can join. */
export function isListed({ key, indexing, access }: Route, brand: Offering & Pick<Tenant, 'signups'>): boolean {
  return indexing === 'index' && access !== 'member' && isOffered(key, brand) && (key !== 'signup' || brand.signups === 'all')
}

/** Paths of a brand's pages that search engines may list. */
export function listedPaths(tenant: Pick<Tenant, 'payment_provider' | 'status' | 'signups'>): string[] {
  const brand = { ...offeringOf(tenant), signups: tenant.signups }
  return ROUTES.filter((route) => isListed(route, brand)).map(listedPath)
}

/** The path of a listed page, without optional parameters. */
export function listedPath({ pattern }: Pick<Route, 'pattern'>): string {
  return pattern.replace(/\/\{\w+\?\}$/, '')
}

/** Pages that search engines may list, in every language of the tenant's countries; none before the brand is live. */
export function listedUrls(tenant: Tenant): string[] {
  if (tenant.status !== 'live') return []
  return listedPaths(tenant).flatMap((path) => addressesOf(tenant, path).map(({ url }) => url))
}

/** What `/robots.txt` disallows: members' pages by the shortest path that covers them, API calls and mailed links. */
export function disallowedPaths(): string[] {
  const own = ROUTES.filter(({ access }) => access === 'member').map(({ pattern }) => listedPath({ pattern }).replaceAll(/\{\w+\}/g, '*'))
  const all = [...new Set([...NOT_PAGES, ...own])]
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(`${other}/`)))
}

import type { Locale } from '../i18n/locales.ts'
import { countryClassOf, languagesOf, languagesOfCountry } from './countries.ts'
import type { Tenant } from './schema.ts'

/** What search engines learn about a domain. */
export type Domain = Pick<Tenant, 'domain' | 'domain_language' | 'countries'>

/** A page for readers of a language, or of a language in a country. */
export interface Alternate {
  /** `nl`, `nl-BE` or `x-default`. */
  hreflang: string
  url: string
}

interface Spoken {
  owner: Domain
  language: Locale
  url: string
}

/** The one address of a page in a language: the domain's own language needs no query. */
export function canonicalUrl(tenant: Pick<Tenant, 'domain' | 'domain_language'>, path: string, language: Locale): string {
  return `https://${tenant.domain}${path}${language === tenant.domain_language ? '' : `?lang=${language}`}`
}

/** A page of one domain in every language offered in its countries, the domain's own first. */
export function addressesOf(owner: Domain, path: string): Spoken[] {
  const spoken = new Set<Locale>([owner.domain_language, ...languagesOf(owner)])
  return Array.from(spoken, (language) => ({ owner, language, url: canonicalUrl(owner, path, language) }))
}

/**
 * The alternates of this page, the same list on each of them: search engines only trust mutual links. A single domain lists its languages. The
 * domains of a group divide the countries among them: `nl-BE` is the domain that lists Belgium first, `nl` one that would otherwise have no entry.
 * Empty for a page without alternates, and for one that has no entry left.
 * @param domains the group's, each page of it in the same order
 * @param url the requesting page
 */
export function alternatesOf(domains: readonly Domain[], path: string, url: string): Alternate[] {
  const pages = domains.flatMap((domain) => addressesOf(domain, path))
  const named = new Map<string, Spoken>()
  if (domains.length > 1) for (const [code, page] of regional(pages)) named.set(code, page)
  const nameless = pages.filter((page) => ![...named.values()].includes(page))
  for (const { language } of pages) {
    const speakers = (some: readonly Spoken[]) => some.filter((page) => page.language === language)
    const native = speakers(pages).find(({ owner }) => owner.domain_language === language)
    named.set(language, speakers(nameless)[0] ?? native ?? speakers(pages)[0]!)
  }
  const all = Array.from(named, ([hreflang, page]) => ({ hreflang, url: page.url }))
  if (pages.length < 2 || !all.some((one) => one.url === url)) return []
  const worldwide = domains.find((domain) => domain.domain_language === 'en') ?? domains[0]!
  return [...all, { hreflang: 'x-default', url: canonicalUrl(worldwide, path, worldwide.domain_language) }]
}

/** The page of each language in each country: from the domain that has the country nearest to the front of its list. */
function regional(pages: readonly Spoken[]): Map<string, Spoken> {
  const best = new Map<string, { page: Spoken; rank: number }>()
  for (const page of pages) {
    for (const [rank, country] of page.owner.countries.entries()) {
      if (!languagesOfCountry(countryClassOf(country), page.owner.domain_language).includes(page.language)) continue
      const code = `${page.language}-${country}`
      if (rank < (best.get(code)?.rank ?? Number.POSITIVE_INFINITY)) best.set(code, { page, rank })
    }
  }
  return new Map(Array.from(best, ([code, { page }]) => [code, page]))
}

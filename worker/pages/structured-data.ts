import type { Route } from '../../shared/routes/route.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
import { canonicalUrl } from '../../shared/tenants/hreflang.ts'
import { jsonForHtml } from '../../shared/text/escape-html.ts'

/**
 * What search engines may know about a page, as JSON-LD: the site, the page, and on the index the company behind it. Only facts of the settings: no
 * ratings, counts or offers.
 */
export function structuredData(tenant: PublicSettings, route: Route, path: string, title: string, description: string): string {
  const base = `https://${tenant.domain}/`
  const [site, company] = [`${base}#site`, `${base}#company`]
  const page = {
    '@type': 'WebPage',
    url: canonicalUrl(tenant, path, tenant.language),
    name: title,
    description,
    inLanguage: tenant.language,
    isFamilyFriendly: false,
    isPartOf: { '@id': site }
  }
  const website = { '@type': 'WebSite', '@id': site, url: base, name: tenant.name, publisher: { '@id': company } }
  const graph = route.key === 'index' ? [website, organization(tenant, company, base), page] : [website, page]
  return `<script type="application/ld+json">${jsonForHtml({ '@context': 'https://schema.org', '@graph': graph })}</script>`
}

function organization({ company, name, support_email: email, support_phone: telephone }: PublicSettings, id: string, url: string) {
  const { address, city, country, vat_numbers: vat, kvk } = company
  return {
    '@type': 'Organization',
    '@id': id,
    name: company.name,
    brand: { '@type': 'Brand', name },
    url,
    address: { '@type': 'PostalAddress', streetAddress: address, addressLocality: city, addressCountry: country },
    ...(vat.length > 0 ? { vatID: vat[0] } : {}),
    ...(kvk ? { identifier: kvk } : {}),
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email, ...(telephone ? { telephone } : {}) }
  }
}

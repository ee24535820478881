import type { Locale } from '../i18n/locales.ts'
import { languagesOf } from './countries.ts'

/** What an operator enters for a brand that doesn't exist yet. */
export interface NewBrand {
  id: string
  name: string
  domain: string
  language: Locale
  countries: readonly string[]
  niche: number
  company: string
  /** Neutral name of the sender of mails. */
  sender: string
  primary?: string
  secondary?: string
  pool?: string
  supportEmail?: string
  status?: string
}

/**
 * The file of a new brand, as an object in readable order. It is a draft unless specified otherwise.
 * @param lead placeholder description of the brand by language, until the operator writes a better one
 */
export function newTenant(brand: NewBrand, lead: (language: Locale) => string): Record<string, unknown> {
  const languages = [...new Set([brand.language, ...languagesOf({ countries: [...brand.countries], domain_language: brand.language })])]
  const inEach = (text: (language: Locale) => string) => Object.fromEntries(languages.map((language) => [language, text(language)]))
  const { primary, secondary } = brand
  return {
    $schema: './tenant.schema.json',
    id: brand.id,
    name: brand.name,
    domain: brand.domain,
    ...(brand.pool ? { pool: brand.pool } : {}),
    status: brand.status ?? 'draft',
    domain_language: brand.language,
    countries: brand.countries,
    niche: brand.niche,
    index_title: inEach(() => brand.name),
    description: inEach(lead),
    ...(primary || secondary ? { theme: { ...(primary ? { primary } : {}), ...(secondary ? { secondary } : {}) } } : {}),
    signups: 'all',
    logged_out_search: 'limited',
    company_id: brand.company,
    mail_name: brand.sender,
    support_email: brand.supportEmail ?? `help@${brand.domain}`
  }
}

import * as v from 'valibot'
import { Company, Tenant, type TenantRecord } from '../../shared/tenants/schema.ts'

/** A company with everything the law asks for. */
export function aCompany(overrides: Partial<v.InferInput<typeof Company>> = {}): Company {
  return v.parse(Company, {
    id: 'brandhouse',
    name: 'Brandhouse B.V.',
    address: 'Kade 1',
    city: 'Rotterdam',
    country: 'NL',
    kvk: '12345678',
    tradenames: ['Brandhouse'],
    vat_numbers: ['NL123456789B01'],
    added: '2024-05-01',
    ...overrides
  })
}

/** A live tenant; say only what matters to the test. */
export function aTenant(overrides: Partial<v.InferInput<typeof Tenant>> = {}, version = 1): TenantRecord {
  const id = overrides.id ?? 'velvet'
  const settings = v.parse(Tenant, {
    id,
    name: 'Velvet',
    domain: `${id}.example`,
    status: 'live',
    domain_language: 'nl',
    countries: ['NL', 'BE'],
    niche: 2,
    index_title: { en: 'Velvet in English', nl: 'Velvet in het Nederlands' },
    description: { en: 'A calm place.', nl: 'Een rustige plek.' },
    signups: 'all',
    logged_out_search: 'all',
    company_id: 'brandhouse',
    mail_name: 'Velvet',
    support_email: `help@${id}.example`,
    ...overrides
  })
  return { settings, company: aCompany({ id: settings.company_id }), version }
}

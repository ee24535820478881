import type { SourceFile } from '../../shared/tenants/parse-files.ts'

/** The smallest tenant that has no mistake; fields given are set or, as undefined, left out. */
export function tenantFile(id: string, fields: Record<string, unknown> = {}): SourceFile {
  const tenant = {
    id,
    name: 'Velvet Dates',
    domain: `${id}.example`,
    domain_language: 'nl',
    countries: ['NL'],
    niche: 2,
    index_title: { nl: 'Velvet Dates' },
    description: { nl: 'Ontmoet iemand.' },
    company_id: 'brand-house',
    mail_name: 'Velvet Dates',
    support_email: `help@${id}.example`,
    ...fields
  }
  return { path: `tenants/${id}.json`, text: JSON.stringify(tenant, null, 2) }
}

/** A company without a mistake. */
export function companyFile(fields: Record<string, unknown> = {}): SourceFile {
  const company = {
    id: 'brand-house',
    name: 'Brand House B.V.',
    address: 'Kade 1',
    city: 'Haarlem',
    country: 'NL',
    kvk: '00012340',
    tradenames: ['Velvet Dates'],
    vat_numbers: ['NL000012340B01'],
    added: '2025-05-01',
    ...fields
  }
  return { path: `tenants/companies/${company.id}.json`, text: JSON.stringify(company, null, 2) }
}

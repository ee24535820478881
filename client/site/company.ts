import { useSite, useT } from './site.tsx'

/** The company behind the site: its details with the country's name, and a sentence for each of its registrations. */
export function useCompany() {
  const t = useT()
  const { tenant, translator } = useSite()
  const { company } = tenant
  const tradenames = company.tradenames.filter((name) => name !== company.name)
  return {
    ...company,
    country: translator.intl.countryName(company.country),
    registrations: [
      t('footer.registration', { number: company.kvk }),
      ...company.vat_numbers.map((number) => t('footer.vat', { number })),
      ...(tradenames.length > 0 ? [t('footer.tradenames', { names: translator.intl.formatList(tradenames, { type: 'conjunction' }) })] : [])
    ]
  }
}

import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
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
      ...registrationsOf(company, t),
      ...(tradenames.length > 0 ? [t('footer.tradenames', { names: translator.intl.formatList(tradenames, { type: 'conjunction' }) })] : [])
    ]
  }
}

/** A sentence for each number that a company is registered by; on a receipt it is the company of the time. */
export function registrationsOf(
  { kvk, vat_numbers }: Pick<PublicSettings['company'], 'kvk' | 'vat_numbers'>,
  t: ReturnType<typeof useT>
): string[] {
  return [t('footer.registration', { number: kvk }), ...vat_numbers.map((number) => t('footer.vat', { number }))]
}

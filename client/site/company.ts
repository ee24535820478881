import { registrationsOf } from '../../shared/i18n/registrations.ts'
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
      ...registrationsOf(company, translator),
      ...(tradenames.length > 0 ? [t('footer.tradenames', { names: translator.intl.formatList(tradenames, { type: 'conjunction' }) })] : [])
    ]
  }
}

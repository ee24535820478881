import type { Translator } from '../../shared/i18n/translator.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { MandateRow } from './store.ts'

/** The text of a mandate, one paragraph per entry, in the language in which it is signed: the same as on the page. */
export function mandateWords(
  { t, intl }: Translator,
  { settings, company }: TenantRecord,
  mandate: Pick<MandateRow, 'reference' | 'iban_end'> & { holder: string },
  signedAt: Date
): string[] {
  const country = intl.countryName(company.country)
  const facts: [string, string][] = [
    [t('debit.creditor'), [company.name, company.address, company.city, country].join(', ')],
    [t('debit.creditor_id'), settings.creditor_id],
    [t('debit.reference'), mandate.reference],
    [t('debit.holder'), mandate.holder],
    [t('debit.iban'), `•••• ${mandate.iban_end}`],
    [t('debit.date'), intl.formatDate(signedAt, { dateStyle: 'long', timeZone: settings.time_zone })]
  ]
  return [
    t('debit.authorise', { company: company.name }),
    t('debit.rights'),
    ...facts.map(([field, message]) => t('form.summary_item', { field, message }))
  ]
}

import type { DirectDebit } from '../../../shared/api/directdebit.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useNow } from '../../site/use-now.ts'
import styles from './directdebit.module.css'

interface MandateTextProps {
  mandate: Pick<NonNullable<DirectDebit['mandate']>, 'reference' | 'holder' | 'iban_end'>
  creditor: DirectDebit['creditor']
  /** When it was signed; null: it is about to be. */
  at: string | null
}

/** The words of a mandate; the signed and mailed text is the same (origin/directdebit/mandate-words.ts). */
export function MandateText({ mandate, creditor, at }: MandateTextProps) {
  const t = useT()
  const { translator, tenant } = useSite()
  const now = useNow()
  const { intl } = translator
  const country = intl.countryName(creditor.country)
  const facts: [string, string][] = [
    [t('debit.creditor'), [creditor.name, creditor.address, creditor.city, country].join(', ')],
    [t('debit.creditor_id'), creditor.id],
    [t('debit.reference'), mandate.reference],
    [t('debit.holder'), mandate.holder],
    [t('debit.iban'), `•••• ${mandate.iban_end}`],
    [t('debit.date'), intl.formatDate(at ?? now, { dateStyle: 'long', timeZone: tenant.time_zone })]
  ]
  return (
    <>
      <h2 className={styles.title}>{t('debit.mandate')}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.words}>{t('debit.authorise', { company: creditor.name })}</p>
      <p className={styles.words}>{t('debit.rights')}</p>
    </>
  )
}

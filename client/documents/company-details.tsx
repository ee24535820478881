import { useSite, useT } from '../site/site.tsx'
import { telHref } from '../layouts/tel-href.ts'
import styles from './document.module.css'

/** Name, address and registrations of the company, and how to reach it. */
export function CompanyDetails() {
  const t = useT()
  const { tenant, translator } = useSite()
  const { company } = tenant
  const country = translator.intl.formatDisplayName(company.country, { type: 'region' }) ?? company.country
  const names = company.tradenames.filter((name) => name !== company.name)
  return (
    <address className={styles.address}>
      <strong>{company.name}</strong>
      <span>{company.address}</span>
      <span suppressHydrationWarning>{`${company.city}, ${country}`}</span>
      <span>{t('footer.registration', { number: company.kvk })}</span>
      {company.vat_numbers.map((number) => (
        <span key={number}>{t('footer.vat', { number })}</span>
      ))}
      {names.length > 0 && <span>{t('footer.tradenames', { names: translator.intl.formatList(names, { type: 'conjunction' }) })}</span>}
      <ContactLinks />
    </address>
  )
}

/** Email address and, if there is one, phone number of the brand's support. */
export function ContactLinks() {
  const { tenant } = useSite()
  return (
    <>
      <a className={styles.link} href={`mailto:${tenant.support_email}`}>
        {tenant.support_email}
      </a>
      {tenant.support_phone && (
        <a className={styles.link} href={telHref(tenant.support_phone)}>
          {tenant.support_phone}
        </a>
      )}
    </>
  )
}

import { telHref } from '../layouts/tel-href.ts'
import { useCompany } from '../site/company.ts'
import { useSite } from '../site/site.tsx'
import styles from './document.module.css'

/** Name, address and registrations of the company, and how to reach it. */
export function CompanyDetails() {
  const { name, address, city, country, registrations } = useCompany()
  return (
    <address className={styles.address}>
      <strong>{name}</strong>
      <span>{address}</span>
      <span suppressHydrationWarning>{`${city}, ${country}`}</span>
      {registrations.map((registration) => (
        <span key={registration}>{registration}</span>
      ))}
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

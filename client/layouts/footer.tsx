import { entryWarningApplies } from '../../shared/tenants/countries.ts'
import { useCompany } from '../site/company.ts'
import { useSite, useT } from '../site/site.tsx'
import { useSignupsOpen } from '../site/signup-way.ts'
import { Link } from '../router/link.tsx'
import { cx } from '../ui/props.ts'
import { reopenEntry } from '../visitor/entry-closed.ts'
import { Brand } from './brand.tsx'
import styles from './footer.module.css'
import { footerLinks } from './footer-links.ts'
import { telHref } from './tel-href.ts'

/**
 * Links, the disclaimer and the company behind the site; on a phone, members unfold it. `reopensWarning`: on layouts that have an entry warning.
 */
export function Footer({ reopensWarning = false }: { reopensWarning?: boolean }) {
  const t = useT()
  const { tenant, member } = useSite()
  const groups = footerLinks(member, useSignupsOpen(), tenant)
  return (
    <footer className={cx(styles.footer, 'when-complete')}>
      {/* On a closed brand it leads to everything that is still open. */}
      {member && !tenant.closed && (
        <details className={styles.fold}>
          <summary>{[t('footer.help'), t('footer.contact'), t('footer.legal')].join(' · ')}</summary>
        </details>
      )}
      <div className={styles.width}>
        {tenant.us_footer !== null && (
          <div className={styles.us} data-testid="us-footer">
            <h2>{t('footer.us_title')}</h2>
            {tenant.us_footer && <p>{tenant.us_footer}</p>}
          </div>
        )}
        <div className={styles.columns}>
          <div className={styles.about}>
            <Brand as="again" />
            <p className={styles.disclaimer}>{t('footer.disclaimer', { site: tenant.name, age: tenant.min_age })}</p>
            {reopensWarning && <ReopenWarning />}
          </div>
          {groups.map(({ title, links }) => (
            <nav key={title} aria-label={t(title)}>
              <h2>{t(title)}</h2>
              <ul className={styles.links}>
                {links.map(({ route, label }) => (
                  <li key={route}>
                    <Link to={route}>{t(label)}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <Contact />
        </div>
        <CompanyLine />
      </div>
    </footer>
  )
}

/** Reopens the closed entry warning. */
function ReopenWarning() {
  const t = useT()
  const { tenant } = useSite()
  if (!tenant.enable_site_entry_popup || !entryWarningApplies(tenant.geoip_country ?? 'XX', tenant.countries[0] ?? '')) return null
  return (
    <button type="button" className={`${styles.reopen} needs-script`} data-entry-reopen="" onClick={reopenEntry}>
      {t('footer.reopen_warning')}
    </button>
  )
}

function Contact() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.contact}>
      <h2>{t('footer.contact')}</h2>
      <ul className={styles.links}>
        <li>
          <a href={`mailto:${tenant.support_email}`}>{tenant.support_email}</a>
        </li>
        {tenant.support_phone && (
          <li>
            <a href={telHref(tenant.support_phone)}>{tenant.support_phone}</a>
          </li>
        )}
      </ul>
    </div>
  )
}

/** Name, address and registrations of the company: the law requires them on every page. */
function CompanyLine() {
  const t = useT()
  const { tenant } = useSite()
  const { name, address, city, country, registrations } = useCompany()
  return (
    <div className={styles.company}>
      <p suppressHydrationWarning>{t('footer.company', { site: tenant.name, company: name, address, city, country })}</p>
      <p>{registrations.join(' · ')}</p>
    </div>
  )
}

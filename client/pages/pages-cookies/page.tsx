import { privacyVersion } from '../../../shared/rules/terms.ts'
import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document } from '../../documents/document.tsx'
import { sectionsOf } from '../../documents/outline.tsx'
import { Version } from '../../documents/version.tsx'
import { useSite } from '../../site/site.tsx'
import { COOKIES, cookiesOutline, STORED } from './outline.ts'
import styles from './pages-cookies.module.css'
import { useTexts, type CookiesKey } from './texts.ts'

export { loadTexts } from './texts.ts'

/** Every cookie, and everything else that pages keep in the browser. */
export default function CookiesPage() {
  const text = useTexts()
  const { tenant } = useSite()
  const sections = sectionsOf(cookiesOutline(tenant), text, {
    cookies: <Names of={COOKIES} />,
    storage: <Names of={STORED} />,
    who: <CompanyDetails />
  })
  return (
    <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections}>
      <Version label={text('version')} day={privacyVersion(tenant.terms_date)} />
    </Document>
  )
}

function Names({ of }: { of: Record<string, CookiesKey> }) {
  const text = useTexts()
  return (
    <dl className={styles.names}>
      {Object.entries(of).map(([name, key]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{text(key)}</dd>
        </div>
      ))}
    </dl>
  )
}

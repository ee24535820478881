import { useSite } from '../../site/site.tsx'
import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document, Paragraph, SeeAlso } from '../../documents/document.tsx'
import { termsOutline } from './outline.ts'
import styles from './pages-terms.module.css'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** The terms of this brand: whose they are, since when, and what they say. */
export default function TermsPage() {
  const text = useTexts()
  const { tenant, translator } = useSite()
  const sections = termsOutline(tenant).map(({ id, title, paragraphs, routes }) => ({
    id,
    title: text(title),
    content: (
      <>
        {paragraphs.map((key) => (
          <Paragraph key={key}>{text(key)}</Paragraph>
        ))}
        {id === 'us' && <CompanyDetails />}
        {routes && <SeeAlso routes={routes} />}
      </>
    )
  }))
  return (
    <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} numbered>
      <p className={styles.version}>
        {text('version')}{' '}
        <time dateTime={tenant.terms_date} suppressHydrationWarning>
          {translator.intl.formatDate(tenant.terms_date, { dateStyle: 'long' })}
        </time>
      </p>
    </Document>
  )
}

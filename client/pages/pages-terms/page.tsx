import { useSite } from '../../site/site.tsx'
import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document, Paragraph, SeeAlso } from '../../documents/document.tsx'
import { Version } from '../../documents/version.tsx'
import { termsOutline } from './outline.ts'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** The terms of this brand: the company, the version, and the text. */
export default function TermsPage() {
  const text = useTexts()
  const { tenant } = useSite()
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
      <Version label={text('version')} day={tenant.terms_date} />
    </Document>
  )
}

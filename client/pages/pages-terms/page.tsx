import { useSite } from '../../site/site.tsx'
import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document } from '../../documents/document.tsx'
import { sectionsOf } from '../../documents/outline.tsx'
import { Version } from '../../documents/version.tsx'
import { termsOutline } from './outline.ts'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** The terms of this brand: the company, the version, and the text. */
export default function TermsPage() {
  const text = useTexts()
  const { tenant } = useSite()
  const sections = sectionsOf(termsOutline(tenant), text, { us: <CompanyDetails /> })
  return (
    <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} numbered>
      <Version label={text('version')} day={tenant.terms_date} />
    </Document>
  )
}

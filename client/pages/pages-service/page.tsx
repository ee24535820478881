import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document } from '../../documents/document.tsx'
import { sectionsOf } from '../../documents/outline.tsx'
import { useSite } from '../../site/site.tsx'
import { serviceOutline } from './outline.ts'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** How to reach the people behind the site, and what to tell them. */
export default function ServicePage() {
  const text = useTexts()
  const sections = sectionsOf(serviceOutline(useSite().tenant), text, { contact: <CompanyDetails /> })
  return <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} />
}

import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document, Paragraph, SeeAlso } from '../../documents/document.tsx'
import { useSite } from '../../site/site.tsx'
import { serviceOutline } from './outline.ts'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** How to reach the people behind the site, and what to tell them. */
export default function ServicePage() {
  const text = useTexts()
  const sections = serviceOutline(useSite().tenant).map(({ id, title, paragraphs, routes }) => ({
    id,
    title: text(title),
    content: (
      <>
        {paragraphs.map((key) => (
          <Paragraph key={key}>{text(key)}</Paragraph>
        ))}
        {id === 'contact' && <CompanyDetails />}
        <SeeAlso routes={routes} />
      </>
    )
  }))
  return <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} />
}

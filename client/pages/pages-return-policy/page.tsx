import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document, Paragraph, SeeAlso } from '../../documents/document.tsx'
import { RETURN_POLICY_OUTLINE } from './outline.ts'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** How a purchase is withdrawn from, and what is refunded when. */
export default function ReturnPolicyPage() {
  const text = useTexts()
  const sections = RETURN_POLICY_OUTLINE.map(({ id, title, paragraphs, routes }) => ({
    id,
    title: text(title),
    content: (
      <>
        {paragraphs.map((key) => (
          <Paragraph key={key}>{text(key)}</Paragraph>
        ))}
        {id === 'how' && <CompanyDetails />}
        {routes && <SeeAlso routes={routes} />}
      </>
    )
  }))
  return <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} />
}

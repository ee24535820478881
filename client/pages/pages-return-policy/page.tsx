import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document } from '../../documents/document.tsx'
import { sectionsOf } from '../../documents/outline.tsx'
import { RETURN_POLICY_OUTLINE } from './outline.ts'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** How a purchase is withdrawn from, and what is refunded when. */
export default function ReturnPolicyPage() {
  const text = useTexts()
  const sections = sectionsOf(RETURN_POLICY_OUTLINE, text, { how: <CompanyDetails /> })
  return <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} />
}

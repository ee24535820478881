import { privacyVersion } from '../../../shared/rules/terms.ts'
import { PRIVACY_AUTHORITIES } from '../../../shared/tenants/privacy-authorities.ts'
import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document, ExternalLink } from '../../documents/document.tsx'
import { sectionsOf } from '../../documents/outline.tsx'
import { Version } from '../../documents/version.tsx'
import { useSite } from '../../site/site.tsx'
import { privacyOutline } from './outline.ts'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** What data this brand stores about people, why, for how long, and what they can do about it. */
export default function PrivacyPage() {
  const text = useTexts()
  const { tenant } = useSite()
  const authority = PRIVACY_AUTHORITIES[tenant.company.country]
  const sections = sectionsOf(privacyOutline(tenant, authority !== undefined), text, {
    who: <CompanyDetails />,
    rights: authority && <ExternalLink href={authority.url} />
  })
  return (
    <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} numbered>
      <Version label={text('version')} day={privacyVersion(tenant.terms_date)} />
    </Document>
  )
}

import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { Document, Paragraph, SeeAlso } from '../../documents/document.tsx'
import { hydratedLater } from '../../site/hydrated-later.tsx'
import { useSite } from '../../site/site.tsx'
import type { PageProps } from '../registry.ts'
import { RULES_OUTLINE } from './outline.ts'
import { Notices } from './notices.tsx'
import type { OwnDecisionProps } from './own-decision.tsx'
import styles from './pages-ban.module.css'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** Only read by those who can't have a session: its code isn't part of everyone's page. */
const OwnDecision = hydratedLater<OwnDecisionProps>(() => import('./own-decision.tsx'), ['delete-account-form', 'export', 'withdrawals'])

/**
 * The house rules; above them, for a suspended or banned member, the decision and what they can do about it; for other members, warnings and refused
 * photos.
 */
export default function RulesPage({ search }: PageProps) {
  const text = useTexts()
  const { sells } = useSite().tenant
  const { data } = useQuery(queryOf('getStanding'))
  const sections = RULES_OUTLINE.map(({ id, title, paragraphs, sold, routes }) => ({
    id,
    title: text(title),
    content: (
      <>
        {paragraphs.length > 1 ? (
          <ul className={styles.list}>
            {paragraphs.map((key) => (
              <li key={key}>{text(key)}</li>
            ))}
          </ul>
        ) : (
          paragraphs.map((key) => <Paragraph key={key}>{text(key)}</Paragraph>)
        )}
        {sold && sells && <Paragraph>{text(sold)}</Paragraph>}
        {routes && <SeeAlso routes={routes} />}
      </>
    )
  }))
  return (
    <div className={styles.page}>
      {data?.decision && <OwnDecision decision={data.decision} withdrawn={search.get('withdrawn') === '1'} />}
      {data && data.notices.length > 0 && <Notices notices={data.notices} />}
      <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} numbered />
    </div>
  )
}

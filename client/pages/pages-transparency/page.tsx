import { useQuery } from '@tanstack/react-query'
import type { Handled } from '../../../shared/api/transparency.ts'
import { queryOf } from '../../api/queries.ts'
import { Document, Paragraph, SeeAlso } from '../../documents/document.tsx'
import { useSite } from '../../site/site.tsx'
import { transparencyOutline } from './outline.ts'
import styles from './pages-transparency.module.css'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** What this brand stores, who can read it, and its figures about fictional profiles, reports and complaints. Without the figures the texts stand alone. */
export default function TransparencyPage() {
  const text = useTexts()
  const { tenant, translator } = useSite()
  const { data } = useQuery(queryOf('getTransparency'))
  const share = data?.fictional_share ?? null
  const sections = transparencyOutline(tenant).map(({ id, title, paragraphs, routes }) => ({
    id,
    title: text(title),
    content: (
      <>
        {id === 'fictional' && tenant.fictional_profiles && share !== null && (
          <Paragraph>
            {text('fictional.share', { share: formatNumber(translator.tag, share, { style: 'percent', maximumFractionDigits: 1 }) })}
          </Paragraph>
        )}
        {paragraphs.map((key) => (
          <Paragraph key={key}>{text(key)}</Paragraph>
        ))}
        {id === 'reports' && data && (
          <>
            <p>{text('figures.period')}</p>
            <Figures handled={data.reports} about="reports" />
            <Figures handled={data.complaints} about="complaints" />
          </>
        )}
        {routes && <SeeAlso routes={routes} />}
      </>
    )
  }))
  return <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} />
}

/** How reports or complaints were dealt with; how long it took stands there only if one is decided. */
function Figures({ handled, about }: { handled: Handled; about: 'reports' | 'complaints' }) {
  const text = useTexts()
  const { tag } = useSite().translator
  const rows = [
    [text(`figures.${about}`), formatNumber(tag, handled.received)],
    [text(`figures.${about}_upheld`), formatNumber(tag, handled.upheld)],
    [text(`figures.${about}_refused`), formatNumber(tag, handled.refused)],
    [text('figures.late'), formatNumber(tag, handled.late)],
    ...(handled.median_hours === null
      ? []
      : [[text('figures.median'), formatNumber(tag, handled.median_hours, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 })]])
  ]
  return (
    <dl className={styles.figures}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="numbers">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const formatNumber = (tag: string, value: number, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(tag, options).format(value)

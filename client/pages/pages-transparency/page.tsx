import { useQuery } from '@tanstack/react-query'
import type { Handled, SisterSite } from '../../../shared/api/transparency.ts'
import { queryOf } from '../../api/queries.ts'
import { Document, Paragraph, SeeAlso } from '../../documents/document.tsx'
import { useSite } from '../../site/site.tsx'
import { transparencyOutline } from './outline.ts'
import styles from './pages-transparency.module.css'
import { TESTED } from './tested.ts'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/**
 * What this brand stores, who can read it, and its figures about fictional profiles, reports and complaints. If the figures can't be loaded, the
 * texts stand alone.
 */
export default function TransparencyPage() {
  const text = useTexts()
  const { tenant, translator } = useSite()
  const { data } = useQuery(queryOf('getTransparency'))
  const share = data?.fictional_share ?? null
  const { sharing_sites: sharing = [], chosen_sites: chosen = [] } = data ?? {}
  const alone = sharing.length + chosen.length === 0
  const outline = transparencyOutline(tenant).filter(({ id }) => id !== 'sites' || !alone)
  const sections = outline.map(({ id, title, paragraphs, routes }) => ({
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
        {id === 'sites' && (
          <>
            <Sites about="shared" sites={sharing} />
            <Sites about="chosen" sites={chosen} />
          </>
        )}
        {id === 'tested' && <Promises sells={tenant.sells} />}
        {routes && <SeeAlso routes={routes} />}
      </>
    )
  }))
  return <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={sections} />
}

/** Other sites that show members of this one, with the companies behind them. */
function Sites({ about, sites }: { about: 'shared' | 'chosen'; sites: readonly SisterSite[] }) {
  const text = useTexts()
  if (sites.length === 0) return null
  return (
    <>
      <p>{text(`sites.${about}`)}</p>
      <ul className={styles.sites}>
        {sites.map(({ name, company }) => (
          <li key={name}>
            {name} <span className={styles.company}>({company})</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What we promise, with the figures of its last test; without the promise about credits where none are sold. */
function Promises({ sells }: { sells: boolean }) {
  const text = useTexts()
  const { tag, intl } = useSite().translator
  const day = (date: string) => intl.formatDate(date, { dateStyle: 'long', timeZone: 'UTC' })
  const { kills, books } = TESTED
  return (
    <>
      <Paragraph>
        {text('tested.kills', { date: day(kills.date), kills: formatNumber(tag, kills.kills), writes: formatNumber(tag, kills.writes) })}
      </Paragraph>
      {sells && <Paragraph>{text('tested.books', { date: day(books.date), operations: formatNumber(tag, books.operations) })}</Paragraph>}
    </>
  )
}

/** How reports or complaints were dealt with; how long it took is only shown if any is decided. */
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
